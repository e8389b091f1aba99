public import AtriumSDK
import GRDB

/// A file to import.
public struct ImportInput: Sendable {
    /// The path to show.
    public var path: String
    /// The file.
    public var file: any ImportFile
    /// Whether it was not named but found in a folder: what is no import's business is then passed over.
    public var isFound: Bool
    /// Fields by CSV column that hold for this file only, beside those of the request.
    public var columns: [(column: String, field: String)]

    /// Makes an input.
    public init(
        path: String, file: any ImportFile, isFound: Bool = false,
        columns: [(column: String, field: String)] = []
    ) {
        self.path = path
        self.file = file
        self.isFound = isFound
        self.columns = columns
    }
}

/// What becomes of a record that was edited here and is different in the file.
public enum ConflictDecision: String, Sendable, Hashable, CaseIterable {
    /// The record stays; the file's text is kept, so that the same file is no conflict again.
    case keep
    /// The record becomes what the file says.
    case replace
    /// What only the file changed is taken, what was edited here stays.
    case merge
}

/// Whose value a record has of a field in which it and the file differ.
public enum ConflictSide: String, Sendable, Hashable, CaseIterable {
    /// The record's, as it is here.
    case here
    /// The file's.
    case file
    /// Both: of a list, what stands here and what only the file has.
    case both
}

/// What is to become of one conflict.
public struct ConflictAnswer: Sendable, Hashable {
    /// What becomes of the record.
    public var decision: ConflictDecision
    /// Of a merge: whose value the record has, by field; of other fields the merge decides.
    public var fields: [String: ConflictSide]

    /// Makes an answer.
    public init(_ decision: ConflictDecision, fields: [String: ConflictSide] = [:]) {
        self.decision = decision
        self.fields = fields
    }

    /// The record stays.
    public static let keep = ConflictAnswer(.keep)
    /// The record becomes what the file says.
    public static let replace = ConflictAnswer(.replace)
    /// Both are merged.
    public static let merge = ConflictAnswer(.merge)
}

/// Where an item stands in the files of an import, as its report has it.
public struct ItemPlace: Sendable, Hashable {
    /// The path of the file.
    public var path: String
    /// The item's number in it, from 1.
    public var item: Int

    /// Names a place.
    public init(path: String, item: Int) {
        self.path = path
        self.item = item
    }
}

/// What the user asks of an import.
public struct ImportRequest: Sendable {
    /// The files, in order.
    public var inputs: [ImportInput]
    /// Folders of whole vaults among whose files they are: what stands beside the records comes after the files.
    public var folders: [VaultFolder]
    /// The only module that may take items; nil: every enabled one.
    public var module: String?
    /// The format of all files; nil: each is recognised.
    public var format: FormatID?
    /// Fields by CSV column, from `--map COLUMN=FIELD`.
    public var columns: [(column: String, field: String)]
    /// The values of the options that importers declare.
    public var options: DataObject
    /// Whether nothing is to be changed.
    public var isDryRun: Bool
    /// Whether the report says of each item what became of it.
    public var isVerbose = false
    /// How many items the report names at most; nil: all.
    public var maximumItems: Int?
    /// How many issues the report names at most, of all files together.
    ///
    /// The others are counted. nil: as many of each file as ``ImportReport/shownIssues``.
    public var maximumIssues: Int?
    /// The largest number of files that the import accepts, including those in archives, or nil for no limit.
    ///
    /// If there are more, the import fails as a whole. Files that are passed over do not count.
    public var maximumFiles: Int?
    /// What becomes of all conflicts; nil: the records stay, and the report names them until someone decides.
    public var onConflict: ConflictDecision?
    /// What becomes of single conflicts, whatever ``onConflict`` says.
    public var answers: [ItemPlace: ConflictAnswer] = [:]
    /// Where what became of each item is written, in the place of the report; nil: the report has it, if it is verbose.
    public var log: ItemLog?
    /// The ``ImportReport/state`` of a rehearsal: where the vault is in another now, the import ends with ``VaultHasChanged``.
    public var expectedState: String?
    /// The name under which `columns` and the options are kept in the vault, for other imports; nil: they are not.
    public var mapToSave: String?
    /// The name of a kept mapping to use.
    public var mapToUse: String?
    /// Whether each item is put, taken back as where it breaks a rule, and put again: for AtriumTesting, which asks of modules
    /// that it comes to the same.
    package var rollsBackEachItemFirst = false

    /// Makes a request.
    public init(
        inputs: [ImportInput], folders: [VaultFolder] = [], module: String? = nil, format: FormatID? = nil,
        columns: [(column: String, field: String)] = [], options: DataObject = [:], isDryRun: Bool = false
    ) {
        self.inputs = inputs
        self.folders = folders
        self.module = module
        self.format = format
        self.columns = columns
        self.options = options
        self.isDryRun = isDryRun
    }

