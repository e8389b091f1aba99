import AtriumSDK
import CSVFormat
import Foundation
import Testing

@testable import Connections

/// The README says what the code does: each name of it stands there.
@Suite struct ReadmeTests {
    private let text: String

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        text = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    }

    /// By itself, or with its folder.
    @Test func namesEveryFile() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names where name != "README.md" && name != "Tests" {
            let isNamed = name.hasSuffix(".swift") ? text.contains("`\(name)`") : text.contains("`\(name)/`")
            #expect(isNamed, "\(name)")
        }
    }

    @Test func namesEveryCommand() {
        for command in connectionsModule.collections.flatMap(\.commands) {
            #expect(text.contains("`connections \(command.declaration.name)`"), "\(command.declaration.name)")
        }
    }

    @Test func namesEveryTable() {
        let sql = connectionsMigrations.map(\.sql).joined()
        for match in sql.matches(of: /CREATE TABLE (\w+)/)
        where !sql.contains("ALTER TABLE \(match.1) RENAME") {
            #expect(text.contains("`\(match.1)`"), "\(match.1)")
        }
    }

    @Test func namesEveryProfile() {
        for dialect in ContactProfiles.all {
            #expect(text.contains("`\(dialect.profile.name)`"), "\(dialect.profile.name)")
            for column in dialect.profile.signature { #expect(text.contains(column), "\(column)") }
        }
    }

    @Test func namesEveryColumnOfOurOwn() {
        for (_, column) in ContactProfiles.ownSingles { #expect(text.contains("`\(column)`"), "\(column)") }
        for kind in DetailKind.allCases where kind != .custom {
            let column = ContactProfiles.ownColumn(kind, .value, "1")
            #expect(text.contains("`\(column)`"), "\(column)")
        }
        for part in ContactProfiles.ownAddressParts {
            let column = ContactProfiles.ownColumn(part, "1").replacing("Address 1 ", with: "")
            #expect(text.contains("… \(column)`") || text.contains("`Address 1 \(column)`"), "\(column)")
        }
    }
}
