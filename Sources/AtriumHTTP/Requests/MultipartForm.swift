import AtriumHost
import AtriumSDK
import HTTPTypes
import NIOCore

/// The parts of a `multipart/form-data` body (RFC 7578), which fits into memory.
///
/// Names and file names are read as browsers write them: in quotes, in UTF-8, with `"`, CR and LF percent-encoded.
struct MultipartForm {
    /// One part.
    struct Part {
        /// The name of the field.
        let name: String
        /// The name of the file, without folders; nil for a part that is no file.
        let fileName: String?
        /// The media type that the part names, in lower case.
        let type: String?
        /// The content.
        let content: [UInt8]
    }

    let parts: [Part]

    /// Reads the parts.
    ///
    /// - Parameter contentType: the header, which holds the boundary.
    /// - Throws: ``HTTPFailure``: 400 where the body is not made of parts, or ends within one; 413 where there are more than
    ///   ``ListLengths/formParts``.
    init(_ buffer: ByteBuffer, contentType: String) throws {
        guard let boundary = Self.parameter("boundary", of: contentType),
            (1...70).contains(boundary.utf8.count)
        else {
            throw HTTPFailure.malformed("the form has no boundary")
        }
        let bytes = Array(buffer.readableBytesView)
        let delimiter = Array("\r\n--\(boundary)".utf8)
        var parts: [Part] = []
        // The first delimiter may stand at the very beginning, without the line end that is part of the others.
        guard var position = Self.find(delimiter.dropFirst(2), in: bytes, from: 0, isAtStart: true) else {
            throw Self.broken
        }
        position += delimiter.count - 2
        while true {
            if bytes[position...].starts(with: "--".utf8) { break }
            position = try Self.skipLineEnd(bytes, position)
            guard let head = Self.find(Array("\r\n\r\n".utf8)[...], in: bytes, from: position - 2),
                let end = Self.find(delimiter[...], in: bytes, from: head + 2)
            else { throw Self.broken }
            guard parts.count < ListLengths.formParts else { throw Self.tooMany }
            let fields = try Self.fields(bytes[position..<max(position, head)])
            let start = head + 4
            parts.append(try Self.part(fields, content: start <= end ? Array(bytes[start..<end]) : []))
            position = end + delimiter.count
        }
        self.parts = parts
    }

    private static let broken = HTTPFailure.malformed(
        "the form's parts are broken", remedy: "send multipart/form-data")

    private static let tooMany = HTTPFailure(
        .contentTooLarge, "too-large", "the form has more than \(ListLengths.formParts) parts",
        remedy: "send JSON, and files afterwards")

    private static func skipLineEnd(_ bytes: [UInt8], _ start: Int) throws -> Int {
        var position = start
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
        guard bytes[position...].starts(with: "\r\n".utf8) else { throw broken }
        return position + 2
    }

    /// The first place of a pattern; with `isAtStart`, either the very beginning or after a line end.
    private static func find(
        _ pattern: ArraySlice<UInt8>, in bytes: [UInt8], from start: Int, isAtStart: Bool = false
    ) -> Int? {
        guard let first = pattern.first, bytes.count >= pattern.count else { return nil }
        var position = max(0, start)
        while let found = bytes[position...].firstIndex(of: first), found + pattern.count <= bytes.count {
            let isHere = bytes[found..<found + pattern.count].elementsEqual(pattern)
            if isHere, !isAtStart || found == 0 || bytes[found - 1] == 0x0A { return found }
            position = found + 1
        }
        return nil
    }

    private static func fields(_ head: ArraySlice<UInt8>) throws -> [String: String] {
        guard head.count <= 4096, let text = String(validating: head, as: UTF8.self) else { throw broken }
        var fields: [String: String] = [:]
        for line in text.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { throw broken }
            fields[line[..<colon].trimmed.lowercased()] = line[line.index(after: colon)...].trimmed
        }
        return fields
    }

    private static func part(_ fields: [String: String], content: [UInt8]) throws -> Part {
        guard let disposition = fields["content-disposition"],
            disposition.lowercased().hasPrefix("form-data"),
            let name = parameter("name", of: disposition)
        else { throw broken }
        let fileName = parameter("filename", of: disposition).map { path in
            let name = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
            return name.isEmpty || name.unicodeScalars.contains { $0.value < 0x20 } ? "file" : name
        }
        return Part(
            name: name, fileName: fileName,
            type: fields["content-type"]?.split(separator: ";").first?.trimmed.lowercased(), content: content)
    }

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
