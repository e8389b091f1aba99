import AtriumSDK
import Crypto
import Foundation
import GRDB

/// Brings back what stands beside the records in the folder of a whole vault, once the records are there.
///
/// It adds what is missing and takes nothing away: tags, links, attachments and settings that the vault has stay. So a
/// second import of a folder changes nothing. Records are found by collection and uid; what belongs to one that is not
/// there is an issue of the report.
struct VaultFolderRestorer {
    let folder: VaultFolder
    let session: Session
    let db: Database
    let scope: WriteScope
    let run: Int64
    /// The newest link that the vault had before the import.
    let newestLink: Int64

    /// Brings everything back and gives an entry of the report for each of the folder's own files.
    ///
    /// - Parameters:
    ///   - firstFile: the place of the first entry in the run's report.
    ///   - enabled: the modules that were enabled for the folder, to be named in the report.
    func restore(firstFile: Int, enabled: [String]) throws -> [ImportReport.File] {
        var reports: [ImportReport.File] = []
        func add(
            _ name: String, _ body: (FolderFileReport) throws -> Void
        ) throws {
            let report = FolderFileReport(
                path: folder.path + "/" + name, place: firstFile + reports.count, run: run, db: db)
            var failure: AtriumError?
            do {
                // What fails in its middle has changed nothing.
                try db.inSavepoint {
                    try body(report)
                    return .commit
                }
            } catch let input as InputError {
                failure = input.error
            } catch let error as AtriumError where error.isOfInput {
                failure = error
            }
            reports.append(
                failure.map { ImportReport.File(path: report.file.path, error: $0) } ?? report.file)
        }
        try add(VaultFolderManifest.fileName) { report in
            for id in enabled {
                try report.note(
                    "module-enabled",
                    "the import enables the module \(id), because the folder contains its records",
                    property: id, of: id)
            }
            for file in folder.manifest.files { try check(file, report) }
            try restoreSettings(report)
        }
        for file in folder.manifest.files where file.content != .records {
            try add(file.name) { report in try restoreLines(of: file, report) }
        }
        return reports
    }

    /// Restores what the lines of a file say, each by itself.
    private func restoreLines(of file: VaultFolderManifest.File, _ report: FolderFileReport) throws {
        guard let content = try self.file(named: file.name) else {
            throw AtriumError(
                .notFound, "there is no file \(report.file.path)",
                remedy: "export again, or continue without it")
        }
        try JSONLines.forEach(in: content) { line, object in
            report.file.items += 1
            report.line = line
            let isNew =
                switch file.content {
                case .records: false
                case .links: try restoreLink(object, report)
                case .tags: try restoreTags(object, report)
                case .attachments: try restoreAttachment(object, report)
                case .formerUIDs: try restoreFormerUID(object, report)
                case .moduleData: try restoreModuleData(object, file, report)
                }
            switch isNew {
            case true?: report.file.added += 1
            case false?: report.file.unchanged += 1
            case nil: break
            }
        }
        if let module = file.module {
            report.file.parts[module] = ImportReport.Part(counts: report.file.counts)
        }
    }

    /// Says where a file is not as it was written: cut short, changed since, or gone.
    private func check(_ file: VaultFolderManifest.File, _ report: FolderFileReport) throws {
        do {
            guard let content = try self.file(named: file.name) else {
                return try report.note(
                    "missing-file", "\(file.name) is missing; it contained \(file.items) entries",
                    isKept: false, of: file.module)
            }
            var hash = SHA256()
            try content.forEachPiece { hash.update(bufferPointer: $0) }
            guard Migrator.hexadecimal(hash.finalize()) != file.sha256 else { return }
            try report.note(
                "changed-file", "\(file.name) was changed after the export; it was imported as it is now",
                of: file.module)
        } catch let input as InputError {
            try report.note("unreadable-file", input.error.message, isKept: false, of: file.module)
        }
    }

    /// A file of the folder; nil where it is missing.
    private func file(named name: String) throws -> InputFile? {
        try InputError.marking { try folder.file(named: name) }.map(InputFile.init)
    }

    // MARK: - One line each: true for what is new, false for what was there, nil for what has an issue

    private func restoreSettings(_ report: FolderFileReport) throws {
        let modules = session.hub.registry.modules
        for (key, value) in folder.manifest.settings {
            report.file.items += 1
            let known = try setting(key).flatMap { try? $0.checked(value, installed: modules) }
            guard let value = known ?? SavedMaps.checked(key: key, value: value) else {
                try report.note("bad-setting", "the setting \(key) is unknown or has an invalid value")
                continue
            }
            try db.execute(
                sql: "INSERT INTO host_setting (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
                arguments: [key, value])
            if db.changesCount > 0 { report.file.added += 1 } else { report.file.unchanged += 1 }
        }
    }

    /// The setting with a name, of the host or of a module that the vault has; nil if there is none.
    private func setting(_ name: String) throws -> SettingKey? {
        let registry = session.hub.registry
        let setting = SettingKey.all(registry.modules, registry.claimSettings).first { $0.name == name }
        guard let module = setting?.module else { return setting }
        return try ModuleSwitch.isKnown(module.id, db) ? setting : nil
    }

    private func restoreLink(_ object: DataObject?, _ report: FolderFileReport) throws -> Bool? {
        guard let object, let kind = object["kind"]?.textValue,
            let createdAt = (object["createdAt"]?.textValue).flatMap(Timestamp.date)
        else { return try report.malformed() }
        guard let from = try record(object["from"]?.objectValue),
            let to = try record(object["to"]?.objectValue), from != to
        else { return try report.noRecord() }
        let links = RecordLinks(
            db: db, collections: scope.collections, enabled: [], now: createdAt)
        if try links.insert(from: from, to: to, kind: kind) { return true }
        // One that has just come with its record is as old as it was.
        try links.date(from: from, to: to, kind: kind, after: newestLink)
        return false
    }

