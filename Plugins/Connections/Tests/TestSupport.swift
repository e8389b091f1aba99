import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import SharedFiles
import Testing

@testable import Connections

/// The real files that the project is tested with.
enum Corpus {
    private static let root = SharedFiles.corpus

    static func bytes(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: root.appending(path: path)))
    }

    /// The paths of all files below a folder that have an extension.
    static func files(_ folder: String, extensions: Set<String>) -> [String] {
        guard let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path()) else {
            return []
        }
        return names.compactMap { $0 as? String }.filter { name in
            extensions.contains { name.lowercased().hasSuffix("." + $0) }
        }.map { folder + "/" + $0 }.sorted()
    }
}

/// The files that the module's tests bring with them.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        return try Array(Data(contentsOf: folder.appending(path: name)))
    }
}

/// Compares persons part by part, so that a failure says which part differs.
func expectEqual(
    _ left: Person, _ right: Person, _ comment: Comment? = nil, at place: SourceLocation = #_sourceLocation
) {
    #expect(left.name == right.name, comment, sourceLocation: place)
    #expect(left.details == right.details, comment, sourceLocation: place)
    #expect(left.addresses == right.addresses, comment, sourceLocation: place)
    #expect(left.tags == right.tags, comment, sourceLocation: place)
    var (one, other) = (left, right)
    for path in [\Person.details] { (one[keyPath: path], other[keyPath: path]) = ([], []) }
    (one.addresses, other.addresses) = ([], [])
    #expect(one == other, comment, sourceLocation: place)
}

extension Person {
    /// Every text in the person.
    var allTexts: [String] {
        let singles = SingleColumn.allCases.compactMap { $0.path.flatMap { self[keyPath: $0] } }
        let details = details.flatMap { [$0.value, $0.qualifier, $0.label].compactMap(\.self) + $0.types }
        let addresses = addresses.flatMap { address in
            (PostalAddress.components.compactMap { address[keyPath: $0] })
                + [address.formatted, address.label].compactMap(\.self) + address.types
        }
        return [displayName] + singles + details + addresses + tags
    }
}

extension TestVault {
    /// Runs an exporter as the host does, and gives the file.
    func export(_ exporter: Exporter, sources: [Int64: Source] = [:]) throws -> [UInt8] {
        var warnings: [String] = []
        return try export(exporter, sources: sources, warnings: &warnings)
    }

    /// The same, with what the exporter warns of.
    func export(
        _ exporter: Exporter, sources: [Int64: Source] = [:], options: DataObject = [:],
        warnings: inout [String]
    ) throws -> [UInt8] {
        var output: [UInt8] = []
        var given: [String] = []
        defer { warnings = given }
        try queue.read { db in
            try exporter.run(
                ExportContext(
                    db: db, now: now, settings: UserSettings(timeZone: .gmt),
                    arguments: Arguments(checked: options),
                    tags: tags, attachments: attachments, sources: TestSources(db: db, sources: sources),
                    links: NoLinks(), modules: NoModules(),
                    warn: { given.append($0) }
                ) { output += $0 })
        }
        return output
    }

    /// Lends a writer inside a transaction.
    func withWriter(_ body: (PersonWriter) throws -> Void) throws {
        try queue.write { db in
            try body(
                PersonWriter(
                    ImportContext(
                        db: db, now: now, settings: UserSettings(timeZone: .gmt),
                        options: ImportOptions(timeZone: .gmt), tags: tags, attachments: attachments,
                        links: NoLinks(), modules: NoModules())))
        }
    }

    /// Adds what was mapped, with the items' uids.
    func importAll(_ items: [MappedItem<PersonDraft>]) throws {
        try withWriter { writer in
            for (index, item) in items.enumerated() {
                _ = try writer.insert(item.draft, uid: item.uid ?? "made-\(index)", part: "")
            }
        }
    }

    func uid(_ id: Int64) throws -> String? {
        try queue.read {
            try String.fetchOne($0, sql: "SELECT uid FROM connections_person WHERE id = ?", arguments: [id])
        }
    }
}

/// Sources by record.
private struct TestSources: SourceStore {
    func layout(of container: Int64) throws -> String? { nil }
    func options(of container: Int64, in timeZone: TimeZone) -> ImportOptions {
        ImportOptions(timeZone: timeZone)
    }
    let db: Database
    let sources: [Int64: Source]

    func forEachRecord(
        in collection: CollectionID, format: FormatID, where condition: String,
        body: (Int64, Source?) throws -> Void
    ) throws {
        let ids = "SELECT r.id FROM connections_person r WHERE \(condition) ORDER BY r.id"
        for id in try Int64.fetchAll(db, sql: ids) {
            try body(id, sources[id])
        }
    }
    func isAnyWithoutSource(
        in collection: CollectionID, format: FormatID, where condition: String
    ) -> Bool { false }
    func container(_ id: Int64) throws -> [UInt8] { [] }
    func containers(of collection: CollectionID, format: FormatID, where condition: String)
        -> [(id: Int64, sources: Int)]
    { [] }
}

/// Files that several suites import, change and import again.
enum SampleFiles {
    /// A card with a UID.
    static func ada(note: String, phone: String, title: String = "Countess") -> TextFile {
        TextFile(
            "ada.vcf",
            "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:u1\r\nFN:Ada\r\nTEL:\(phone)\r\nTITLE:\(title)\r\nNOTE:\(note)\r\nEND:VCARD\r\n"
        )
    }

    /// How the columns of the tables are read.
    static let nameAndPhone: [(column: String, field: String)] = [("Name", "name"), ("Phone", "phone")]
    /// A table without identifiers.
    static let before = TextFile("q.csv", "Name,Phone\r\nBob,+49 30 123\r\nAl,+49 30 124\r\n")
    /// The same with another number of Bob's.
    static let after = TextFile("q2.csv", "Name,Phone\r\nBob,+49 30 999\r\nAl,+49 30 124\r\n")
}
