import AtriumSDK
import Foundation
import GRDB

/// What the user chose for an import, checked against what the modules' importers declare.
struct ImportChoices {
    let session: Session
    let request: ImportRequest

    /// The options for the importers, and the mapping by itself.
    ///
    /// - Throws: ``AtriumError`` with code `usage` or `badData` that names the option, `notFound` for an unknown mapping.
    func options(for modules: [Module]) throws -> (ImportOptions, SavedMap) {
        let kept = try request.mapToUse.map { name in
            try session.vault.read { db in try SavedMaps.map(named: name, db) }
        }
        // What was said now goes before what was said then.
        let mapped = Set(request.columns.map(\.column))
        let columns = request.columns + (kept?.columns ?? []).filter { !mapped.contains($0.column) }
        var values = kept?.options ?? [:]
        for entry in request.options.entries { values[entry.name] = entry.value }

        let declared = Self.declared(modules)
        try checkOptions(values, declared)
        try Self.check(columns, modules)
        let settings = try session.vault.read { db in
            try UserSettings(db, environment: session.vault.environment)
        }
        let today = LocalDate(session.vault.environment.now(), in: settings.timeZone)
        let decoder = InputDecoder(fields: declared, today: today) {
            _, id, field in throw AtriumError(.internal, "the option \(field) refers to \(id)")
        }
        let options = ImportOptions(
            arguments: try decoder.decode(options: values), columns: columns, timeZone: settings.timeZone,
            today: today, isRestoring: !request.folders.isEmpty,
            isModuleChosen: request.module != nil)
        let name = try AtriumError.about("saveMap") { try request.mapToSave.map(SavedMaps.checkedName) ?? "" }
        let all = columns + request.inputs.flatMap(\.columns)
        return (options, SavedMap(name: name, columns: all, options: values))
    }

    /// The modules that a request is for.
    /// - Throws: ``AtriumError`` with code `badData` where one is named that takes nothing of the format that is named.
    func modules() throws -> [Module] {
        guard let id = request.module else { return try session.enabledModules() }
        let module = try session.enabledModule(id)
        if let format = request.format, !module.importers.contains(where: { $0.format == format }) {
            let formats = Set(module.importers.map(\.format.rawValue)).sorted()
            throw AtriumError(
                .badData, "\(id) does not import the format \(format.rawValue)",
                remedy: formats.isEmpty
                    ? "leave \(field: "module") out" : "it imports: \(formats.joined(separator: ", "))",
                field: "format")
        }
        return [module]
    }

    /// Who are asked whose items are, of the modules that a request is for.
    func routing(for modules: [Module]) throws -> ItemRouting.Modules {
        let registry = session.hub.registry
        return ItemRouting.Modules(
            asked: modules, enabled: try session.enabledModules(), installed: registry.modules,
            preferred: try session.vault.read { db in
                let kept = try KeptSettings(db)
                return registry.claimSettings.reduce(into: [:]) { $0[$1.name] = $1.current(kept) }
            }, isNamed: request.module != nil)
    }

    /// Refuses an option of another module than the one that is named: the value contradicts another field, which no
    /// description of a single field can say.
    private func checkOptions(_ values: DataObject, _ declared: [FieldDeclaration]) throws {
        guard let module = request.module,
            let name = values.names.first(where: { name in !declared.contains { $0.name == name } })
        else { return }
        throw AtriumError(
            .badData, "imports into \(module) have no option “\(name)”",
            remedy: "leave it out, or choose another \(field: "module")", field: name)
    }

    private static func declared(_ modules: [Module]) -> [FieldDeclaration] {
        var declared: [FieldDeclaration] = []
        for importer in modules.flatMap(\.importers) {
            for option in importer.options where !declared.contains(where: { $0.name == option.name }) {
                declared.append(option)
            }
        }
        return declared
    }

    private static func check(_ columns: [(column: String, field: String)], _ modules: [Module]) throws {
        let fields = Set(modules.flatMap(\.importers).flatMap(\.columns).map(\.name))
        guard let (column, field) = columns.first(where: { !fields.contains($0.field) }) else { return }
        guard !fields.isEmpty else {
            throw AtriumError(
                .usage,
                "“\(column)”: \(modules.map(\.id).joined(separator: ", ")) cannot import files with columns",
                remedy:
                    "leave out \(field: "columns", "COLUMN=FIELD", as: "map"), or choose another \(field: "module")",
                field: "columns")
        }
        throw AtriumError(
            .usage, "“\(column)”: there is no field “\(field)”",
            remedy: NearNames.remedy(
                for: field, in: fields.sorted(), otherwise: "use: \(fields.sorted().joined(separator: ", "))"),
            field: "columns")
    }
}
