/// A JSON text that is being written.
struct JSONText: Sendable {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    init() { bytes.reserveCapacity(1 << 12) }

    mutating func object(_ body: (inout JSONText) throws -> Void) rethrows {
        try enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    mutating func list(_ body: (inout JSONText) throws -> Void) rethrows {
        try enclosed(UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func value(_ text: String?) {
        separate()
        guard var text else {
            bytes.append(contentsOf: "null".utf8)
            return
        }
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices where utf8[index] < 0x20 || utf8[index] == 0x22 || utf8[index] == 0x5C {
                bytes.append(contentsOf: utf8[start..<index])
                start = index + 1
                escape(utf8[index])
            }
            bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func value(_ number: Int64) {
        separate()
        bytes.append(contentsOf: String(number).utf8)
    }

    mutating func value(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    mutating func member(_ name: StaticString, _ value: String?) {
        self.name(name)
        self.value(value)
    }

    mutating func texts(_ name: StaticString, _ values: [String]) {
        self.name(name)
        list { for value in values { $0.value(value) } }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, byte])
        default:
            let figures = String(byte, radix: 16)
            bytes.append(
                contentsOf: ("\\u" + String(repeating: "0", count: 4 - figures.count) + figures).utf8)
        }
    }

    private mutating func enclosed(
        _ first: UInt8, _ last: UInt8, _ body: (inout JSONText) throws -> Void
    ) rethrows {
        separate()
        bytes.append(first)
        needsComma = false
        try body(&self)
        bytes.append(last)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