    /// Makes a request for files that were named, each with the path to show.
    public init(
        files: [(path: String, file: any ImportFile)], folders: [VaultFolder] = [], module: String? = nil,
        format: FormatID? = nil,
        columns: [(column: String, field: String)] = [], options: DataObject = [:], isDryRun: Bool = false
    ) {
        self.init(
            inputs: files.map { ImportInput(path: $0.path, file: $0.file) }, folders: folders, module: module,
            format: format, columns: columns, options: options, isDryRun: isDryRun)
    }
}

/// How far an import has come.
public struct ImportProgress: Sendable {
    /// The path of the file that is being read.
    public var path: String
    /// How many of its bytes have been read.
    public var bytes: Int64
    /// How many bytes it has; nil where that is not known.
    public var byteCount: Int64?
    /// How many items have been found in it.
    public var items: Int
    /// Whether all files have been read, and the vault settles what follows, such as the search index.
    public var isFinishing: Bool

    /// Says how far an import has come.
    public init(path: String, bytes: Int64, byteCount: Int64?, items: Int, isFinishing: Bool = false) {
        self.path = path
        self.bytes = bytes
        self.byteCount = byteCount
        self.items = items
        self.isFinishing = isFinishing
    }
}

/// A surface that watches an import.
public struct ImportObserver {
    /// Is told from time to time how far the import has come; what it throws ends the import.
    public var progress: (ImportProgress) throws -> Void
    /// Is asked, where the request does not say, what becomes of conflicts; nil: they are reported.
    ///
    /// It is called between two passes, when nothing is locked: the first was taken back, the second applies the answers.
    /// The answers are as many as the conflicts; nil for one that stays open.
    public var decide: (([ImportReport.Item]) throws -> [ConflictAnswer?])?
    /// Looks up anew for whom the import is; nil: for who began it, as at a terminal.
    ///
    /// It is called each second or so, and once more inside the transaction, just before the commit. What it throws ends the
    /// import, as do rights that the import's modules need and its principal no longer has.
    public var principal: (() throws -> Principal)?

    /// Makes an observer.
    public init(
        progress: @escaping (ImportProgress) throws -> Void = { _ in },
        decide: (([ImportReport.Item]) throws -> [ConflictAnswer?])? = nil,
        principal: (() throws -> Principal)? = nil
    ) {
        self.progress = progress
        self.decide = decide
        self.principal = principal
    }
}

/// The vault is no longer what it was when the import was rehearsed; nothing was changed.
public struct VaultHasChanged: Error {}

/// The import was stopped by the user; nothing was changed.
public struct ImportCancelled: Error {
    /// Makes the error.
    public init() {}
}

extension Session {
    /// The importers of enabled modules.
    public func importers() throws -> [Importer] {
        try enabledModules().flatMap(\.importers)
    }

    /// Imports files: one transaction, one run, one change set; or with a dry run, what that would be.
    ///
    /// - Throws: ``AtriumError``, or what the observer throws; the vault is then as it was. A file that cannot be read is
    ///   no error of the import: the report names it, and the others are imported. But if the files exceed a limit, such as
    ///   ``ImportRequest/maximumFiles``, nothing is imported.
    public func importFiles(_ request: ImportRequest, observer: ImportObserver) throws -> ImportReport {
        do {
            return try importFiles(unpacking: request, observer)
        } catch let failure as WholeImportError {
            throw failure.error
        }
    }

    private func importFiles(
        unpacking request: ImportRequest, _ observer: ImportObserver
    ) throws -> ImportReport {
        try requireWriting()
        let (request, passedOver) = try request.unpackingVaultFolders()
        // Such a folder, packed or not, holds all modules' data, and kept mappings belong to none.
        if !request.folders.isEmpty || request.mapToSave != nil || request.mapToUse != nil {
            try requireWholeVault()
        }
        return try withModules(of: request.folders, isDryRun: request.isDryRun) { enabled in
            let modules = try ImportChoices(session: self, request: request).modules()
            let (joined, derived) = try request.joiningFiles(modules.flatMap(\.joins))
            var report = try ImportEngine(
                session: self, request: joined, observer: observer, enabled: enabled
            ).run()
            report.passOver(passedOver + derived)
            return report
        }
    }

    /// A log for what becomes of the items of an import, on the vault's disk.
    public func makeItemLog() -> ItemLog { ItemLog(in: vault.folder) }

    /// Imports files as ``importFiles(_:observer:)`` does, watched by nobody.
    public func importFiles(_ request: ImportRequest) throws -> ImportReport {
        try importFiles(request, observer: ImportObserver())
    }

    /// Has whatever the vault's database is doing for an import fail at once; from any thread.
    ///
    /// To be called when the observer's next ``ImportObserver/progress`` will throw.
    public func interrupt() { vault.pool.interrupt() }
}
