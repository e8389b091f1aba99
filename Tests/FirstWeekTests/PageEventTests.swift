import AtriumHost
import AtriumSDK
import AtriumTesting
import HTTPTypes
import Testing

@testable import AtriumHTTP

/// Events as their pages and the list show them.
@Suite struct PageEventTests {
    private static func calendar(_ lines: [String]) -> TextFile {
        let events = ["BEGIN:VEVENT", "UID:a", "SUMMARY:Tea"] + lines + ["END:VEVENT"]
        let text = (["BEGIN:VCALENDAR", "VERSION:2.0"] + events + ["END:VCALENDAR"]).joined(separator: "\r\n")
        return TextFile("a.ics", text + "\r\n")
    }

    /// Rows i38 and i48 of the reported files: documents have their own names, on the page and in downloads.
    @Test func documentsHaveTheirNames() async throws {
        let server = try PageServer()
        try server.hub.importFile(
            Self.calendar([
                "DTSTART:20260301T100000Z",
                "ATTACH;VALUE=BINARY;ENCODING=BASE64;X-FILENAME=\"a, ü.bin\":AAEC",
                "ATTACH;VALUE=BINARY;ENCODING=BASE64;FILENAME=copy.bin:AAEC",
                "ATTACH;FILENAME=/scan.pdf;FMTTYPE=application/pdf:/index.php/f/1",
                "ATTACH;X-APPLE-FILENAME=cloud.pdf:https://cloud.example.org/x",
                "ATTACH;FILENAME=\"<b>.txt\":javascript:alert(1)",
            ]))
        let cookie = try await server.logIn()
        let page = try await server.get("/calendar/1", cookie).text
        let hash = "ae4b3280e56e2faf83f414a6e3dabe9d5fbe18976544c05fed121accb85b53fc"
        let links = [
            (
                name: "a, ü.bin", query: "a%2C%20%C3%BC.bin",
                header: "attachment; filename=\"a, _.bin\"; filename*=UTF-8''a%2C%20%C3%BC.bin"
            ), (name: "copy.bin", query: "copy.bin", header: "attachment; filename=\"copy.bin\""),
        ]
        for link in links {
            let address = "/api/v1/attachments/\(hash)?name=\(link.query)"
            #expect(page.contains("href=\"\(address)\"") && page.contains(">\(link.name)</a>"))
            let answer = try await server.get(address, cookie)
            #expect(answer.status == 200)
            #expect(answer.headers[.contentDisposition] == link.header)
        }
        // A name that no record gives is not sent back.
        let other = try await server.get("/api/v1/attachments/\(hash)?name=evil.exe", cookie)
        #expect(other.headers[.contentDisposition]?.contains("evil") == false)
        #expect(try await server.get("/api/v1/attachments/\(hash)?nom=x", cookie).status == 400)
        #expect(page.contains(">cloud.pdf</a>") && page.contains("href=\"https://cloud.example.org/x\""))
        #expect(page.contains("scan.pdf") && page.contains("/index.php/f/1"))
        #expect(page.contains("&lt;b&gt;.txt") && !page.contains("href=\"javascript"))
    }

    /// An event without a start is marked in the list and on its page, which both lead to its form.
    @Test func anEventWithoutAStartIsMarked() async throws {
        let server = try PageServer()
        try server.hub.importFile(Self.calendar(["DTSTART:2026-13-45"]))
        let cookie = try await server.logIn()
        let words = "The start (DTSTART) in the file is “2026-13-45”, which is not a date or time."
        for path in ["/calendar/1", "/calendar?view=list"] {
            let page = try await server.get(path, cookie).text
            #expect(page.contains(words), "\(path)")
            #expect(page.contains("href=\"/calendar/1/edit"), "\(path)")
        }
        try server.hub.run(
            "calendar edit", ["record": .integer(1), "start": .text("2026-03-01T10:00:00Z")])
        for path in ["/calendar/1", "/calendar?view=list"] {
            #expect(try await server.get(path, cookie).text.contains("which is not a date") == false)
        }
    }
}
