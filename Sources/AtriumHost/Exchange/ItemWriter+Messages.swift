import AtriumSDK

/// Items that are messages about records, such as a cancellation: see ``MessageWriter``.
extension ItemWriter {
    /// Applies a message to the records that it names.
    func receive(_ item: MappedItem<any Sendable>, _ text: ItemText) throws -> Result {
        guard let messages else {
            throw AtriumError(.internal, "the module cannot read messages")
        }
        guard let uid = item.uid else { return unknown }
        let records = try messages.records(forErased: item.draft, uid: uid, part: item.part)
        guard let first = records.first else {
            return try receivePart(item, text, uid: uid, messages)
        }
        guard item.message == .change else {
            try text.sources.mark(text.placed, .applied, for: first, in: rows.collection)
            return Result(outcome: .unchanged, record: first)
        }
        if let result = try objection(to: item, text, about: first, messages) { return result }
        var result = Result(outcome: .unchanged, record: first)
        let before = text.settlement.wantsChanges ? try view.fields(of: first) : [:]
        for record in records where try apply(item, text, to: record, messages) { result.outcome = .updated }
        if text.settlement.wantsChanges {
            result.changes = RecordView.changes(from: before, to: try view.fields(of: first))
        }
        try text.sources.mark(text.placed, .applied, for: first, in: rows.collection)
        return result
    }

    /// Applies a message to a part of a record that has no record of its own yet, such as an occurrence of a series.
    private func receivePart(
        _ item: MappedItem<any Sendable>, _ text: ItemText, uid: String, _ messages: any MessageWriter
    ) throws -> Result {
        let wholes =
            item.part.isEmpty ? [] : try messages.records(forErased: item.draft, uid: uid, part: "")
        guard let whole = wholes.first else {
            return unknown
        }
        guard item.message == .change else {
            try text.sources.mark(text.placed, .applied, for: whole, in: rows.collection)
            return Result(outcome: .unchanged, record: whole)
        }
        if let result = try objection(to: item, text, about: whole, messages) { return result }
        let known = try rows.newest(of: whole, sameAs: [])
        let source = try known.flatMap { try kept.source(of: $0.id) }
        guard let part = try messages.makePart(of: whole, source: source, forErased: item.draft) else {
            return Result(
                unusable: ImportIssue(
                    line: 0, property: "RECURRENCE-ID", code: "no-occurrence",
                    message: "the series does not take place at this time; the message was stored as text"))
        }
        if let known {
            try rows.keep(
                part.text, at: nil, of: part.record, in: known.container, scope: writer.scope, key: nil,
                ordinal: 0)
        }
        try text.sources.mark(text.placed, .applied, for: part.record, in: rows.collection)
        return Result(outcome: .added, record: part.record)
    }

    /// Applies the messages that came before their record, which was added now.
    func receiveEarlier(_ added: Result, _ text: ItemText, uid: String) throws -> Result {
        guard messages != nil else { return added }
        var result = added
        for message in try text.sources.messages(uid: uid, in: rows.collection) {
            guard let item = try kept.items(of: [message.text], in: message.container)?.first ?? nil else {
                continue
            }
            var earlier = text
            earlier.source = message.text
            earlier.draft = item.draft
            let applied = try receive(item, earlier)
            if applied.unusable != nil || applied.outcome == .conflict { continue }
            try text.sources.remove(message.id)
            if [.added, .updated].contains(applied.outcome) { result.earlierMessages += 1 }
        }
        return result
    }

    /// The result of a message about a record that the vault does not have.
    private var unknown: Result {
        Result(
            unusable: ImportIssue(
                line: 0, property: "UID", code: "unknown-uid",
                message: "this message is about an unknown \(view.recordName); it was stored as text"))
    }

    /// Asks the module and the user about a message; nil if it is to be applied.
    private func objection(
        to item: MappedItem<any Sendable>, _ text: ItemText, about record: Int64,
        _ messages: any MessageWriter
    ) throws -> Result? {
        let known = try rows.newest(of: record, sameAs: text.source)
        let source = try known.flatMap { try kept.source(of: $0.id) }
        let objection = try messages.objection(
            toErased: item.draft, text: text.source, about: record, source: source?.text,
            after: text.sources.appliedMessages(to: record, in: rows.collection))
        guard let objection else { return nil }
        // It was applied before, and a later message has changed the record since.
        if try text.isMarked(.applied, for: record, in: rows.collection) {
            return Result(outcome: .unchanged, record: record)
        }
        return try decide(objection, text, of: record)
    }

    /// Applies a message to a record and to its text, and returns true if it changed them.
    private func apply(
        _ item: MappedItem<any Sendable>, _ text: ItemText, to record: Int64, _ messages: any MessageWriter
    ) throws -> Bool {
        guard let known = try rows.newest(of: record, sameAs: text.source),
            let source = try kept.source(of: known.id)
        else {
            if try text.isMarked(.applied, for: record, in: rows.collection) { return false }
            let before = try view.fields(of: record)
            try messages.apply(erased: item.draft, to: record)
            return try view.fields(of: record) != before
        }
        rows.meet(known.id)
        let applied = try messages.applied(erased: item.draft, to: source)
        guard applied != source.text else { return false }
        try messages.apply(erased: item.draft, to: record)
        try text.sources.mark(
            PlacedText(text: source.text, place: known.place), .applied, for: record, in: rows.collection)
        try rows.rewrite(known.id, to: applied)
        try rows.markEdited(record, except: known.id)
        kept.forgetVersion()
        return true
    }
}
