import AtriumSDK

/// A file as it is read: rewritten if a module declares so, else itself.
struct RewrittenFile {
    /// The file to read.
    let file: any ImportFile
    private let outcome: FileRewrite.Outcome?

    /// What was wrong in the file beyond what the rewritten one shows.
    var issues: [ImportIssue] { outcome?.issues ?? [] }
    /// The encoding of the file, if the rewritten one has another.
    var encoding: String? { outcome?.encoding }

    /// Rewrites a file by the first ``FileRewrite`` that recognises it.
    ///
    /// - Throws: ``AtriumError`` if the file cannot be read, ``WholeImportError``.
    init(_ file: any ImportFile, as format: FormatID, by modules: [Module]) throws {
        let rewrites = modules.flatMap(\.rewrites).filter { $0.format == format }
        let prefix = try rewrites.isEmpty ? [] : FormatRecognition.prefix(of: file)
        guard let rewrite = rewrites.first(where: { $0.recognise(prefix) }) else {
            (self.file, self.outcome) = (file, nil)
            return
        }
        var found = FileRewrite.Outcome()
        self.file = try SpoolFile(name: file.name) { append in
            found = try rewrite.rewrite(file) { piece in try piece.withUnsafeBytes { try append($0) } }
        }
        outcome = found
    }

    /// The same of the beginning of a file, for those who look at its columns only.
    init(beginningOf file: any ImportFile, as format: FormatID, by modules: [Module]) throws {
        let prefix = try FormatRecognition.prefix(of: file)
        guard modules.contains(where: { $0.rewrites.contains { $0.recognise(prefix) } }) else {
            try self.init(file, as: format, by: [])
            return
        }
        try self.init(MemoryFile(name: file.name, bytes: prefix), as: format, by: modules)
    }

    /// An issue with the line that it has in the file that the user gave.
    func placed(_ issue: ImportIssue) -> ImportIssue {
        guard let outcome else { return issue }
        var issue = issue
        issue.line = outcome.original(of: issue.line)
        return issue
    }

    /// An item with the lines that it has in the file that the user gave.
    func placed(_ item: Item) -> Item {
        guard let outcome else { return item }
        return Item(
            kind: item.kind, source: item.source, line: outcome.original(of: item.line), value: item.value,
            issues: item.issues.map(placed), recordUID: item.recordUID)
    }
}
