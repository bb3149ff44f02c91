internal import CSystemd
internal import Glibc
internal import SystemCalls

/// What systemd has handed over, sd_listen_fds_with_names(3): a listening socket that it has opened for us, and what
/// the process before this one has left in its descriptor store.
///
/// Taken before anything else is started, and close-on-exec from then on: no child of ours ever sees it.
struct InheritedDescriptors {
    /// A name in the descriptor store.
    enum Name: String {
        case card
        case place
    }

    /// Listening, SOCK_STREAM.
    var socket: Descriptor?
    /// Open cards, of which the last one used is one.
    var cards: [Descriptor] = []
    /// The memory of a `PlaceMemory`.
    var place: Descriptor?

    /// All of this process's; a second call finds none.
    init() {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &names)
        var given: [(name: String, descriptor: Descriptor)] = []
        for index in 0..<Int(max(0, count)) {
            var name = ""
            if let text = names?[index] {
                name = String(cString: text)
                free(text)
            }
            let number = signage_first_inherited_descriptor + CInt(index)
            given.append((name, Descriptor(owning: number)))
        }
        free(names)
        self.init(given)
    }

    /// Sorts descriptors by what they are; those of no use are closed.
    init(_ given: [(name: String, descriptor: Descriptor)]) {
        for (name, descriptor) in given {
            switch Name(rawValue: name) {
            case .card: cards.append(descriptor)
            case .place: place = place ?? descriptor
            case nil:
                let isSocket = sd_is_socket(descriptor.number, AF_UNIX, CInt(SOCK_STREAM.rawValue), 1) > 0
                guard socket == nil, isSocket else { continue }
                let flags = fcntl(descriptor.number, F_GETFL, 0)
                _ = fcntl(descriptor.number, F_SETFL, flags | O_NONBLOCK)
                socket = descriptor
            }
        }
    }
}
