import AtriumSDK
import Foundation

/// `manifest.json` of a folder that `atrium export --all` wrote: what stands in the folder.
///
/// docs/formats.md, "The whole vault", describes it.
struct VaultFolderManifest: Sendable, Equatable {
    /// What marks the file as ours.
    static let signature = "atrium-export"
    /// The version of the folder's layout that this program writes, and the newest that it reads.
    static let currentVersion: Int64 = 1
    /// The file's name.
    static let fileName = "manifest.json"
    /// The folder of the attachments' contents, each named by its SHA-256.
    static let attachmentsFolder = "attachments"
    /// No manifest is longer: it is read as a whole.
    static let maximumSize: Int64 = 16 << 20

    /// What a file holds.
    enum Content: String, Sendable, CaseIterable {
        /// The records of a collection, in a format of other programs too.
        case records
        /// Links between records.
        case links
        /// The tags of records.
        case tags
        /// Which contents belong to which records.
        case attachments
        /// The uids of records that were merged into others.
        case formerUIDs = "former-uids"
        /// What a module keeps beside its records: see `SideData`.
        case moduleData = "module-data"
    }

    /// One file of the folder.
    struct File: Sendable, Equatable {
        let name: String
        let content: Content
        /// The module whose data the file holds; nil for what belongs to all.
        let module: String?
        /// The collection, as `module/name`; nil for what belongs to all.
        let collection: CollectionID?
        let format: FormatID
        let items: Int64
        let bytes: Int64
        let sha256: String
    }

    /// A module whose records are in the folder.
    struct ModuleEntry: Sendable, Equatable {
        let id: String
        let version: String
        let isEnabled: Bool
    }

    let madeAt: String
    let modules: [ModuleEntry]
    let settings: [(key: String, value: String)]
    let files: [File]
    /// The modules whose data is in the vault but not in the folder: they are off, or not part of the program.
    let leftOut: [String]

    static func == (left: VaultFolderManifest, right: VaultFolderManifest) -> Bool {
        left.value == right.value
    }

    /// The manifest as it is written.
    var value: DataObject {
        [
            "format": .text(Self.signature), "version": .integer(Self.currentVersion),
            "madeAt": .text(madeAt),
            "modules": .list(
                modules.map {
                    .object([
                        "id": .text($0.id), "version": .text($0.version), "enabled": .bool($0.isEnabled),
                    ])
                }),
            "settings": .object(
                settings.reduce(into: DataObject()) { object, setting in
                    object[setting.key] = .text(setting.value)
                }),
            "files": .list(files.map { .object($0.value) }),
            "leftOut": .list(leftOut.map(DataValue.text)),
        ]
    }

    init(
        madeAt: String, modules: [ModuleEntry], settings: [(key: String, value: String)], files: [File],
        leftOut: [String]
    ) {
        self.madeAt = madeAt
        self.modules = modules
        self.settings = settings
        self.files = files
        self.leftOut = leftOut
    }

    /// Reads the manifest in a file; nil where that is something else.
    ///
    /// - Throws: ``AtriumError``: `badData` for one that is damaged, too long or of a newer version, and what reading throws.
    init?(file: any ImportFile) throws {
        let isOurs = Self.isSigned(try FormatRecognition.prefix(of: file))
        guard let size = file.byteCount, size <= Self.maximumSize else {
            if isOurs { throw Self.damaged }
            return nil
        }
        guard let manifest = try Self(json: file.contents()) else {
            // It begins as one of ours and is cut off.
            if isOurs { throw Self.damaged }
            return nil
        }
        self = manifest
    }

    /// Whether a text begins as a manifest that this program writes.
    static func isSigned(_ prefix: some Sequence<UInt8>) -> Bool {
        prefix.lazy.filter { $0 > 0x20 }.starts(with: "{\"format\":\"\(signature)\"".utf8)
    }

    /// Reads a manifest; nil where the text is something else.
    ///
    /// - Throws: ``AtriumError`` with code `badData` for one of a newer version, or one that is damaged.
    init?(json: Data) throws {
        guard let object = try? DataValue(json: json).objectValue,
            object["format"] == .text(Self.signature)
        else { return nil }
        guard let version = object["version"]?.integerValue, version >= 1 else { throw Self.damaged }
        guard version <= Self.currentVersion else {
            throw AtriumError(
                .badData, "the folder was written by a newer version of Atrium",
                remedy: "import it with that version, or import its files one by one")
        }
        guard let madeAt = object["madeAt"]?.textValue, let files = object["files"]?.listValue else {
            throw Self.damaged
        }
        self.madeAt = madeAt
        self.files = try files.map { file in
            guard let file = file.objectValue.flatMap(File.init) else { throw Self.damaged }
            return file
        }
        guard Set(self.files.map(\.name)).count == files.count else { throw Self.damaged }
        modules = (object["modules"]?.listValue ?? []).compactMap { module in
            guard let module = module.objectValue, let id = module["id"]?.textValue else { return nil }
            return ModuleEntry(
                id: id, version: module["version"]?.textValue ?? "",
                isEnabled: module["enabled"] != .bool(false))
        }
        settings = (object["settings"]?.objectValue?.entries ?? []).compactMap { entry in
            entry.value.textValue.map { (entry.name, $0) }
        }
        leftOut = (object["leftOut"]?.listValue ?? []).compactMap(\.textValue)
    }

    private static let damaged = AtriumError(
        .badData, "\(fileName) is damaged", remedy: "import the files of the folder one by one")
}

extension VaultFolderManifest.File {
    var value: DataObject {
        [
            "file": .text(name), "holds": .text(content.rawValue),
            "module": .text(orNull: module), "collection": .text(orNull: collection?.description),
            "format": .text(format.rawValue), "items": .integer(items), "bytes": .integer(bytes),
            "sha256": .text(sha256),
        ]
    }

    /// Reads an entry; nil for one that is malformed, or whose name could lead out of the folder.
    init?(_ object: DataObject) {
        guard let name = object["file"]?.textValue, Self.isPlain(name),
            let content = (object["holds"]?.textValue).flatMap(VaultFolderManifest.Content.init),
            let format = object["format"]?.textValue, let sha256 = object["sha256"]?.textValue,
            ArchiveManifest.isDigest(sha256), let bytes = object["bytes"]?.integerValue, bytes >= 0,
            let items = object["items"]?.integerValue, items >= 0
        else { return nil }
        self.init(
            name: name, content: content, module: object["module"]?.textValue,
            collection: (object["collection"]?.textValue).flatMap(CollectionID.init),
            format: FormatID(rawValue: format), items: items, bytes: bytes, sha256: sha256)
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
            && name != VaultFolderManifest.attachmentsFolder && name != VaultFolderManifest.fileName
    }
}
