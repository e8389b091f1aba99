import AtriumHost
import HTTPTypes

/// The parts of a `multipart/form-data` body (RFC 7578), as ``MultipartReader`` gives them.
///
/// Names and file names are read as browsers write them: in quotes, in UTF-8, with `"`, CR and LF percent-encoded.
struct MultipartForm: Sendable {
    /// One part.
    struct Part: Sendable {
        /// The name of the field.
        let name: String
        /// The name of the file, without folders; nil for a part that is no file, empty for a file that has none.
        let fileName: String?
        /// The content.
        var content: [UInt8] = []

        /// Whether it stands for a file that nobody chose: browsers send one without name and content (HTML, section
        /// 4.10.21.4).
        var isNotChosen: Bool { fileName == "" && content.isEmpty }
    }

    let parts: [Part]

    /// What is said of a form that is not made of parts, or ends within one.
    static let broken = HTTPFailure.malformed(
        "the form's parts are broken", remedy: "send multipart/form-data")

    static let tooMany = HTTPFailure(
        .contentTooLarge, "too-large", "the form has more than \(ListLengths.formParts) parts",
        remedy: "send JSON, and files afterwards", headers: [.connection: "close"])

    /// How many bytes the lines at the head of a part may have.
    static let longestHead = 4096
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
        fileName = MultipartForm.parameter("filename", of: disposition).map { path in
            if path.isEmpty { return "" }
            let name = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
            return name.isEmpty || name.unicodeScalars.contains { $0.value < 0x20 } ? "file" : name
        }
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
