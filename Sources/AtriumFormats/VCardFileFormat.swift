public import AtriumSDK
import ContentLine
import TextDecoding
import VCardFormat

/// vCard files as the SDK's ``Format``.
///
/// One empty container, items that hold a `VCard`. A component that is no card, such as a VCALENDAR among cards, comes
/// as an item of its own kind, which no module takes: it is counted, never passed over.
public struct VCardFileFormat: Format {
    /// How many bytes one item may have; smaller in tests.
    var maximumItemSize = ComponentSplitter.defaultMaximumItemSize

    /// Makes the format.
    public init() {}

    /// `vcard`.
    public var id: FormatID { .vcard }
    /// `vcf`, `vcard`.
    public var fileExtensions: [String] { ["vcf", "vcard"] }

    /// Certain where the file begins with BEGIN:VCARD, likely where that stands further down.
    public func confidence(in prefix: [UInt8]) -> FormatConfidence {
        if begins(prefix, with: "BEGIN:VCARD") { return .certain }
        return hasLine(prefix, beginningWith: "BEGIN:VCARD") ? .likely : .none
    }

    /// The card in UTF-8; see ``Format/exported(_:)``.
    public func exported(_ source: [UInt8]) -> [UInt8] { exportedContentLines(source) }

    /// Whether a card is one of another version, converted; see ``Format/isVariant(_:of:)``.
    public func isVariant(_ item: ItemSource, of kept: ItemSource) -> Bool {
        let (card, original) = (Self.card(item.text), Self.card(kept.text))
        guard card.version != original.version else { return false }
        return original.converted(to: card.version).card.component.written() == exported(item.text)
    }

    /// Whether a card is of an older version than another and says nothing that the other does not; see
    /// ``Format/isOlder(_:than:)``.
    public func isOlder(_ text: [UInt8], than source: [UInt8]) -> Bool {
        let (card, original) = (Self.card(text), Self.card(source))
        guard card.version < original.version else { return false }
        func comparable(_ line: ContentLine) -> String { line.canonicalName + ":" + line.text() }
        // Parameters that address books have no field for.
        func more(_ line: ContentLine) -> [String] {
            line.parameters.filter { !Self.comparedParameters.contains($0.name.uppercased()) }.map {
                "\(line.canonicalName);\($0.name.uppercased())=\($0.values)"
            }
        }
        let known = original.converted(to: card.version).card.component.properties
        let texts = Set(known.map(comparable))
        let parameters = Set(known.flatMap(more))
        return card.component.components.isEmpty
            && card.component.properties.allSatisfy {
                (Self.compared.contains($0.canonicalName) || texts.contains(comparable($0)))
                    && more($0).allSatisfy(parameters.contains)
            }
    }

    /// What address books have fields for, or only says how the value is written; the empty name is that of a bare value.
    private static let comparedParameters: Set<String> = [
        "", "TYPE", "PREF", "VALUE", "ENCODING", "CHARSET", "LANGUAGE", "MEDIATYPE", "LABEL", "GEO", "TZ",
        "CALSCALE",
        "X-ABLABEL",
    ]

    /// What address books have fields for, so that a module that finds two cards alike has looked at it.
    private static let compared: Set<String> = [
        "VERSION", "UID", "REV", "PRODID", "FN", "N", "NICKNAME", "PHOTO", "BDAY", "ANNIVERSARY", "GENDER",
        "ADR", "LABEL",
        "TEL", "EMAIL", "TITLE", "ROLE", "ORG", "CATEGORIES", "NOTE", "URL", "X-ABLABEL",
    ]

    private static func card(_ text: [UInt8]) -> VCard {
        VCardReader.read(RawItem(name: "VCARD", bytes: text)).card
    }

    /// Reads cards; see ``Format/read(_:events:)``.
    public func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String {
        try explainingContentLineErrors {
            var encodings = try ItemEncodings(file)
            try events(.container(Container(format: .vcard, source: [], value: ())))
            var reader = VCardReader(
                DecodingByteSource(try FileByteSource(file), eightBitText: .keep),
                maximumItemSize: maximumItemSize)
            while let event = try reader.next() {
                switch event {
                case .card(let item):
                    encodings.note(isUTF8: item.source.isUTF8)
                    let (source, uid) = item.source.withoutRecordUID
                    try events(
                        .item(
                            Item(
                                kind: .vcard, source: source.bytes, line: source.line,
                                value: uid == nil ? item.card : VCardReader.read(source).card,
                                issues: item.issues.map(ImportIssue.init), recordUID: uid)))
                case .other(let item):
                    encodings.note(isUTF8: item.isUTF8)
                    try events(
                        .item(
                            Item(
                                kind: ItemKind(rawValue: item.name.isEmpty ? "text" : item.name.lowercased()),
                                source: item.bytes, line: item.line, value: item, issues: [])))
                case .issue(let issue): try events(.issue(ImportIssue(issue)))
                }
            }
            return encodings.name
        }
    }
}
