import ContentLine

/// A line and those that say something about it: what is converted as one.
struct ConversionEntry {
    var main: LineParts
    /// X-ABLabel, LABEL or SORT-STRING.
    var satellite: LineParts?
    /// The lines as they were read, where they were.
    var lines: (main: ContentLine, satellite: ContentLine?)?
    /// Whether other lines stand in the same group.
    var sharesGroup = false
    /// Whether the line must be grouped with its satellite, so that they are found together.
    var needsGroup = false

    /// A group that gets its name when the whole card is put together.
    static let newGroup = "\u{1}"

    /// Whether both say the same; a group that has no name yet is any group.
    func matches(_ other: ConversionEntry) -> Bool {
        var copy = self
        if copy.main.group == Self.newGroup {
            guard other.main.group != nil else { return false }
            copy.main.group = other.main.group
            copy.satellite?.group = other.main.group
        }
        return copy.main == other.main && copy.satellite == other.satellite
    }

    /// The lines as they were read, or as they would be written.
    func drafts(in version: VCardVersion) -> (main: LineDraft, satellite: LineDraft?) {
        (
            lines.map { LineDraft($0.main) } ?? main.draft(in: version),
            satellite.map { parts in lines?.satellite.map(LineDraft.init) ?? parts.draft(in: version) }
        )
    }

    /// The same after it was written and read in a version.
    func reread(in version: VCardVersion) -> ConversionEntry {
        func reread(_ parts: LineParts) -> LineParts {
            guard case .card(let card) = parts.value else {
                return LineParts(parts.draft(in: version).line(in: version), in: version)
            }
            return LineParts(parts.draft(in: version).line(in: version), in: version, card: card)
        }
        return ConversionEntry(
            main: reread(main), satellite: satellite.map(reread), sharesGroup: sharesGroup,
            needsGroup: needsGroup)
    }
}

/// How a line was written before it was converted, for the parameter X-ATRIUM-ORIGINAL.
///
/// The value is stored as its difference from what converting back makes of the line, since most often, and for
/// pictures always, they have nearly all in common.
struct OriginalLine {
    var version: VCardVersion
    /// The line without its value.
    var head: String
    /// How many bytes the value has in common with the one that is converted back, at its beginning and its end.
    var prefix: Int
    var suffix: Int
    /// What stands between.
    var middle: [UInt8]
    /// The line that went with it, whole.
    var satellite: String?
    /// Whether the card that stood behind it as lines (AGENT) was of another version and not converted.
    var keepsCard = false
}

extension OriginalLine {
    init(_ version: VCardVersion, line: LineDraft, satellite: LineDraft?, converted: String) {
        let text = Array(line.text.utf8)
        let other = Array(converted.utf8)
        let limit = min(text.count, other.count)
        var prefix = 0
        while prefix < limit, text[prefix] == other[prefix] { prefix += 1 }
        var suffix = 0
        while suffix < limit - prefix, text[text.count - 1 - suffix] == other[other.count - 1 - suffix] {
            suffix += 1
        }
        self.init(
            version: version, head: line.head, prefix: prefix, suffix: suffix,
            middle: Array(text[prefix..<text.count - suffix]),
            satellite: satellite.map { $0.head + ":" + $0.text })
    }

    /// The line, or `nil` if `converted` is not what it was when this was written.
    func line(converted: String) -> ContentLine? {
        let other = Array(converted.utf8)
        guard prefix >= 0, suffix >= 0, prefix <= other.count, suffix <= other.count - prefix else {
            return nil
        }
        let value = String(
            decoding: other[..<prefix] + middle + other[(other.count - suffix)...], as: UTF8.self)
        return Self.line(head: head, value: value, in: version)
    }

    var satelliteLine: ContentLine? {
        satellite.flatMap { text in
            // A colon within quotes is not the one before the value; reading finds it.
            ContentLine(reading: Array(text.escapingLineFeeds().utf8))
        }
    }

    private static func line(head: String, value: String, in version: VCardVersion) -> ContentLine? {
        guard let line = ContentLine(reading: Array((head + ":").utf8)), !line.isMalformed else { return nil }
        return LineDraft(group: line.group, name: line.name, parameters: line.parameters, text: value)
            .line(in: version)
    }
}

extension OriginalLine {
    /// Fields with bars between them, percent-encoded, so that any program takes it for one word.
    var encoded: String {
        let fields =
            [version.rawValue, head, String(prefix), String(suffix)].map { Array($0.utf8) } + [middle]
        let last = keepsCard ? Self.keptCard : satellite
        return (fields + (last.map { [Array($0.utf8)] } ?? [])).map(Self.encode).joined(separator: "|")
    }

    /// Stands in the place of a line that went with it, which AGENT has none of.
    private static let keptCard = "VCARD"

    init?(_ text: String) {
        let fields = text.split(separator: "|", omittingEmptySubsequences: false).map { Self.decode($0.utf8) }
        let texts = fields.map { String(decoding: $0, as: UTF8.self) }
        guard 5...6 ~= fields.count, let version = VCardVersion(rawValue: texts[0]),
            let prefix = Int(texts[2]),
            let suffix = Int(texts[3])
        else { return nil }
        let last = fields.count == 6 ? texts[5] : nil
        self.init(
            version: version, head: texts[1], prefix: prefix, suffix: suffix, middle: fields[4],
            satellite: last == Self.keptCard ? nil : last, keepsCard: last == Self.keptCard)
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
