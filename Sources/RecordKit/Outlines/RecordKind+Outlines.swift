public import AtriumSDK
import ContentLine
import OPMLExchange
import OPMLFormat

/// Records in outlines: the cells of a row of CSV, in the attributes of an element.
extension RecordKind {
    // MARK: - In

    /// How outlines of the declared type become records.
    ///
    /// An attribute that is missing says that there is nothing: an export writes none that is empty.
    public func importer(of outlines: OutlineDeclaration) -> Importer {
        importer(.opml, kinds: [ItemKind(rawValue: outlines.type)]) { item, _, options in
            let outline = try Self.outline(item)
            return try mapped(item, options) { outline.text(of: $0, outlines) ?? "" }
        }
    }

    /// How outlines of other programs become records, if the user chose the module: they could be anybody's.
    ///
    /// The texts of the outlines above one are words of the list that ``OutlineDeclaration/path`` names.
    public func importer(ofForeign outlines: OutlineDeclaration) -> Importer {
        importer(
            .opml, kinds: [.outline],
            recognise: { _, options in
                .init(profile: "opml", confidence: options.isModuleChosen ? .certain : .none)
            },
            map: { item, _, options in
                let outline = try Self.outline(item)
                let path = outline.path.filter { !$0.isBlank }
                return try mapped(item, options) { header in
                    if let text = outline.text(of: header, outlines) { return text }
                    return header == outlines.path && !path.isEmpty ? TextValue.list(path) : nil
                }
            })
    }

    private static func outline(_ item: Item) throws -> OPMLOutline {
        if let outline = item.value as? OPMLOutline { return outline }
        throw AtriumError(.internal, "an item that is no outline came to records of outlines")
    }

    private func mapped(
        _ item: Item, _ options: ImportOptions, cell: @escaping (String) -> String?
    ) throws -> MappedItem<RecordDraft> {
        // A date that may be two days is none here: no option of outlines says in which order they are.
        var cells = RowCells(order: nil, of: options) { cell($0).map(Words.withoutNUL) }
        var draft = RecordDraft(said: said(by: &cells))
        try requireAll(of: draft, cells, over: initial)
        let (whole, problems) = whole(of: draft, cells, over: initial)
        draft.whole = whole
        return MappedItem(
            draft: draft, uid: cells.word(OPMLOutline.uidAttribute),
            issues: problems.map {
                ImportIssue(line: item.line, property: $0.header, code: $0.code, message: $0.message)
            })
    }

    // MARK: - Out

    /// How records become outlines: those that came in one as they came, with their edits.
    public func exporter(of outlines: OutlineDeclaration) -> Exporter {
        Exporter(.opml, of: declaration.collection, fileName: outlines.fileName) { context in
            let table = RecordTable(self, RecordContext(context))
            var export = OutlineExport(context)
            try export.begin(title: outlines.title, of: declaration.collection)
            try context.sources.forEachRecord(
                in: declaration.collection, format: .opml, where: context.condition
            ) { id, kept in
                let record = try table.record(id)
                var source = try kept.map { try OutlineSource($0.text) } ?? OutlineSource(type: outlines.type)
                try patch(&source.outline, to: record, outlines, table)
                try export.write(source, depth: 1)
                for child in try children(of: record, outlines, context) {
                    try export.write(child, depth: 2)
                }
            }
            try export.finish()
        }
    }

    /// Makes an outline say what a record does; attributes that say the same already stay as they are.
    private func patch(
        _ outline: inout OPMLOutline, to record: StoredRecord, _ outlines: OutlineDeclaration,
        _ table: RecordTable
    ) throws {
        let old = outline
        var cells = RowCells(order: nil) { old.text(of: $0, outlines).map(Words.withoutNUL) ?? "" }
        let said = values(of: RecordDraft(said: said(by: &cells)), over: initial)
        outline.mark(as: outlines.type, uid: record.uid)
        for (index, value) in declaration.values.enumerated() {
            let kept = record.values.values[index]
            if value.areSame(said.values[index], kept) { continue }
            for (cell, text) in zip(value.cells, codecs[index].cells(of: kept)) {
                let names = outlines.names(of: cell.header)
                let name = names.first { outline.attributes[$0] != nil } ?? names[0]
                outline.attributes[name] = text.isEmpty ? nil : text
            }
        }
    }

    /// The titles of what is linked to a record, each as an outline.
    private func children(
        of record: StoredRecord, _ outlines: OutlineDeclaration, _ context: ExportContext
    ) throws -> [OutlineSource] {
        let reference = RecordReference(declaration.collection, record.id)
        return try declaration.linked.filter { outlines.below.contains($0.name) }.flatMap { linked in
            try linked.titles(of: reference, context.links, context.modules).map { title in
                var source = OutlineSource(type: linked.recordName)
                source.outline.attributes["text"] = title
                return source
            }
        }
    }
}

extension OPMLOutline {
    /// The text of a column's attribute; nil if there is none.
    ///
    /// What a reader sees may stand in `title`, too.
    fileprivate func text(of header: String, _ outlines: OutlineDeclaration) -> String? {
        let names = outlines.names(of: header)
        if names.first == "text" { return text }
        return names.lazy.compactMap { attributes[$0] }.first
    }
}