    private func restoreTags(_ object: DataObject?, _ report: FolderFileReport) throws -> Bool? {
        guard let object, let tags = object["tags"]?.listValue?.compactMap(\.textValue) else {
            return try report.malformed()
        }
        guard let record = try record(object) else { return try report.noRecord() }
        let store = RecordTags(db, collections: scope.collections)
        let present = try store.tags(of: record)
        // The file's order and spelling count, where the record has no tag beyond the file's.
        let folded = Set(tags.map(Words.foldedTag))
        let isWithin = present.allSatisfy { folded.contains(Words.foldedTag($0)) }
        try store.setTags(isWithin ? tags : present + tags, of: record)
        return try store.tags(of: record) != present
    }

    private func restoreAttachment(_ object: DataObject?, _ report: FolderFileReport) throws -> Bool? {
        guard let object, let role = object["role"]?.textValue, let sha256 = object["sha256"]?.textValue,
            ArchiveManifest.isDigest(sha256), let mediaType = object["mediaType"]?.textValue,
            let name = object["name"]?.textValue
        else { return try report.malformed() }
        guard let record = try record(object) else { return try report.noRecord() }
        let number = try scope.collections.number(record.collection)
        let present = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id, name, media_type FROM host_attachment
                    WHERE collection_id = ? AND record_id = ? AND role = ? AND sha256 = ?
                    """), arguments: [number, record.id, role, sha256])
        if let present {
            // It came with the record, in a format that has no place for names.
            guard present["name"] == "", name != "" || present["media_type"] != mediaType else {
                return false
            }
            try db.execute(
                sql: "UPDATE host_attachment SET name = ?, media_type = ? WHERE id = ?",
                arguments: [name, mediaType, present["id"]])
            return true
        }
        guard
            let size = try scope.content.stage(
                copyOf: file(named: VaultFolder.name(ofAttachment: sha256)), sha256: sha256)
        else {
            return try report.refuse(
                "missing-attachment", "the content of an attachment is missing or damaged", isKept: false)
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO host_attachment (collection_id, record_id, role, sha256, media_type, byte_count, name)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [number, record.id, role, sha256, mediaType, size, name])
        return true
    }

    private func restoreFormerUID(_ object: DataObject?, _ report: FolderFileReport) throws -> Bool? {
        guard let object, let former = object["formerUID"]?.textValue, !former.isEmpty else {
            return try report.malformed()
        }
        guard let record = try record(object) else { return try report.noRecord() }
        // A record that has the uid now is not taken it.
        if try self.record(["collection": object["collection"] ?? .null, "uid": .text(former)]) != nil {
            return false
        }
        try db.execute(
            sql: "INSERT INTO host_former_uid (collection_id, record_id, uid) VALUES (?, ?, ?)",
            arguments: [scope.collections.number(record.collection), record.id, former])
        return true
    }

    private func restoreModuleData(
        _ object: DataObject?, _ file: VaultFolderManifest.File, _ report: FolderFileReport
    ) throws -> Bool? {
        guard let module = session.hub.registry.modules.first(where: { $0.id == file.module }),
            let data = module.sideData.first(where: { module.fileName(of: $0) == file.name }),
            try ModuleSwitch.isKnown(module.id, db)
        else {
            return try report.refuse(
                "no-module", "the line belongs to a module that is not in the vault", isKept: false)
        }
        guard let object, let isNew = try data.read(object, db) else { return try report.malformed() }
        return isNew
    }

    /// The record that an object names by collection and uid, a former one too; nil where there is none.
    private func record(_ object: DataObject?) throws -> RecordReference? {
        guard let object, let id = (object["collection"]?.textValue).flatMap(CollectionID.init),
            let uid = object["uid"]?.textValue, let collection = session.hub.registry.collection(id),
            let number = try? scope.collections.number(id)
        else { return nil }
        let table = collection.table.quotedDatabaseIdentifier
        let found = try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id FROM \(table) WHERE uid = ?1 UNION ALL
                    SELECT record_id FROM host_former_uid WHERE uid = ?1 AND collection_id = ?2 LIMIT 1
                    """), arguments: [uid, number])
        return found.map { RecordReference(id, $0) }
    }
}

/// The entry of one of a folder's own files in the report, as it grows.
private final class FolderFileReport {
    var file: ImportReport.File
    /// The line that is being read, from 1; 0 before the first.
    var line = 0
    private let place: Int
    private let run: Int64
    private let db: Database

    init(path: String, place: Int, run: Int64, db: Database) {
        file = ImportReport.File(path: path)
        file.format = JSONLines.format
        self.place = place
        self.run = run
        self.db = db
    }

    func note(
        _ code: String, _ message: String, property: String? = nil, isKept: Bool = true,
        of module: String? = nil
    ) throws {
        let issue = ImportIssue(line: line, property: property, code: code, message: message, isKept: isKept)
        try ImportRuns.note(issue, of: module, file: place, run: run, db)
        if file.issues.count < ImportReport.shownIssues {
            file.issues.append(issue)
        } else {
            file.omittedIssues += 1
        }
    }

    func refuse(_ code: String, _ message: String, isKept: Bool) throws -> Bool? {
        try note(code, message, isKept: isKept)
        return nil
    }

    func malformed() throws -> Bool? {
        try refuse("malformed-line", "the line is not valid in this file", isKept: false)
    }

    func noRecord() throws -> Bool? {
        try refuse("no-record", "the line names a record that is not in the vault", isKept: false)
    }
}
