import AtriumSDK
import GRDB

/// Decides what an item is to the vault, and makes it so; see "An import" in docs/architecture.md.
///
/// An item is known again by its identifier (with its part and the writer's scope), which its record has as uid. Without
/// one it is known by the hash of its text without line ends, of which its record's uid is made; else by a fingerprint.
/// Where several in one import have the same identifier, the first has the record of that uid, and the others are known
/// by the identifier as key; in the order of the files.
final class ItemWriter {
    let rows: SourceRows
    let view: RecordView
    let writer: any RecordWriter
    /// The same, where it can more than others.
    private let adopting: (any AdoptingWriter)?
    private let placing: (any PlacingWriter)?
    private let selective: (any SelectiveWriter)?
    private let relating: (any RelatingWriter)?
    private let matching: (any MatchingWriter)?
    let messages: (any MessageWriter)?
    let merge: ConflictMerge
    let kept: KeptSources
    let fingerprints: FingerprintMatching
    let merged: MergedSources
    /// The items that share a UID in this file.
    var namesakes = Namesakes()

    init(
        writer: any RecordWriter, rows: SourceRows, view: RecordView, kept: KeptSources,
        fingerprints: FingerprintMatching, tags: RecordTags, db: Database
    ) {
        self.writer = writer
        adopting = writer as? any AdoptingWriter
        placing = writer as? any PlacingWriter
        selective = writer as? any SelectiveWriter
        relating = writer as? any RelatingWriter
        matching = writer as? any MatchingWriter
        messages = writer as? any MessageWriter
        self.rows = rows
        self.view = view
        self.kept = kept
        self.fingerprints = fingerprints
        merged = MergedSources(rows: rows, kept: kept, writer: writer)
        merge = ConflictMerge(writer: writer, view: view, kept: kept, tags: tags, db: db)
    }

    func begin(_ container: Container) throws { try writer.begin(container) }
    /// What was done for the last item has been taken back.
    func forget() {
        writer.forget()
        rows.forgetItem()
        kept.forgetVersion()
    }
    /// Ends the file, and gives what the user should know of it.
    func finish() throws -> [String] {
        try writer.finish()
        return writer.remarks
    }

    /// Puts an item, the file's number `number`, into the vault.
    func put(
        _ item: MappedItem<any Sendable>, of read: ReadItem, number: Int, sources: SourceFile,
        _ settlement: Settlement
    ) throws -> Result {
        let result = try find(item, of: read, number: number, sources: sources, settlement)
        if result.unusable == nil { try relating?.met(result.record, asErased: item.draft) }
        return result
    }

    private func find(
        _ item: MappedItem<any Sendable>, of read: ReadItem, number: Int, sources: SourceFile,
        _ settlement: Settlement
    ) throws -> Result {
        rows.beginItem()
        let text = ItemText(
            source: read.source, textKey: read.textKey, draft: item.draft,
            place: try placing?.place(ofErased: item.draft),
            recordUID: read.recordUID, sources: sources, settlement: settlement)
        if let message = item.message, message != .version { return try receive(item, text) }
        guard let uid = item.uid else { return try putNameless(item, text, number: number) }
        let key = SourceKeys.key(uid: uid, part: item.part)
        guard let record = try writer.record(uid: uid, part: item.part) else {
            let (known, _) = try rows.next(
                key: key, scope: writer.scope, at: text.place, sameAs: text.source)
            if let known { return try match(known, item, text, .inPlace(of: known)) }
            if let record = try rows.former(key) { return try compare(item, with: record, text, key: key) }
            return try receiveEarlier(add(item, uid: uid, text, key: nil, 0, as: .added), text, uid: uid)
        }
        guard let known = try rows.newest(of: record, sameAs: text.source) else {
            // A record made here, or brought by another format, comes back from a file.
            return try compare(item, with: record, text, key: nil)
        }
        if known.hasSameText, !rows.hasMet(known.id) {
            return try matchLater(known, item, text, .inPlace(of: known))
        }
        let (namesake, alike) = try rows.next(
            key: key, scope: writer.scope, at: text.place, sameAs: text.source)
        if let namesake, namesake.hasSameText {
            namesakes.note(kept.version(of: text.source), key: key, record: namesake.record)
            return try match(namesake, item, text, .inPlace(of: namesake))
        }
        if namesake == nil, let result = try version(item, text, of: known, key: key) { return result }
        guard rows.hasMet(known.id) else {
            // What stands before the record's own item, and was refused for that one to be taken, is no newer version of it.
            if try text.sources.wasRefused(text.source, before: known.id, in: rows.collection) {
                throw AtriumError(
                    .badData, "it was rejected before, and now another record has its UID")
            }
            // Of two versions in one import the later is taken; what is alike in nothing is another thing of that name.
            let isSecond = rows.hasMetInRun(known.id)
            if isSecond, try !fingerprints.isAlike(item.draft, as: kept.draft(of: known.id)) {
                return try addAgain(item, namesake, text, key: key, alike)
            }
            return try matchLater(known, item, text, known.hasKey ? .new(key: nil) : .inPlace(of: known))
        }
        return try addAgain(item, namesake, text, key: key, alike)
    }

