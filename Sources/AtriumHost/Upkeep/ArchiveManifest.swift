import AtriumSDK
import Foundation

/// The first entry of a backup, `manifest.json`: what the archive holds, so that a restore can check it.
struct ArchiveManifest: Sendable, Equatable {
    /// The version of the archive's layout that this program writes, and the newest that it reads.
    static let currentVersion: Int64 = 1
    /// The entry's name.
    static let entryName = "manifest.json"
    /// The entry that is the database.
    static let databaseName = "vault.sqlite"
    /// What the names of attachments begin with.
    static let filesPrefix = "files/"
    /// No manifest is longer: enough for 400,000 attachments.
    static let maximumSize: Int64 = 64 << 20

    /// One file of the vault.
    struct File: Sendable, Equatable {
        /// `vault.sqlite`, or `files/` and the name of an attachment.
        let name: String
        /// Its size in bytes.
        let size: Int64
        /// The SHA-256 of its content in lower-case hex.
        let sha256: String
    }

    /// When the backup was made, RFC 3339 in UTC.
    let madeAt: String
    /// The name of the user whose vault it is.
    let user: String
    /// The files, the database first.
    let files: [File]

    /// The bytes that the files take together.
    var totalSize: Int64 { files.reduce(0) { $0.addingReportingOverflow($1.size).partialValue } }

    /// The manifest as it is written.
    var json: String {
        DataValue.object([
            "format": .text("atrium-backup"), "version": .integer(Self.currentVersion),
            "madeAt": .text(madeAt),
            "user": .text(user),
            "files": .list(
                files.map {
                    .object(["name": .text($0.name), "size": .integer($0.size), "sha256": .text($0.sha256)])
                }),
        ]).json
    }

    init(madeAt: String, user: String, files: [File]) {
        self.madeAt = madeAt
        self.user = user
        self.files = files
    }

    /// Reads and checks a manifest.
    ///
    /// - Throws: ``AtriumError`` with code `badData`: not a backup, a newer one, a name that may not stand in one.
    init(json: Data) throws {
        guard let object = try? DataValue(json: json).objectValue, object["format"] == .text("atrium-backup"),
            let version = object["version"]?.integerValue
        else { throw Self.damaged("its manifest cannot be read") }
        guard version <= Self.currentVersion else {
            throw AtriumError(
                .badData, "the backup was written by a newer version of Atrium",
                remedy: "restore it with that version")
        }
        guard version >= 1, let madeAt = object["madeAt"]?.textValue, Timestamp.date(madeAt) != nil,
            let user = object["user"]?.textValue, let list = object["files"]?.listValue
        else { throw Self.damaged("its manifest is incomplete") }
        var files: [File] = []
        var names: Set<String> = []
        var total: Int64 = 0
        for entry in list {
            guard let name = entry.objectValue?["name"]?.textValue,
                let size = entry.objectValue?["size"]?.integerValue,
                let sha256 = entry.objectValue?["sha256"]?.textValue, Self.isDigest(sha256), size >= 0,
                Self.isAllowed(name), names.insert(name).inserted
            else { throw Self.damaged("its manifest lists a file that a backup cannot contain") }
            let sum = total.addingReportingOverflow(size)
            guard !sum.overflow else { throw Self.damaged("its manifest contains impossible sizes") }
            total = sum.partialValue
            files.append(File(name: name, size: size, sha256: sha256))
        }
        guard names.contains(Self.databaseName) else { throw Self.damaged("it contains no database") }
        self.init(madeAt: madeAt, user: user, files: files)
    }

    /// Whether a name may stand in a backup: the database, or an attachment directly in its folder.
    static func isAllowed(_ name: String) -> Bool {
        name == databaseName
            || name.hasPrefix(filesPrefix) && isDigest(String(name.dropFirst(filesPrefix.count)))
    }

    /// Whether a text is a SHA-256 in lower-case hex.
    static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    static func damaged(_ why: String) -> AtriumError {
        AtriumError(
            .badData, "the file is not a usable backup: \(why)",
            remedy: "use another backup; nothing was changed")
    }
}
