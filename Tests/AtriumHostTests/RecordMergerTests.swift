import AtriumSDK
import AtriumTesting
import GRDB
import Testing

@testable import AtriumHost

/// What the host keeps for a record goes over to the one that it is merged into.
@Suite struct RecordMergerTests {
    private let hub: TemporaryHub
    private let session: Session

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()])
        session = try hub.session()
    }

    private func merge(_ other: String, into record: String) throws {
        try hub.run("workshop merge", ["record": .text(record), "other": .text(other)])
    }

    private func names() throws -> [String] {
        try hub.items("workshop list").compactMap { $0["name"]?.textValue }
    }

    @Test func aFormerUIDFindsTheRecord() throws {
        let file = TextFile("a.lines", "tools:\nu1|saw\nu2|drill\naxe\n")
        try hub.importFile(file)
        try merge("u2", into: "u1")
        try merge("axe", into: "u1")
        #expect(try hub.run("workshop edit", ["record": .text("u2")])["uid"] == .text("u1"))
        let before = try session.contents()
        let report = try hub.importFile(file)
        #expect((report.unchanged, report.added, report.updated, report.conflicts) == (3, 0, 0, 0))
        #expect(try session.contents().difference(from: before) == [])
        // Another text under the former uid is about the merged record: a conflict, not a new record.
        let changed = try hub.importFile(TextFile("b.lines", "tools:\nu2|hammer\n"))
        #expect((changed.conflicts, changed.added) == (1, 0))
        #expect(try names() == ["saw"])
    }

    /// The record that remains has no file of its own; the merged one's is found by its uid alone.
    @Test func aRecordMadeHereTakesTheSourcesOver() throws {
        try hub.run("workshop add", ["name": .text("saw")])
        try hub.importFile(TextFile("a.lines", "tools:\nu2|drill\n"))
        try merge("u2", into: "saw")
        let report = try hub.importFile(TextFile("a.lines", "tools:\nu2|drill\n"))
        #expect((report.unchanged, report.added) == (1, 0))
        let sources = try session.vault.read { db in
            var found: [Source?] = []
            try RecordSources(db: db, collections: CollectionNumbers(db), registry: session.hub.registry)
                .forEachRecord(in: WorkshopModule.tools, format: LineFormat().id, where: "1") {
                    found.append($1)
                }
            return found
        }
        #expect(sources.count == 1)
        #expect(sources.first??.isOwn == false && sources.first??.isEdited == true)
    }

    @Test func anExporterGetsTheTextsOfAll() throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|saw\nu2|drill\nu3|axe\n"))
        try merge("u1", into: "u2")
        try session.vault.read { db in
            try RecordSources(db: db, collections: CollectionNumbers(db), registry: session.hub.registry)
                .forEachRecord(in: WorkshopModule.tools, format: LineFormat().id, where: "1") {
                    record, source in
                    let texts = source.map { [$0.text] + $0.merged }?.map {
                        String(decoding: $0, as: UTF8.self)
                    }
                    #expect(source?.isOwn == true)
                    #expect(source?.isEdited == (record == 2))
                    #expect(texts?.map { $0.prefix(2) } == (record == 2 ? ["u2", "u1"] : ["u3"]))
                }
        }
    }

    @Test func aRecordIsNotMergedWithItselfOrWithOneOfAnotherKind() throws {
        try hub.run("workshop add", ["name": .text("saw")])
        try hub.run("workshop shelves add", ["name": .text("top")])
        #expect(throws: AtriumError.self) { try merge("saw", into: "saw") }
        try session.vault.pool.write { db in
            let merger = RecordMerger(
                db: db, collections: try CollectionNumbers(db), registry: session.hub.registry)
            let tool = RecordReference(WorkshopModule.tools, 1)
            for (other, code) in [
                (RecordReference(WorkshopModule.shelves, 1), AtriumError.Code.badData),
                (RecordReference(WorkshopModule.tools, 7), .notFound),
            ] {
                let error = #expect(throws: AtriumError.self) { try merger.merge(other, into: tool) }
                #expect(error?.code == code)
            }
        }
    }

    @Test func whatARecordRefersToByItsFormerUIDGoesWithIt() throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|saw\nu2|drill\n"))
        let before = try session.contents()
        try merge("u2", into: "u1")
        #expect(try session.contents().rows["host_former_uid"]?.count == 1)
        try hub.run("workshop remove", ["record": .text("u2")])
        #expect(try session.contents().rows["host_former_uid"] == nil)
        #expect(try session.contradictions() == [])
        try hub.run("undo")
        try hub.run("undo")
        #expect(try session.contents().difference(from: before) == [])
    }
}
