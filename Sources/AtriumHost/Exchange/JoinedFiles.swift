import AtriumSDK

/// The files of other programs that belong together, as one file each: what modules declare as ``FileJoin``.
struct JoinedFiles {
    let joins: [FileJoin]
    private(set) var passedOver: [ImportReport.PassedOver] = []

    /// How many bytes the files of one join may have together: they are in memory while they are joined.
    private static let limit = 64 << 20

    init(joins: [FileJoin]) { self.joins = joins }

    // MARK: - Archives

    /// Returns the joined file of an archive and the archive's other files.
    ///
    /// Returns nil if no files belong together, or if the archive cannot be read: then the import reports the reason.
    ///
    /// - Throws: ``AtriumError`` where files belong together and cannot be joined; ``WholeImportError``.
    mutating func joined(archive input: ImportInput) throws -> [ImportInput]? {
        guard let archive = try Self.archive(input.file) else { return nil }
        guard let (join, top, selection) = selection(of: (try? Self.names(in: archive)) ?? []) else {
            return nil
        }
        var contents: [String: [UInt8]] = [:]
        var others: [(name: String, range: Range<Int64>)] = []
        var notForImport: [ImportReport.PassedOver] = []
        let spool = try SpoolFile(name: input.file.name) { append in
            var end: Int64 = 0
            let reader = try ArchiveFile(archive, budget: ArchiveBudget())
            while let element = try reader.next() {
                switch element {
                case .encrypted(let name):
                    throw AtriumError(
                        .badData, "\(name) in the archive is encrypted",
                        remedy: "unpack it yourself with its password")
                case .oddity(let name, let reason):
                    notForImport.append(.init(path: input.path + "/" + name, reason: reason))
                case .entry(let entry):
                    let name = entry.name ?? ""
                    let path = Self.path(of: name, in: top) ?? ""
                    if selection.files.contains(path), contents[path] == nil {
                        var content: [UInt8] = []
                        try reader.copy(entry) { content += $0 }
                        contents[path] = content
                        try Self.checkSize(contents)
                    } else if selection.derived.contains(path) || ImportReader.isHidden(name) {
                        notForImport.append(
                            .init(
                                path: input.path + "/" + name,
                                reason: selection.derived.contains(path) ? Self.derived(join) : "hidden"))
                    } else {
                        let begin = end
                        try reader.copy(entry) {
                            try append($0)
                            end += Int64($0.count)
                        }
                        others.append((name, begin..<end))
                    }
                }
            }
        }
        let folder = ([input.path] + top).joined(separator: "/")
        let joined = try Self.input(join, contents, beside: folder, like: input)
        passedOver += notForImport
        return [joined]
            + others.map { name, range in
                var other = input
                other.path = input.path + "/" + name
                other.file = SpoolRange(spool: spool, range: range, name: Folders.name(of: name))
                other.isFound = true
                return other
            }
    }

    private static func archive(_ file: any ImportFile) throws -> (any DescriptorFile)? {
        do {
            let prefix = try FormatRecognition.prefix(of: file)
            guard ForeignContent(prefix) == nil, FormatRecognition.isArchive(prefix) else { return nil }
            return try (file as? any DescriptorFile) ?? SpoolFile(copying: file)
        } catch let failure as WholeImportError {
            throw failure
        } catch {
            return nil
        }
    }

    private static func names(in file: any DescriptorFile) throws -> [String] {
        let archive = try ArchiveFile(file, budget: ArchiveBudget())
        var names: [String] = []
        while let element = try archive.next() {
            if case .entry(let entry) = element { names.append(entry.name ?? "") }
        }
        return names
    }

    /// What belongs together at an archive's top, or in one folder there.
    private func selection(of names: [String]) -> (FileJoin, top: [String], FileJoin.Selection)? {
        for join in joins {
            for name in names where Folders.name(of: name) == join.anchor {
                let top = Array(Self.parts(of: name).dropLast())
                guard top.count <= 1 else { continue }
                let paths = Set(names.compactMap { Self.path(of: $0, in: top) })
                if let selection = join.select(paths) { return (join, top, selection) }
            }
        }
        return nil
    }

