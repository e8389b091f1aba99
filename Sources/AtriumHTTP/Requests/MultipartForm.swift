import AtriumHost
import HTTPTypes

/// The parts of a `multipart/form-data` body (RFC 7578) in memory, as ``MultipartReader`` gives them.
///
/// Names and file names are read as browsers write them: in quotes, in UTF-8, with `"`, CR and LF percent-encoded.
struct MultipartForm: Sendable {
    /// One part.
    struct Part: Sendable {
        /// The name of the field.
        let name: String
        /// The name of the file, without folders; nil for a part that is no file, empty for a file that has none.
        let fileName: String?
        /// The same with the folders in which the file stood, as browsers say them of a folder: words, never a path to open.
        let filePath: String?
        /// The content.
        var content: [UInt8] = []

        /// Whether it stands for a file that nobody chose: browsers send one without name and content (HTML, section
        /// 4.10.21.4).
        var isNotChosen: Bool { fileName == "" && content.isEmpty }
    }

    private(set) var parts: [Part] = []
    /// The part that is being read.
    private var part: Part?
    /// The fields that are files.
    private let files: Set<String>
    /// How many bytes all parts may have together that are no files: read, they take many times as much memory.
    private let textLimit: Int
    private var textBytes = 0
    /// How many bytes are still announced.
    private var announced: Int
    /// Whether the first large file was given all the room that it can need.
    private var hasRoom = false

    /// Begins with nothing.
    ///
    /// - Parameters:
    ///   - length: how many bytes the request announces; nil where it does not.
    ///   - files: the fields that are files.
    ///   - textLimit: how many bytes all others may have together.
    init(length: Int?, files: Set<String>, textLimit: Int) {
        (announced, self.files, self.textLimit) = (length ?? 0, files, textLimit)
    }

    /// What is said of a form that is not made of parts, or ends within one.
    static let broken = HTTPFailure.malformed(
        "the form's parts are malformed", remedy: "send multipart/form-data")

    static let tooMany = HTTPFailure(
        .contentTooLarge, "too-large", "the form has more than \(ListLengths.formParts) parts",
        remedy: "send JSON, and files afterwards", headers: [.connection: "close"])

    /// How many bytes the lines at the head of a part may have.
    static let longestHead = 4096
}

extension MultipartForm: MultipartSink {
    mutating func begin(_ part: Part) { self.part = part }

    /// - Throws: ``HTTPFailure`` with status 413 where there is too much text.
    mutating func append(_ bytes: ArraySlice<UInt8>) throws {
        announced = max(0, announced - bytes.count)
        if let name = part?.name, !files.contains(name) {
            textBytes += bytes.count
            guard textBytes <= textLimit else { throw HTTPFailure.tooLarge(textLimit) }
        }
        let size = part?.content.count ?? 0
        if size >= Self.largePart, !hasRoom {
            // All at once: to grow it, an array is copied, and both are in memory meanwhile. Room that nothing is written to
            // takes none. A second large part grows, so that many parts do not ask for more than there is.
            part?.content.reserveCapacity(size + bytes.count + announced)
            hasRoom = true
        }
        part?.content += bytes
    }

    mutating func end() {
        if let part { parts.append(part) }
        part = nil
    }

    private static let largePart = 1 << 16
}

extension MultipartForm.Part {
    /// Reads the lines at the head of a part.
    ///
    /// - Throws: ``MultipartForm/broken``.
    init(head: ArraySlice<UInt8>) throws(HTTPFailure) {
        guard head.count <= MultipartForm.longestHead, let text = String(validating: head, as: UTF8.self)
        else { throw MultipartForm.broken }
        var fields: [String: String] = [:]
        for line in text.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { throw MultipartForm.broken }
            fields[line[..<colon].trimmed.lowercased()] = line[line.index(after: colon)...].trimmed
        }
        guard let disposition = fields["content-disposition"],
            disposition.lowercased().hasPrefix("form-data"),
            let name = MultipartForm.parameter("name", of: disposition)
        else { throw MultipartForm.broken }
        self.name = name
        let path = MultipartForm.parameter("filename", of: disposition)
        let parts = (path ?? "").split { (letter: Character) in letter == "/" || letter == "\\" }
        let names = parts.map(String.init).filter { (name: String) in name != "." && name != ".." }
        func label(_ names: some Collection<String>) -> String? {
            guard let path, !path.isEmpty else { return path }
            let label = names.joined(separator: "/")
            return label.isEmpty || label.unicodeScalars.contains { $0.value < 0x20 } ? "file" : label
        }
        fileName = label(names.suffix(1))
        filePath = label(names)
    }
}

extension MultipartForm {
    /// The value of a parameter of a header field, as `form-data; name="value"` has it.
    static func parameter(_ name: String, of header: String) -> String? {
        var rest = header[...]
        while let semicolon = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: semicolon)...].drop { $0 == " " || $0 == "\t" }
            guard let equals = rest.firstIndex(of: "=") else { return nil }
            let key = rest[..<equals].trimmed.lowercased()
            rest = rest[rest.index(after: equals)...]
            let value: Substring
            if rest.first == "\"" {
                rest = rest.dropFirst()
                guard let quote = rest.firstIndex(of: "\"") else { return nil }
                value = rest[..<quote]
                rest = rest[rest.index(after: quote)...]
            } else {
                value = rest.prefix { $0 != ";" }
                rest = rest.dropFirst(value.count)
            }
            if key == name {
                return String(value).replacing("%22", with: "\"").replacing("%0D", with: "\r")
                    .replacing("%0A", with: "\n")
            }
        }
        return nil
    }
}
