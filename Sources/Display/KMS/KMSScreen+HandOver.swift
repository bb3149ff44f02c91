internal import Signage
public import SystemCalls

/// The card beyond the life of this process.
///
/// As long as anybody holds the open file (systemd does), its framebuffers, its mode and its being the master stay as
/// they are: the last frame stays on the glass whatever becomes of this process. The next one is given the file, and
/// `InheritedCards` takes it over.
extension KMSScreen {
    public var openCard: Descriptor? { card?.device.node }

    /// As `close`, but the framebuffers on the glass are not removed, and the console stays in graphics mode.
    public func handOver() {
        console?.handOver()
        live?.handOver()
        retired?.handOver()
        close()
    }
}

extension KMSOutput {
    /// Leaves what is on the glass, or on its way there, to the next process.
    func handOver() {
        for index in [buffers.shown, buffers.pending].compactMap(\.self) {
            (buffers.buffers[index] as? any ScanoutBuffer)?.handOver()
        }
    }
}
