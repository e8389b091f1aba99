/// The hash FNV-1a of 64 bits: it tells texts and files apart, and keeps nothing from anybody.
struct FNV1a {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Mixes in a part; the same bytes in other parts give another hash.
    mutating func mix(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
        value = (value ^ 0xFF) &* 0x100_0000_01b3
    }

    /// Mixes in a text.
    mutating func mix(_ text: String) { mix(text.utf8) }

    /// The hash as letters and digits.
    var text: String { String(value, radix: 36) }
}
