import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Connections

@Suite struct PhotoTests {
    private let hub: TemporaryHub

    init() throws { hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat()]) }

    private func card(_ title: String) -> TextFile {
        TextFile(
            "ada.vcf",
            """
            BEGIN:VCARD
            VERSION:4.0
            UID:ada
            FN:Ada
            TITLE:\(title)
            PHOTO:data:image/gif;base64,R0lGODdhAQABAA==
            END:VCARD

            """)
    }

    /// The paths of all attachments' files.
    private func files() throws -> [String] {
        let home = hub.hub.home
        let paths = FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.contains("/files/") }.map { home + "/" + $0 }
    }

    @Test func aPhotoWhoseFileIsLostComesBackWithTheNextImport() throws {
        try hub.importFile(card("Countess"))
        let paths = try files()
        #expect(paths.count == 1)
        // With another value changed, and with none that a record keeps.
        for title in ["Lady", "Lady\nX-FOO:1"] {
            for path in paths { try FileManager.default.removeItem(atPath: path) }
            let report = try hub.importFile(card(title))
            #expect(report.updated == 1)
            #expect(report.issues.isEmpty)
            #expect(try files() == paths)
        }
    }
}