    /// Matches an item, of which an earlier file of this import may have said something else: then the later is taken.
    func matchLater(
        _ known: SourceRows.Known, _ item: MappedItem<any Sendable>, _ text: ItemText, _ place: Place
    ) throws -> Result {
        guard !known.hasSameText || text.hasMoved(from: known) else {
            return try match(known, item, text, place)
        }
        let (record, isSecond) = (known.record, rows.hasMetInRun(known.id))
        // What came without an identifier, and comes back from an export with one, has two texts from then on: its
        // first file may come again too.
        var former: [UInt8]?
        if isSecond, case .inPlace = place { former = try rows.text(of: known.id) }
        // What an earlier file of this import said, and one between has not, is the later again.
        if isSecond, rows.hasPassed(text.placed, of: record) {
            try text.sources.accept(text.placed, of: record, in: rows.collection)
        }
        var result = try match(known, item, text, place)
        result.isSecondInRun = isSecond
        if let former, result.hasTakenText {
            // An import of the same files in the same order must change nothing.
            let placed = PlacedText(text: former, place: known.place)
            rows.pass(placed, of: record)
            try text.sources.mark(
                placed, kept.hasVersions ? .superseded : .declined, for: record, in: rows.collection)
        }
        return result
    }

    /// Puts an item without an identifier into the vault.
    private func putNameless(_ item: MappedItem<any Sendable>, _ text: ItemText, number: Int) throws -> Result
    {
        let own = text.key(as: rows.format)
        let key = own.key
        let (known, alike) = try rows.next(key: key, scope: writer.scope, at: text.place, sameAs: nil)
        if let known { return try matchLater(known, item, text, .inPlace(of: known)) }
        let uid = own.uid(ordinal: alike)
        if let result = try recognise(uid, item, text, key: key, alike) { return result }
        if let record = try matching?.record(matchingErased: item.draft) {
            // The record was edited here, exported and imported again.
            if let result = try matchNameless(record, item, text, key: key) { return result }
            try keep(text, of: record, key: key, alike)
            return Result(outcome: .unchanged, record: record, hasTakenText: true)
        }
        let likeness = try fingerprints.likeness(of: number, scope: writer.scope)
        if let id = likeness?.source, !rows.hasMet(id), let known = try rows.source(id) {
            return try match(known, item, text, .inPlace(of: known, key: key))
        }
        var result = try add(item, uid: uid, text, key: key, alike, as: .added)
        guard result.outcome == .added else { return result }
        let more = try writer.possibleDuplicates(of: result.record, erased: item.draft)
        result.duplicates = likeness?.records ?? []
        result.duplicates += more.filter { !result.duplicates.contains($0) }
        result.isOfAnotherFile = likeness?.isOfAnotherFile ?? false
        return result
    }