    /// The folders and the name, without `.`; a name with `..` stays one that nothing is called.
    private static func parts(of name: String) -> [String] {
        name.split(separator: "/").map(String.init).filter { $0 != "." }
    }

    private static func path(of name: String, in top: [String]) -> String? {
        let parts = parts(of: name)
        guard parts.starts(with: top), parts.count > top.count else { return nil }
        return parts.dropFirst(top.count).joined(separator: "/")
    }

    // MARK: - Files

    /// Inputs with those that belong together joined, each in the place of its anchor.
    ///
    /// - Throws: ``AtriumError`` where the temporary files cannot be made.
    mutating func joined(files inputs: [ImportInput]) throws -> [ImportInput] {
        var inputs = inputs
        for join in joins {
            for anchor in inputs.map(\.path) where Folders.name(of: anchor) == join.anchor {
                let folder = String(anchor.dropLast(join.anchor.count))
                var places: [String: Int] = [:]
                for (index, input) in inputs.enumerated() where input.path.hasPrefix(folder) {
                    let path = String(input.path.dropFirst(folder.count))
                    if places[path] == nil { places[path] = index }
                }
                guard let selection = join.select(Set(places.keys)), let place = places[join.anchor] else {
                    continue
                }
                let read = selection.files.compactMap { places[$0] }
                let derived = selection.derived.compactMap { places[$0] }.sorted()
                passedOver += derived.map {
                    .init(path: inputs[$0].path, reason: Self.derived(join))
                }
                let found = try inputs[place].orUnreadable {
                    var contents: [String: [UInt8]] = [:]
                    for path in selection.files {
                        guard let file = places[path].map({ inputs[$0].file }) else { continue }
                        var content: [UInt8] = []
                        try file.forEachPiece { piece in
                            content += piece
                            guard content.count <= Self.limit else { throw Self.tooLarge }
                        }
                        contents[path] = content
                        try Self.checkSize(contents)
                    }
                    let folder = String(folder.dropLast())
                    return [try Self.input(join, contents, beside: folder, like: inputs[place])]
                }
                inputs[place] = found.first ?? inputs[place]
                for index in Set(read + derived).subtracting([place]).sorted(by: >) {
                    inputs.remove(at: index)
                }
            }
        }
        return inputs
    }

    // MARK: - Both

    private static func input(
        _ join: FileJoin, _ contents: [String: [UInt8]], beside folder: String, like input: ImportInput
    ) throws -> ImportInput {
        let content = try join.join(contents)
        var joined = input
        joined.path = folder.isEmpty ? join.fileName : folder + "/" + join.fileName
        joined.file = try SpoolFile(name: join.fileName) { append in
            try content.withUnsafeBytes { try append($0) }
        }
        return joined
    }

    private static func derived(_ join: FileJoin) -> String {
        "the other files of \(join.name) contain the same data"
    }

    private static var tooLarge: AtriumError {
        AtriumError(
            .badData, "the files that belong together are larger than \(limit >> 20) MiB in total",
            remedy: "export less at a time")
    }

    private static func checkSize(_ contents: [String: [UInt8]]) throws {
        guard contents.values.reduce(0, { $0 + $1.count }) <= limit else { throw tooLarge }
    }
}

extension ImportRequest {
    /// The request with files that belong together as one file each, and what of them is not for the import.
    ///
    /// - Throws: ``WholeImportError``; a file with another error is replaced by its error, for the report.
    func joiningFiles(_ joins: [FileJoin]) throws -> (
        request: ImportRequest, passedOver: [ImportReport.PassedOver]
    ) {
        guard !joins.isEmpty else { return (self, []) }
        var files = JoinedFiles(joins: joins)
        var request = self
        request.inputs = try inputs.flatMap { input in
            try input.orUnreadable { try files.joined(archive: input) ?? [input] }
        }
        request.inputs = try files.joined(files: request.inputs)
        return (request, files.passedOver)
    }
}
