internal import Glibc

/// The order in which people number their files: picture2 before picture10.
///
/// Runs of digits count by their value, letters without regard to case; what is equal by that is told apart by bytes.
struct NaturalOrder: Comparable {
    /// The name, lower case, each run of digits as "0", the number of its digits and its digits, zeros in front left out.
    private let key: [UInt8]
    private let name: [UInt8]

    init(_ name: String) {
        self.name = Array(name.utf8)
        var key: [UInt8] = []
        var digits: [UInt8] = []
        func endDigits() {
            let value = digits.drop { $0 == UInt8(ascii: "0") }
            let count = UInt16(clamping: value.count)
            key += [UInt8(ascii: "0"), UInt8(count >> 8), UInt8(count & 0xff)] + value
            digits = []
        }
        for byte in name.lowercased().utf8 {
            if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                digits.append(byte)
            } else {
                if !digits.isEmpty { endDigits() }
                key.append(byte)
            }
        }
        if !digits.isEmpty { endDigits() }
        self.key = key
    }

    static func < (left: NaturalOrder, right: NaturalOrder) -> Bool {
        let order = compare(left.key, right.key)
        return order == 0 ? compare(left.name, right.name) < 0 : order < 0
    }

    private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
        let order = memcmp(left, right, min(left.count, right.count))
        return order == 0 ? left.count - right.count : Int(order)
    }
}