    /// Matches an item with the source of a record that is known by its text; nil if it has none, or the file had it already.
    private func matchNameless(
        _ record: Int64, _ item: MappedItem<any Sendable>, _ text: ItemText, key: String
    ) throws -> Result? {
        guard let known = try rows.nameless(of: record, scope: writer.scope), !rows.hasMet(known.id) else {
            return nil
        }
        return try match(known, item, text, .inPlace(of: known, key: key))
    }

    /// Keeps one more item of an identifier: under a uid that is made of its text.
    private func addAgain(
        _ item: MappedItem<any Sendable>, _ namesake: SourceRows.Known?, _ text: ItemText, key: String,
        _ alike: Int64
    ) throws -> Result {
        if let namesake { return try match(namesake, item, text, .inPlace(of: namesake)) }
        let uid = text.key(as: rows.format).uid(ordinal: alike + 1)
        if let result = try recognise(uid, item, text, key: key, alike) { return result }
        let result = try add(item, uid: uid, text, key: key, alike, as: .addedAgain)
        namesakes.note(kept.version(of: text.source), key: key, record: result.record)
        return result
    }

    /// Knows an item by its record's uid, which was made of just this text; nil where there is no such record.
    ///
    /// The record has come back by an export, say into an empty vault, and perhaps in another format. What it says else
    /// than the text was changed since.
    private func recognise(
        _ uid: String, _ item: MappedItem<any Sendable>, _ text: ItemText, key: String, _ ordinal: Int64
    ) throws -> Result? {
        let mayBe = !writer.findsByUIDAlone || rows.mayHaveRecord(uid: uid)
        let own = try mayBe ? writer.record(uid: uid, part: item.part) : nil
        guard let record = try own ?? rows.former(uid) else { return nil }
        // A file that said something else in the meantime says again what it did at first.
        if own != nil, let result = try matchNameless(record, item, text, key: key) { return result }
        let isEdited = try !writer.matches(record, erased: item.draft)
        try keep(text, of: record, key: key, ordinal, isEdited: isEdited)
        return Result(outcome: .unchanged, record: record)
    }

    /// Compares an item with the record of a source that the vault has.
    private func match(
        _ known: SourceRows.Known, _ item: MappedItem<any Sendable>, _ text: ItemText, _ place: Place
    ) throws -> Result {
        rows.meet(known.id)
        let record = known.record
        var known = known
        let (hasMoved, isPlaceNew) = try standing(known, text)
        if hasMoved { known.hasSameText = false }
        // The same text says something else where its columns are read in another way, or can be taken as a whole now.
        var isReadAnew =
            try kept.mapping(of: known.container, without: text.sources.unsaidOptions)
            != text.sources.mapping
        if !isReadAnew, known.hasSameText, !known.isEdited {
            isReadAnew = try selective?.canTakeMore(record, ofErased: item.draft) ?? false
        }
        if known.hasSameText, !isReadAnew {
            // What a merge has left as it was here can still be taken, as long as it differs from the file.
            guard known.isEdited, try text.sources.isDeclined(text.placed, of: record, in: rows.collection),
                try !writer.matches(record, erased: item.draft), try isContested(item, text, record)
            else { return Result(outcome: .unchanged, record: record, hasTakenText: isPlaceNew) }
            return try settle(record, known: known, item, text, place)
        }
        // What stands in the file where it did says nothing of where the record is now.
        let item = try hasMoved || known.place == nil ? item : withoutPlace(item)
        guard try writer.matches(record, erased: item.draft) else {
            if try known.isEdited || text.settlement.isAnswered
                || text.isDeclined(asWholeOf: record, in: rows.collection)
            {
                return try settle(record, known: known, item, text, place)
            }
            if try rows.isMerged(record) { return try matchPart(of: record, known, item, text, place) }
            var result = Result(outcome: .updated, record: record)
            result.isOlder = try isOlder(text, than: known)
            result.changes = try update(record, to: item.draft, showing: text.settlement.wantsChanges)
            try store(text, of: record, place, hasChanged: true)
            result.hasTakenText = true
            return result
        }
        // Only the text is new. So comes back what was exported after an edit: file and record agree again.
        let standing =
            isReadAnew ? .newer : try rows.standing(of: text.sources.item(text.source), beside: known.id)
        if standing == .newer, !known.isEdited, try text.isDeclined(asWholeOf: record, in: rows.collection) {
            return Result(outcome: .unchanged, record: record)
        }
        guard standing == .newer else {
            // It says no more than the source does, from which exports go on; only an edit is in the file now.
            if known.isPatched {
                let isAgreed = try !merge.leavesEdits(known, item)
                try rows.patch(known.id, to: standing == .older ? text.source : nil, isAgreed: isAgreed)
            }
            return Result(outcome: .unchanged, record: record)
        }
        try store(text, of: record, place, isEdited: merge.leavesEdits(known, item), isNewer: true)
        return Result(outcome: .unchanged, record: record, hasTakenText: true)
    }

