import Foundation

/// A strict parser for a JSON text (RFC 8259).
///
/// The parser accepts only UTF-8, and rejects repeated names in an object and data after the value.
///
/// The nesting depth is bounded, so that no text exhausts the stack. The memory is bounded by about thirteen
/// times the text's length.
struct JSONParser {
    /// An error with its position in bytes.
    struct Failure: Error {
        let offset: Int
        let reason: String
    }

    /// The largest nesting depth of lists and objects.
    static let maximumDepth = 128

    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0

    /// Parses a JSON text and returns the value.
    ///
    /// - Throws: ``Failure``.
    static func value(of bytes: UnsafeBufferPointer<UInt8>) throws -> DataValue {
        var parser = JSONParser(bytes: bytes)
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.offset == bytes.count else { throw parser.failure("there is text after the value") }
        return value
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private func failure(_ reason: String) -> Failure { Failure(offset: offset, reason: reason) }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    private mutating func value(depth: Int) throws -> DataValue {
        guard depth <= Self.maximumDepth else { throw failure("the nesting is too deep") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
        case nil: throw failure("the text ends too early")
        default: throw failure("this is not the beginning of a value")
        }
    }

    private mutating func word(_ word: StaticString, _ value: DataValue) throws -> DataValue {
        for index in 0..<word.utf8CodeUnitCount {
            guard take(word.utf8Start[index]) else { throw failure("this is not the beginning of a value") }
        }
        return value
    }

    private mutating func list(depth: Int) throws -> DataValue {
        offset += 1
        var values: [DataValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .list(values) }
        while true {
            values.append(try value(depth: depth + 1))
            skipSpace()
            if take(UInt8(ascii: "]")) { return .list(values) }
            guard take(UInt8(ascii: ",")) else { throw failure("a comma or ] is missing") }
        }
    }

    private mutating func object(depth: Int) throws -> DataValue {
        offset += 1
        var entries: [(String, DataValue)] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object([:]) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure("a name in quotes is missing") }
            let name = try text()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw failure("a colon is missing") }
            entries.append((name, try value(depth: depth + 1)))
            skipSpace()
            if take(UInt8(ascii: "}")) { break }
            guard take(UInt8(ascii: ",")) else { throw failure("a comma or } is missing") }
        }
        guard let object = DataObject(unique: entries) else {
            throw failure("an object contains a name twice")
        }
        return .object(object)
    }

    // MARK: - Numbers

    /// Reads a number: an integer if the number is whole and fits in 64 bits, in any notation, or a decimal.
    private mutating func number() throws -> DataValue {
        let start = offset
        var isWhole = true
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isWhole = false
            offset += 1
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let figures = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isWhole, let number = Int64(figures) { return .integer(number) }
        guard let number = Double(figures), number.isFinite else { throw failure("the number is too large") }
        // An integer beyond 64 bits must not become a different 64-bit integer by rounding.
        return (isWhole ? nil : Int64(exactly: number)).map(DataValue.integer) ?? .decimal(number)
    }

    private mutating func digits() throws {
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        guard offset > start else { throw failure("a digit is missing") }
    }

    // MARK: - Texts

    private mutating func text() throws -> String {
        offset += 1
        var start = offset
        var decoded: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                let rest = bytes[start..<offset]
                let text = decoded.isEmpty ? String(validating: rest, as: UTF8.self) : nil
                if !decoded.isEmpty { decoded.append(contentsOf: rest) }
                guard let text = text ?? (decoded.isEmpty ? nil : String(validating: decoded, as: UTF8.self))
                else { throw failure("a string is not UTF-8") }
                offset += 1
                return text
            case UInt8(ascii: "\\"):
                decoded.append(contentsOf: bytes[start..<offset])
                offset += 1
                decoded.append(contentsOf: try escaped())
                start = offset
            case 0..<0x20: throw failure("a string contains a control character")
            default: offset += 1
            }
        }
        throw failure("a string has no closing quote")
    }

    private mutating func escaped() throws -> [UInt8] {
        guard let byte = next else { throw failure("the text ends too early") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(try escapedScalar()).utf8)
        default: throw failure("this escape does not exist")
        }
    }

    /// Reads the scalar after `\u`; a scalar beyond the first plane is written as two surrogates.
    private mutating func escapedScalar() throws -> Character {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return Character(scalar) }
        guard (0xD800..<0xDC00).contains(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw failure("half of a surrogate pair is missing")
        }
        let second = try hexadecimal()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw failure("half of a surrogate pair is missing") }
        return Character(scalar)
    }

    private mutating func hexadecimal() throws -> UInt32 {
        guard offset + 4 <= bytes.count else { throw failure("the text ends too early") }
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else {
                throw failure("four hexadecimal digits are required")
            }
            value = value << 4 + UInt32(digit)
            offset += 1
        }
        return value
    }
}
