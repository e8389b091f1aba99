import AtriumHost
import HTTPTypes
import Testing

@testable import AtriumHTTP

/// Forms that come in pieces.
@Suite struct MultipartReaderTests {
    private static let type = "multipart/form-data; boundary=\"a-b\""
    private static let form = [
        "what comes before\r\n--a-b  \r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n",
        "a\r\n--a-\r\nb\r\n--a-b\r\n",
        "content-disposition: FORM-DATA; filename=\"C:\\x/%22y\"; name=file\r\nContent-Type: image/png\r\n\r\n",
        "\u{0}\r\n\r\n--a-\r\n--a-b\r\nContent-Disposition: form-data; name=none\r\n\r\n\r\n--a-b\r\n",
        "Content-Disposition: form-data; name=nothing\r\n\r\n--a-b--\r\nand after\r\n--a-b\r\n",
    ].joined()

    private static func read(
        _ text: String, inPiecesOf size: Int, length: Int? = nil, textLimit: Int = 1000
    ) throws -> MultipartForm {
        var reader = try MultipartReader(
            contentType: type, mostParts: 1000,
            MultipartForm(length: length, files: ["file"], textLimit: textLimit))
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try reader.read(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return try reader.finish()
    }

    /// However it is cut: in single bytes, in pieces of every size, and as a whole.
    @Test func aFormIsReadHoweverItComes() throws {
        for size in 1...Self.form.utf8.count {
            let parts = try Self.read(Self.form, inPiecesOf: size, length: Self.form.utf8.count).parts
            #expect(parts.map(\.name) == ["title", "file", "none", "nothing"], "\(size)")
            #expect(parts.map(\.fileName) == [nil, "\"y", nil, nil], "\(size)")
            let contents = parts.map { String(decoding: $0.content, as: UTF8.self) }
            #expect(contents == ["a\r\n--a-\r\nb", "\u{0}\r\n\r\n--a-", "", ""], "\(size)")
        }
    }

    /// Wherever it ends too early it is broken, and nothing worse.
    @Test func aFormThatEndsEarlyIsBroken() throws {
        let end = try #require(Self.form.firstRange(of: "--a-b--"))
        for count in 0..<Self.form[..<end.lowerBound].utf8.count {
            let failure = #expect(throws: HTTPFailure.self) {
                try Self.read(String(decoding: Self.form.utf8.prefix(count), as: UTF8.self), inPiecesOf: 7)
            }
            #expect(failure?.status == .badRequest)
        }
    }

    @Test(arguments: [
        "--a-b\r\nContent-Disposition: form-data; name=\"x\r\n\r\n", "--a-b\r\nno field\r\n\r\n",
        "--a-bc\r\n",
        "--a-b --\r\n", "--a-b\r\nContent-Disposition: attachment; name=x\r\n\r\n",
        "--a-b\r\nX: \(String(repeating: "x", count: 5000))",
    ])
    func whatIsNoPartIsRefusedAsItComes(text: String) throws {
        for size in [1, 100, text.utf8.count] {
            var reader = try MultipartReader(
                contentType: Self.type, mostParts: 1000,
                MultipartForm(length: nil, files: ["file"], textLimit: 1000))
            let failure = #expect(throws: HTTPFailure.self) {
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    try reader.read(rest.prefix(size))
                    rest = rest.dropFirst(size)
                }
            }
            #expect(failure?.status == .badRequest)
        }
    }

    /// What is no file is bounded, over all parts; files are not.
    @Test(arguments: [(500, 500, true), (500, 501, false), (1001, 0, false)])
    func textIsBounded(first: Int, second: Int, isTaken: Bool) throws {
        func part(_ name: String, _ count: Int) -> String {
            "--a-b\r\nContent-Disposition: form-data; name=\(name)\r\n\r\n"
                + String(repeating: "x", count: count) + "\r\n"
        }
        let text = part("one", first) + part("file", 300_000) + part("two", second) + "--a-b--"
        do {
            let form = try Self.read(text, inPiecesOf: 1000, length: text.utf8.count)
            #expect(isTaken)
            #expect(form.parts.map(\.content.count) == [first, 300_000, second])
            // It was given its room once, and no more than was announced.
            #expect((300_000..<310_000).contains(form.parts[1].content.capacity))
        } catch let failure as HTTPFailure {
            #expect(!isTaken)
            #expect(failure.status == .contentTooLarge)
        }
    }
}