    /// Whether an item stands elsewhere than it did and than its record does; and whether just what the file calls the place was
    /// kept as new: the record was put there here too, or the place means the same here.
    private func standing(
        _ known: SourceRows.Known, _ text: ItemText
    ) throws -> (hasMoved: Bool, isPlaceNew: Bool) {
        guard let placing, let place = text.place, text.hasMoved(from: known) else { return (false, false) }
        guard try placing.isPlaced(known.record, asErased: text.draft) else { return (true, false) }
        guard known.hasSameText, try !text.isDeclined(asWholeOf: known.record, in: rows.collection) else {
            return (false, false)
        }
        try rows.place(known.id, at: place)
        return (false, true)
    }

    /// An item of which its file does not say where it stands.
    private func withoutPlace(_ item: MappedItem<any Sendable>) throws -> MappedItem<any Sendable> {
        guard let placing else { return item }
        var item = item
        item.draft = try placing.placed(erased: item.draft, at: nil)
        return item
    }

    /// True if a record's place differs from the item's after all other values of the item were applied.
    func isElsewhere(_ record: Int64, _ text: ItemText) throws -> Bool {
        try placing != nil && !writer.matches(record, erased: text.draft)
    }

    /// Whether a record still differs from a text that was declined in what it was declined for.
    ///
    /// Who has settled that by hand has other edits of their own, which are nobody's question.
    private func isContested(_ item: MappedItem<any Sendable>, _ text: ItemText, _ record: Int64) throws
        -> Bool
    {
        let contested = try text.sources.contested(text.placed, of: record, in: rows.collection)
        guard !contested.isEmpty else { return true }
        return try merge.difference(record, item).contains { contested.contains($0.field) }
    }

    /// Compares an item with a record that was merged of several and that one source tells of whole, as an export does.
    ///
    /// The item may be but one of its parts, so that the record does not become what it says without being asked.
    private func matchPart(
        of record: Int64, _ known: SourceRows.Known, _ item: MappedItem<any Sendable>, _ text: ItemText,
        _ place: Place
    ) throws -> Result {
        if try merged.hold(item.draft, of: record) { return Result(outcome: .unchanged, record: record) }
        // A merge begins from nothing, and leaves the source of the whole.
        let isMerge = text.settlement.decision(record)?.decision == .merge
        return try isMerge
            ? settle(record, known: nil, item, text, .new(key: nil))
            : settle(record, known: known, item, text, place)
    }

    /// Compares an item with a record that has no source of it.
    private func compare(
        _ item: MappedItem<any Sendable>, with record: Int64, _ text: ItemText, key: String?
    ) throws -> Result {
        guard try writer.matches(record, erased: item.draft) else {
            if try merged.hold(item.draft, of: record) { return Result(outcome: .unchanged, record: record) }
            return try settle(record, known: nil, item, text, .new(key: key))
        }
        try store(text, of: record, .new(key: key))
        return Result(outcome: .unchanged, record: record)
    }

