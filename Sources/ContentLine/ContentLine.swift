/// One line of a vCard or an iCalendar object: `group.NAME;PARAMETER=value:value`
/// (RFC 6350, section 3.3; RFC 5545, section 3.1; versit vCard 2.1, section 2.1).
///
/// A line that was read remembers the bytes it was read from. As long as nothing in it is changed it is written back
/// from these; after a change it is written anew from its parts.
///
/// The value is kept as it stands in the file: unfolded, but still escaped and still in its transfer encoding. Only
/// its charset is changed, to UTF-8 (except within QUOTED-PRINTABLE, where the bytes are not text yet). Read it with
/// ``text()``, ``list(separator:)``, ``structured()``, ``uri()`` or ``binary()``, by the value type of the property.
public struct ContentLine: Sendable {
    /// The group in front of the name (`item1` in `item1.TEL`), as written, or `nil`.
    public var group: String? {
        get { parts == nil ? head.group.map(string) : parts?.group }
        set { change(LineParts(group: newValue, name: name, parameters: parameters)) }
    }

    /// The name as written.
    ///
    /// Empty for a line that could not be read (see ``isMalformed``).
    public var name: String {
        get { parts?.name ?? string(head.name) }
        set {
            change(LineParts(group: group, name: newValue, parameters: parameters))
            canonicalName = newValue.asciiUppercased()
        }
    }

    /// The name in upper case, for comparisons.
    public private(set) var canonicalName: String

    /// The parameters in order.
    ///
    /// In a line that was read they are made whenever they are asked for; to look for one, ``parameter(_:)`` is
    /// cheaper.
    public var parameters: [Parameter] {
        get {
            guard hasParameters else { return [] }
            return parts?.parameters ?? withScanner { $0.parameters() }
        }
        set { change(LineParts(group: group, name: name, parameters: newValue)) }
    }

    /// What stands after the colon: unfolded, still escaped, UTF-8 (or QUOTED-PRINTABLE, or base64).
    public var value: ArraySlice<UInt8> {
        get { storage[valueRange] }
        set {
            change(LineParts(group: group, name: name, parameters: parameters))
            storage = Array(newValue)
            valueRange = 0..<storage.count
        }
    }

    /// The bytes the line was read from, with folds and line ends; `nil` if it was made or changed by the program.
    public var source: ArraySlice<UInt8>? {
        sourceRange.map { (sourceStorage ?? storage)[$0] }
    }

    /// What head and value stand in: the text of the whole item, if the line had no folds.
    ///
    /// All lines of an item share it, so that a line counts one reference and owns no memory.
    private var storage: [UInt8]
    private var valueRange: Range<Int>
    /// Where group, name and parameters stand in `storage`.
    private var head: LineHead
    /// Group, name and parameters of a line that was made or changed; they stand in no `storage`.
    private var parts: LineParts?
    /// What the line was read from, if not from `storage`.
    private var sourceStorage: [UInt8]?
    private var sourceRange: Range<Int>?

    /// The line in the file where it begins, counted from 1; 0 if it was made by the program.
    public private(set) var lineNumber: Int

    /// Whether ``source`` cannot be written into a UTF-8 file as it stands.
    var needsTranscoding: Bool

    /// Makes a line from its parts.
    ///
    /// `value` must already be escaped for its type.
    public init(group: String? = nil, name: String, parameters: [Parameter] = [], value: String) {
        self.init(
            .none, canonicalName: name.asciiUppercased(), storage: Array(value.utf8),
            valueRange: 0..<value.utf8.count, sourceRange: nil, lineNumber: 0)
        parts = LineParts(group: group, name: name, parameters: parameters)
    }

    /// Makes a line that was read: `sourceRange` is of `sourceStorage`, or, if that is `nil`, of `storage`.
    init(
        _ head: LineHead, canonicalName: String, storage: [UInt8], valueRange: Range<Int>,
        sourceStorage: [UInt8]? = nil, sourceRange: Range<Int>?, lineNumber: Int,
        needsTranscoding: Bool = false
    ) {
        self.head = head
        self.canonicalName = canonicalName
        self.storage = storage
        self.valueRange = valueRange
        self.sourceStorage = sourceStorage
        self.sourceRange = sourceRange
        self.lineNumber = lineNumber
        self.needsTranscoding = needsTranscoding
    }

    /// Puts in the same value in another charset, while the line stays as it was read.
    mutating func replaceValue(with bytes: [UInt8]) {
        let text = storage[head.start..<head.valueStart]
        sourceStorage = sourceStorage ?? storage
        storage = text + bytes
        head = head.moved(to: 0)
        valueRange = text.count..<storage.count
    }

    /// The line with a value that begins after a later colon: the text before it belongs to the last parameter.
    ///
    /// The line keeps its bytes. Returns nil if the program made or changed the line, or if the text before the colon
    /// cannot be read as parameters.
    ///
    /// - Parameter colon: the index of the colon in ``value``.
    package func withValue(after colon: Int) -> ContentLine? {
        guard parts == nil, valueRange.contains(colon), storage[colon] == 0x3A,
            let moved = storage.withUnsafeBytes({ head.withValue(after: colon, $0) })
        else { return nil }
        var line = self
        line.head = moved
        line.valueRange = colon + 1..<valueRange.upperBound
        return line
    }

    /// Puts in what shall stand before the colon from now on.
    private mutating func change(_ parts: LineParts) {
        self.parts = parts
        sourceRange = nil
    }

