public import AtriumSDK
import ContentLine
import OPMLExchange
import OPMLFormat

/// Functions that import and export records as outlines; an element's attributes contain the CSV cells.
extension RecordKind {
    // MARK: - In

    /// Returns the importer for outlines with the declared type.
    ///
    /// A missing attribute represents an empty value, because an export does not write empty attributes.
    public func importer(of outlines: OutlineDeclaration) -> Importer {
        importer(.opml, kinds: [ItemKind(rawValue: outlines.type)]) { item, _, options in
            let outline = try Self.outline(item)
            return try mapped(item, options) { outline.text(of: $0, outlines) ?? "" }
        }
    }

    /// Returns the importer for other programs' outlines.
    ///
    /// The importer is used only if the user chose the module, because other modules could also import these
    /// outlines. The ancestors' texts become words in the list that ``OutlineDeclaration/path`` names.
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
        throw AtriumError(.internal, "an importer of outlines received an item that is not an outline")
    }

    private func mapped(
        _ item: Item, _ options: ImportOptions, cell: @escaping (String) -> String?
    ) throws -> MappedItem<RecordDraft> {
        // Ambiguous dates are not read here, because outlines have no option for the order of dates.
        var cells = RowCells(order: nil, of: options) { cell($0).map(Words.withoutNUL) }
        var draft = RecordDraft(values: draftValues(of: &cells))
        try requireAll(of: draft, cells, over: initial)
        let (values, problems) = correctedValues(of: draft, cells, over: initial)
        draft.newRecordValues = values
        return MappedItem(
            draft: draft, uid: cells.word(OPMLOutline.uidAttribute),
            issues: problems.map {
                ImportIssue(line: item.line, property: $0.header, code: $0.code, message: $0.message)
            })
    }

    // MARK: - Out

    /// Returns the exporter for outlines; imported outlines keep their original form except for edits.
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

    /// Updates an outline with a record's values, without changing attributes that already have these values.
    private func patch(
        _ outline: inout OPMLOutline, to record: StoredRecord, _ outlines: OutlineDeclaration,
        _ table: RecordTable
    ) throws {
        let old = outline
        var cells = RowCells(order: nil) { old.text(of: $0, outlines).map(Words.withoutNUL) ?? "" }
        let imported = values(of: RecordDraft(values: draftValues(of: &cells)), over: initial)
        outline.mark(as: outlines.type, uid: record.uid)
        for (index, value) in declaration.values.enumerated() {
            let kept = record.values.values[index]
            if value.areSame(imported.values[index], kept) { continue }
            for (cell, text) in zip(value.cells, codecs[index].cells(of: kept)) {
                let names = outlines.names(of: cell.header)
                let name = names.first { outline.attributes[$0] != nil } ?? names[0]
                outline.attributes[name] = text.isEmpty ? nil : text
            }
        }
    }

    /// Returns one child outline for each linked record's title.
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
    /// Returns the attribute text for a column, or nil if the outline does not have the attribute.
    ///
    /// The visible text may also be in the attribute `title`.
    fileprivate func text(of header: String, _ outlines: OutlineDeclaration) -> String? {
        let names = outlines.names(of: header)
        if names.first == "text" { return text }
        return names.lazy.compactMap { attributes[$0] }.first
    }
}