    /// Makes a record's values those of a draft, and tells which fields differ then.
    func update(_ record: Int64, to draft: any Sendable, showing: Bool) throws
        -> [ImportReport.FieldChange]
    {
        let before = showing ? try view.fields(of: record) : [:]
        try writer.update(record, toErased: draft)
        return showing ? RecordView.changes(from: before, to: try view.fields(of: record)) : []
    }

    // MARK: - Rows

    /// Makes the record of an item: under the uid that it had in the vault whose export this is, where that says so and no
    /// record has it, or had it before it was merged into another.
    ///
    /// - Parameter outcome: what becomes of an item whose record is new. One that the module had by hearsay is updated.
    private func add(
        _ item: MappedItem<any Sendable>, uid: String, _ text: ItemText, key: String?, _ ordinal: Int64,
        as outcome: Outcome
    ) throws -> Result {
        guard let own = text.recordUID, try !view.hasRecord(uid: own), try rows.former(own) == nil else {
            let result = try make(item, uid: uid, part: item.part, text, as: outcome)
            try keep(text, of: result.record, key: key, ordinal)
            return result
        }
        let result = try make(item, uid: own, part: "", text, as: outcome)
        // Where the identifier does not lead to the record, the key does.
        let isFound =
            try item.uid.map { try writer.record(uid: $0, part: item.part) == result.record } ?? false
        try keep(
            text, of: result.record,
            key: key ?? (isFound ? nil : SourceKeys.key(uid: uid, part: item.part)), ordinal)
        return result
    }

    /// Makes the record of a draft, or makes what the module had of it by hearsay the draft's.
    private func make(
        _ item: MappedItem<any Sendable>, uid: String, part: String, _ text: ItemText, as outcome: Outcome
    ) throws -> Result {
        rows.willMake(uid: uid)
        guard let record = try adopting?.adopt(erased: item.draft, uid: uid) else {
            return Result(
                outcome: outcome, record: try writer.insert(erased: item.draft, uid: uid, part: part))
        }
        if try writer.matches(record, erased: item.draft) {
            return Result(outcome: .unchanged, record: record, hasTakenText: true)
        }
        var result = Result(outcome: .updated, record: record)
        result.changes = try update(record, to: item.draft, showing: text.settlement.wantsChanges)
        return result
    }

    /// Keeps the text of an item for its record.
    ///
    /// - Parameters:
    ///   - hasChanged: whether the item has changed the record, so that it now differs from its other texts, such as a
    ///     text in another format.
    ///   - isNewer: whether the text is known to be worth the place of the one before.
    func store(
        _ text: ItemText, of record: Int64, _ place: Place, isEdited: Bool = false, hasChanged: Bool = false,
        isNewer: Bool = false
    ) throws {
        kept.forgetVersion()
        switch place {
        case .inPlace(let known, let key):
            if hasChanged { try rows.markEdited(record, except: known.id) }
            let item = text.sources.item(text.source)
            if !isNewer, try rows.standing(of: item, beside: known.id) == .older {
                // What only the kept text says stays.
                try rows.patch(known.id, to: text.source, isAgreed: !isEdited)
            } else {
                try rows.replace(
                    known.id, with: text.source, at: text.place, in: text.sources.container(),
                    isEdited: isEdited)
            }
            if let key { try rows.rename(known.id, to: key) }
        case .new(let key):
            if hasChanged { try rows.markEdited(record) }
            try keep(text, of: record, key: key, 0, isEdited: isEdited)
        }
    }

    private func keep(
        _ text: ItemText, of record: Int64, key: String?, _ ordinal: Int64, isEdited: Bool = false
    ) throws {
        try rows.keep(
            text.source, at: text.place, of: record, in: text.sources.container(), scope: writer.scope,
            key: key, ordinal: ordinal, isEdited: isEdited)
    }
}
