public import AtriumSDK

/// A file whose columns the user has said in part: what is missing yet for it to be a table of a collection.
public struct MissingColumns: Sendable {
    /// The file's path.
    public let path: String
    /// The collection whose fields the user has named.
    public let collection: CollectionID
    /// The fields that no column is said to hold.
    public let fields: [String]

    /// What an importer misses in a container; nil where it is not the one whose fields the user has named, or misses nothing.
    init?(_ importer: Importer, in container: Container, at path: String, _ options: ImportOptions) {
        let known = Set(importer.columns.map(\.name))
        guard importer.format == container.format, !options.columns.isEmpty,
            options.columns.allSatisfy({ known.contains($0.field) })
        else { return nil }
        let names = container.columns.map(ItemRouting.folded)
        let missing = importer.neededColumns.filter { fields in
            !fields.contains { field in
                options.column(of: field) { names.firstIndex(of: ItemRouting.folded($0)) } != nil
            }
        }
        guard !missing.isEmpty else { return nil }
        self.path = path
        collection = importer.collection
        fields = missing.compactMap(\.first)
    }
}

extension Session {
    /// What is missing in files of which the user has said some columns and no module takes the table.
    ///
    /// - Parameter paths: the files to look at, also within archives.
    /// - Throws: ``AtriumError`` where the request itself is wrong; files that cannot be read are left out.
    public func missingColumns(for request: ImportRequest, of paths: Set<String>) throws -> [MissingColumns] {
        try request.inputs.flatMap { input in
            try columnFinder(for: request, of: paths).missing(in: input.file, path: input.path)
        }
    }
}
