import AtriumSDK
import Foundation
import GRDB

/// Runs an import: recognise, read, route, plan, apply, report; see "An import" in
/// docs/architecture.md.
///
/// Planning and applying are one pass inside one transaction: each item is decided against the vault as the items before
/// it have left it. A dry run is the same pass, rolled back, so that it cannot differ from the real one.
struct ImportEngine {
    let session: Session
    let request: ImportRequest
    /// Modules that were enabled for the import, to be named in the report.
    let enabled: [String]

    /// Ends a dry run's transaction with its report.
    private struct DryRun: Error {
        let report: ImportReport
    }

    /// An item broke a rule of the vault's schema; the run begins again with a savepoint for each item.
    private struct NeedsSavepoints: Error {}

    func run(progress: (ImportProgress) -> Void) throws -> ImportReport {
        let modules = try request.module.map { [try session.enabledModule($0)] } ?? session.enabledModules()
        let options = try importOptions(of: modules)
        do {
            // A savepoint for each item would make an import several times slower; hardly any import needs one.
            return try run(modules, options, usesSavepoints: false, progress)
        } catch is NeedsSavepoints {
            return try run(modules, options, usesSavepoints: true, progress)
        }
    }

    private func run(
        _ modules: [Module], _ options: ImportOptions, usesSavepoints: Bool,
        _ progress: (ImportProgress) -> Void
    ) throws -> ImportReport {
        let recorder = ChangeRecorder(vault: session.vault)
        do {
            return try recorder.write(session.cause("import"), origin: .importRun) { db, scope in
                try db.execute(sql: "PRAGMA cache_size = -32000")
                let run = try ImportRuns.begin(scope.changeSet, now: session.vault.environment.now(), db)
                var report = ImportReport(run: run, isDryRun: request.isDryRun, files: [])
                for (index, (path, file)) in request.files.enumerated() {
                    let pass = FileImport(
                        path: path, index: index, run: run, modules: modules, options: options,
                        request: request,
                        session: session, db: db, scope: scope, usesSavepoints: usesSavepoints)
                    report.files.append(try pass.read(file, progress: progress))
                }
                for folder in request.folders {
                    let restorer = VaultFolderRestorer(
                        folder: folder, session: session, db: db, scope: scope, run: run)
                    report.files += try restorer.restore(firstFile: report.files.count, enabled: enabled)
                }
                try ImportRuns.finish(run, report, db)
                if request.isDryRun {
                    report.run = nil
                    throw DryRun(report: report)
                }
                return report
            }.result
        } catch let dryRun as DryRun {
            return dryRun.report
        } catch let error as AtriumError where error.code == .badData && !usesSavepoints {
            // A broken constraint too: the recorder has put it into words.
            throw NeedsSavepoints()
        }
    }

    /// Checks the options against what the modules' importers declare.
    private func importOptions(of modules: [Module]) throws -> ImportOptions {
        var declared: [FieldDeclaration] = []
        for importer in modules.flatMap(\.importers) {
            for option in importer.options where !declared.contains(where: { $0.name == option.name }) {
                declared.append(option)
            }
        }
        let fields = modules.flatMap(\.importers).flatMap(\.columns).map(\.name)
        if let (column, field) = request.columns.first(where: { !fields.contains($0.field) }) {
            throw AtriumError(
                .usage, "--map \(column)=\(field): there is no field “\(field)”",
                remedy: "use: " + Set(fields).sorted().joined(separator: ", "), field: "map")
        }
        let settings = try session.vault.read { db in
            try UserSettings(db, environment: session.vault.environment)
        }
        let decoder = InputDecoder(
            fields: declared, today: LocalDate(session.vault.environment.now(), in: settings.timeZone)
        ) {
            _, id, field in throw AtriumError(.internal, "the option \(field) refers to \(id)")
        }
        return ImportOptions(
            arguments: try decoder.decode(request.options, files: [:]), columns: request.columns,
            timeZone: settings.timeZone)
    }
}
