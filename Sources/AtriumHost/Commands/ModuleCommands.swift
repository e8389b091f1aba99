import AtriumSDK

extension HostCommand {
    private static let moduleFields: [FieldDeclaration] = [
        FieldDeclaration("id", .text, help: "The module's id.", isRequired: true),
        FieldDeclaration("title", .text, help: "The module's name.", isRequired: true),
        FieldDeclaration("enabled", .boolean, help: "Whether it is enabled for you.", isRequired: true),
        FieldDeclaration(
            "allowed", .boolean, help: "Whether your admin lets you enable it.", isRequired: true),
        FieldDeclaration("summary", .text, help: "What it keeps.", isRequired: true),
        FieldDeclaration("version", .text, help: "Its version.", isRequired: true),
        FieldDeclaration(
            "requires", .list(.text), help: "Modules that it cannot do without.", isRequired: true),
        FieldDeclaration(
            "enhances", .list(.text), help: "Modules that it works better with.", isRequired: true),
    ]
    private static let changedFields = [
        FieldDeclaration(
            "changed", .list(.text), help: "The ids of the modules that were changed.", isRequired: true)
    ]
    private static let id = Field<String>.text("id", help: "The module's id.").positional
    private static let isAll = Field<Bool>.boolean("all", help: "Whether all installed modules are meant.")
        .defaulting(to: .bool(false))
    private static let yes = Field<Bool>.boolean("yes", help: "Says that you mean it: erased data is gone.")
        .defaulting(to: .bool(false))

    static let moduleCommands: [HostCommand] = [
        HostCommand(
            "modules", "list", reach: .records, kind: .query, summary: "List the modules that are installed.",
            result: .list(moduleFields, columns: ["id", "enabled", "summary"])
        ) { _, session in
            .object(["items": .list(try session.moduleStatus().map(value))])
        },
        HostCommand(
            "modules", "enable", reach: .vault, kind: .action,
            summary: "Switch a module on, with those that it requires.",
            fields: [id.declaration, isAll.declaration], result: .object(changedFields)
        ) { input, session in
            let allowed = session.allowedModules
            let modules =
                try input[isAll] == true
                ? session.hub.registry.modules.filter { allowed.contains($0.id) }
                : [allowedModule(named(input, session), session)]
            let changed = try session.enable(modules)
            return .object(["changed": .list(changed.map(DataValue.text))])
        }.inSteps,
        HostCommand(
            "modules", "disable", reach: .vault, kind: .action,
            summary: "Switch a module off; its data stays and comes back when it is switched on.",
            fields: [id.required.declaration], result: .object(changedFields)
        ) { input, session in
            let module = try named(input, session)
            let wasEnabled = try session.moduleStatus().contains {
                $0.manifest.id == module.id && $0.isEnabled
            }
            try ModuleSwitch(vault: session.vault).disable(module)
            return .object(["changed": .list(wasEnabled ? [.text(module.id)] : [])])
        }.inSteps,
        HostCommand(
            "modules", "erase", reach: .vault, kind: .action,
            summary: "Remove a module's data for good: its tables and every trace of its records.",
            discussion: """
                It cannot be undone. The history and the imports lose the module's part: changes and imports of which nothing \
                is left are gone, of the others the rest can still be taken back. Backups made before still hold the data: \
                those in the hub's folder are named, of others nothing is known here.
                """,
            fields: [id.required.declaration, yes.declaration],
            result: .object([
                FieldDeclaration("erased", .text, help: "The module's id.", isRequired: true),
                FieldDeclaration(
                    "tables", .list(.text), help: "The tables that were removed.", isRequired: true),
                FieldDeclaration(
                    "records", .integer(), help: "How many records they held.", isRequired: true),
                FieldDeclaration(
                    "changes", .integer(),
                    help: "How many changes are gone from the history, since they were of nothing else.",
                    isRequired: true),
                FieldDeclaration(
                    "imports", .integer(),
                    help: "How many imports are gone from the list, since they were of nothing else.",
                    isRequired: true),
                FieldDeclaration(
                    "remains", .list(.text),
                    help:
                        "What could not be cleared away, as on a full disk, and may hold the data until it is erased again.",
                    isRequired: true),
                FieldDeclaration(
                    "copies", .list(.text), help: "Backups and copies that may still hold the data.",
                    isRequired: true),
            ])
        ) { input, session in
            let module = try named(input, session)
            guard input[yes] == true else {
                throw AtriumError(
                    .badData,
                    "erasing \(module.id) removes its data for good, also from the history and the imports",
                    remedy:
                        "say \(flag: "yes") to do it; \(command: "export", .argument("module", module.id)) first keeps a copy",
                    field: "yes")
            }
            return try ModuleEraser(session: session).erase(module)
        }.inSteps,
    ]

    private static func named(_ input: Arguments, _ session: Session) throws -> Module {
        guard let id = input[id] else {
            throw AtriumError(
                .badData, "which module?", remedy: "give its id, or \(flag: "all")", field: "id")
        }
        guard let module = session.hub.registry.module(id) else {
            throw AtriumError(
                .notFound, "there is no module “\(id)”",
                remedy: "\(command: "modules list") shows which there are",
                field: "id")
        }
        return module
    }

    /// The module, where the admin lets the user enable it and all that it requires.
    private static func allowedModule(_ module: Module, _ session: Session) throws -> Module {
        guard !session.allowedModules.contains(module.id) else { return module }
        let isListed = session.user.allowedModules?.contains(module.id) == true
        throw AtriumError(
            .notPermitted,
            isListed
                ? "\(module.id) requires a module that your admin does not let you enable"
                : "your admin does not let you enable \(module.id)",
            remedy: "ask them to allow it: \(command: "users modules", .argument("name", session.user.name))",
            field: "id")
    }

    private static func value(_ status: Session.ModuleStatus) -> DataValue {
        let manifest = status.manifest
        return .object([
            "id": .text(manifest.id), "title": .text(manifest.title), "enabled": .bool(status.isEnabled),
            "allowed": .bool(status.isAllowed),
            "summary": .text(manifest.summary), "version": .text(manifest.version),
            "requires": .list(manifest.requires.map(DataValue.text)),
            "enhances": .list(manifest.enhances.map(DataValue.text)),
        ])
    }
}