    /// Gives `body` the bytes of the value, without a copy.
    @inline(__always)
    func withValueBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        storage.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[valueRange])) }
    }

    private func string(_ range: Range<Int>) -> String {
        storage.withUnsafeBytes { $0.string(range) }
    }

    /// Gives `body` the parameters of a line that was read.
    @inline(__always)
    private func withScanner<Result>(_ body: (inout ParameterScanner) -> Result) -> Result {
        storage.withUnsafeBytes { bytes in
            // Not into the value, whose charset may have changed: a quote that stayed open could close there now.
            var scanner = ParameterScanner(
                bytes, from: head.parametersStart, to: head.valueStart, readsQuotes: head.readsQuotes,
                hasPlainColons: head.hasPlainColons)
            return body(&scanner)
        }
    }

    /// Appends group, name and parameters in the letters that the line was read from.
    ///
    /// Empty parameters (`;;`) stay, and CHARSET becomes UTF-8. Returns false, and appends nothing, if the program made or
    /// changed the line.
    func writeHeadAsRead(to output: inout [UInt8]) -> Bool {
        guard parts == nil else { return false }
        output.append(contentsOf: storage[head.start..<head.name.upperBound])
        withScanner { $0.writeParameters(to: &output) }
        return true
    }

    /// Whether this is text that could not be read as a line (no colon, no name).
    ///
    /// It has no name and no parameters; its value is the whole text, and it is written back as it was.
    public var isMalformed: Bool { canonicalName.isEmpty }
}

/// Group, name and parameters of a line that was made or changed.
private final class LineParts: Sendable {
    let group: String?
    let name: String
    let parameters: [Parameter]

    init(group: String?, name: String, parameters: [Parameter]) {
        self.group = group
        self.name = name
        self.parameters = parameters
    }
}

extension ContentLine: Equatable {
    /// Whether both say the same: group and name in any case, equal parameters and equal value.
    public static func == (left: ContentLine, right: ContentLine) -> Bool {
        left.canonicalName == right.canonicalName
            && left.group?.asciiUppercased() == right.group?.asciiUppercased()
            && left.parameters == right.parameters && left.value == right.value
    }
}

extension ContentLine {
    /// Whether there are any parameters.
    public var hasParameters: Bool { parts.map { !$0.parameters.isEmpty } ?? head.hasParameters }

    /// The first value of the first parameter of this name (given in upper case), or `nil`.
    public func parameter(_ name: String) -> String? {
        guard hasParameters else { return nil }
        if let parts { return parts.parameters.first { $0.isNamed(name) }?.values.first }
        return withScanner { scanner in
            while let found = scanner.next() {
                if found.isBare {
                    if name.isEmpty { return scanner.parameter(found).values.first }
                } else if scanner.isWord(name, found.range) {
                    return scanner.nextValue().map { scanner.text($0) }
                }
            }
            return nil
        }
    }

    /// Calls `body` with each value of the parameters of this name (given in upper case), in order.
    ///
    /// - Parameter orBare: also with the values that stand without a name (vCard 2.1); `body` is told which they are.
    package func forEachValue(
        ofParameter name: StaticString, orBare: Bool = false,
        _ body: (_ value: String, _ isBare: Bool) -> Void
    ) {
        guard hasParameters else { return }
        guard let parts else { return withScanner { $0.forEachValue(name, orBare: orBare, body) } }
        for parameter in parts.parameters
        where parameter.isNamed("\(name)") || (orBare && parameter.name.isEmpty) {
            for value in parameter.values { body(value, parameter.name.isEmpty) }
        }
    }

    /// Sets the parameter of this name (given in upper case) to these values: in the place of the first one,
    /// or at the end.
    ///
    /// No values remove it.
    public mutating func setParameter(_ name: String, to values: [String]) {
        var parameters = self.parameters
        let place = parameters.firstIndex { $0.isNamed(name) }
        parameters.removeAll { $0.isNamed(name) }
        if !values.isEmpty { parameters.insert(Parameter(name, values), at: place ?? parameters.count) }
        self.parameters = parameters
    }

    /// Whether a vCard 2.1 parameter without a name has this value (given in upper case), in any case.
    public func hasBareParameter(_ value: String) -> Bool {
        guard hasParameters else { return false }
        if let parts {
            return parts.parameters.contains {
                $0.name.isEmpty && $0.values.first?.asciiUppercased() == value
            }
        }
        return withScanner { scanner in
            while let found = scanner.next() {
                if found.isBare {
                    if scanner.isWord(value, found.range) { return true }
                } else if found.range.isEmpty, let first = scanner.nextValue(),
                    scanner.isWord(value, first.range)
                {
                    return true
                }
            }
            return false
        }
    }

    /// The transfer encoding that the parameters name, in the 3.0 form (`ENCODING=b`) or as a 2.1 word (`BASE64`).
    public var encoding: TransferEncoding {
        parts.map { TransferEncoding(naming: $0.parameters) } ?? head.encoding
    }

    /// The charset that the parameter CHARSET names, or `nil`.
    public var charset: String? { parameter("CHARSET") }

    /// Whether the value is the beginning of a card that goes on with the next line (`AGENT:BEGIN:VCARD`, vCard 2.1).
    var beginsCard: Bool {
        canonicalName == "AGENT" && withValueBytes { $0.beginsCard(0..<$0.count) }
    }

    /// Whether CHARSET names anything but UTF-8 or ASCII.
    var hasForeignCharset: Bool {
        guard parts != nil else { return head.hasForeignCharset }
        switch charset?.asciiUppercased() {
        case "UTF-8", "UTF8", "US-ASCII", "ASCII", "", nil: return false
        default: return true
        }
    }
}
