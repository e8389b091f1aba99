public import AtriumHost
import AtriumSDK
import Foundation

extension TemporaryHub {
    /// Imports a folder that `export --all` wrote.
    ///
    /// - Throws: ``AtriumError`` if the folder has no manifest or the import fails.
    @discardableResult
    public func importWholeVault(
        _ path: String, deciding decision: ConflictDecision? = nil
    ) throws -> ImportReport {
        guard let folder = try VaultFolder.open(at: path) else {
            throw AtriumError(.badData, "\(path) has no manifest, so it is not an export of a whole vault")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        var request = ImportRequest(
            files: try names.filter { !folder.ownNames.contains($0) }.map { name in
                (path + "/" + name, try DiskFile(path: path + "/" + name))
            }, folders: [folder])
        request.onConflict = decision
        return try session().importFiles(request)
    }

    /// Exports the whole vault to a folder and imports the folder into a new hub with the same modules.
    ///
    /// Returns the new hub and the folder's files as text.
    public func restored() throws -> (hub: TemporaryHub, files: [String: String]) {
        let path = FileManager.default.temporaryDirectory.path + "/atrium-test-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try session().exportAll(to: path, includesDisabled: false)
        var files: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            files[name] = FileManager.default.contents(atPath: path + "/" + name).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        let other = try TemporaryHub(modules: hub.registry.modules, formats: hub.formats)
        try other.importWholeVault(path)
        return (other, files)
    }
}
