import ContentLine

/// How a line was written before it was converted, for the parameter X-ATRIUM-ORIGINAL.
///
/// It counts as long as the line, and the one that goes with it, say what they did when this was written. The value is
/// stored as its difference from theirs, since most often, and for pictures always, they have nearly all in common.
struct OriginalLine {
    var version: VCardVersion
    /// Whether conversion put the line into a group of its own.
    var hasNewGroup: Bool
    /// Whether the card that stood behind it as lines (AGENT) was of another version and not converted.
    var keepsCard: Bool
    /// The line without its value.
    var head: String
    /// How many bytes the value has in common with what the line says now, at its beginning and its end.
    var prefix: Int
    var suffix: Int
    /// What stands between.
    var middle: [UInt8]
    /// The line that went with it.
    var satellite: (head: String, text: String)?
    /// Of all this, and of what the line and its satellite say that it stands at.
    private var fingerprint = ""
}

extension OriginalLine {
    /// Lines of `version`, to stand at one that says `wording`, with another that says `satelliteWording`.
    init(
        _ version: VCardVersion, line: LineDraft, satellite: LineDraft?, keepsCard: Bool = false,
        at wording: Wording, with satelliteWording: Wording?
    ) {
        let text = Array(line.text.utf8)
        let other = Array(wording.value.utf8)
        let limit = min(text.count, other.count)
        var prefix = 0
        while prefix < limit, text[prefix] == other[prefix] { prefix += 1 }
        var suffix = 0
        while suffix < limit - prefix, text[text.count - 1 - suffix] == other[other.count - 1 - suffix] {
            suffix += 1
        }
        self.init(
            version: version, hasNewGroup: wording.group == ConversionEntry.newGroup, keepsCard: keepsCard,
            head: line.head, prefix: prefix, suffix: suffix,
            middle: Array(text[prefix..<text.count - suffix]),
            satellite: satellite.map { ($0.head, $0.text) })
        fingerprint = fingerprint(at: wording, with: satelliteWording)
    }

    /// Whether this is whole, and the line that it stands at, and the one that goes with it, say what they did.
    func holds(at wording: Wording, with satellite: Wording?) -> Bool {
        guard !hasNewGroup || wording.group != nil && satellite?.group == wording.group else { return false }
        return fingerprint(at: wording, with: satellite) == fingerprint
    }

    /// FNV-1a of 64 bits, in hexadecimal digits.
    private func fingerprint(at wording: Wording, with satellite: Wording?) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        for field in fields { add(field) }
        for var wording in [wording] + (satellite.map { [$0] } ?? []) {
            // A group that conversion made gets its name only when the card is put together.
            if hasNewGroup { wording.group = wording.group.map { _ in ConversionEntry.newGroup } }
            add(wording.text.utf8)
        }
        return String(hash, radix: 16)
    }

    /// The line as it was, or `nil` if it was none that can stand in a card at its place.
    func line(at wording: Wording) -> ContentLine? {
        let other = Array(wording.value.utf8)
        guard prefix >= 0, suffix >= 0, prefix <= other.count, suffix <= other.count - prefix else {
            return nil
        }
        let value = other[..<prefix] + middle + other[(other.count - suffix)...]
        return line(head: head, text: String(decoding: value, as: UTF8.self))
    }

    /// The line that went with it.
    var satelliteLine: ContentLine? { satellite.flatMap { line(head: $0.head, text: $0.text) } }

    private func line(head: String, text: String) -> ContentLine? {
        guard let line = ContentLine(reading: Array((head + ":").utf8)), !line.isMalformed, !line.framesCard
        else { return nil }
        return LineDraft(group: line.group, name: line.name, parameters: line.parameters, text: text)
            .line(in: version)
    }
}

extension OriginalLine {
    private static let newGroupFlag: Character = "g"
    private static let keptCardFlag: Character = "c"

    /// All but the fingerprint.
    private var fields: [[UInt8]] {
        let flags = (hasNewGroup ? [Self.newGroupFlag] : []) + (keepsCard ? [Self.keptCardFlag] : [])
        let texts = [version.rawValue, String(flags), head, String(prefix), String(suffix)]
        let others = satellite.map { [$0.head, $0.text] } ?? []
        return texts.map { Array($0.utf8) } + [middle] + others.map { Array($0.utf8) }
    }

    /// Fields with bars between them, percent-encoded, so that any program takes it for one word.
    var encoded: String {
        ([Array(fingerprint.utf8)] + fields).map(Self.encode).joined(separator: "|")
    }

    /// Reads what ``encoded`` wrote; `nil` for anything else.
    init?(_ text: String) {
        let fields = text.split(separator: "|", omittingEmptySubsequences: false).map { Self.decode($0.utf8) }
        let texts = fields.map { String(decoding: $0, as: UTF8.self) }
        guard fields.count == 7 || fields.count == 9, let version = VCardVersion(rawValue: texts[1]),
            let prefix = Int(texts[4]), let suffix = Int(texts[5])
        else { return nil }
        self.init(
            version: version, hasNewGroup: texts[2].contains(Self.newGroupFlag),
            keepsCard: texts[2].contains(Self.keptCardFlag), head: texts[3], prefix: prefix, suffix: suffix,
            middle: fields[6], satellite: fields.count == 9 ? (texts[7], texts[8]) : nil)
        fingerprint = texts[0]
    }

    private static func encode(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: result.append(byte)
            default: result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
        func digit(_ byte: UInt8) -> UInt8? {
            Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
        }
        var result: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            if byte == 0x25, let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) {
                result.append(high << 4 | low)
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
