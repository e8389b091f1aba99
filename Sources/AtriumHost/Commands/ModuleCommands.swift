import AtriumSDK

extension HostCommand {
    private static let moduleFields: [FieldDeclaration] = [
        FieldDeclaration("id", .text, help: "The module's id.", isRequired: true),
        FieldDeclaration("title", .text, help: "The module's name.", isRequired: true),
        FieldDeclaration("enabled", .boolean, help: "True if you have enabled the module.", isRequired: true),
        FieldDeclaration(
            "allowed", .boolean, help: "True if your admin lets you enable the module.", isRequired: true),
        FieldDeclaration("summary", .text, help: "The module's contents in a sentence.", isRequired: true),
        FieldDeclaration("version", .text, help: "The module's version.", isRequired: true),
        FieldDeclaration(
            "requires", .list(.text), help: "The modules that this one requires.", isRequired: true),
        FieldDeclaration(
            "enhances", .list(.text), help: "The modules that this one works better with.", isRequired: true),
    ]
    private static let changedFields = [
        FieldDeclaration(
            "changed", .list(.text), help: "The ids of the modules that were enabled or disabled.",
            isRequired: true)
    ]
    private static let id = Field<String>.text("id", help: "The module's id.").positional
    private static let isAll = Field<Bool>.boolean("all", help: "Enable all installed modules.")
        .defaulting(to: .bool(false))
    private static let yes = Field<Bool>.boolean(
        "yes", help: "Confirm that you want to erase the data permanently."
    ).defaulting(to: .bool(false))

    static let moduleCommands: [HostCommand] = [
        HostCommand(
            "modules", "list", scope: .records, kind: .query, summary: "List the installed modules.",
            result: .list(moduleFields, columns: ["id", "enabled", "summary"])
        ) { _, session in
            .object(["items": .list(try session.moduleStatus().map(value))])
        },
        HostCommand(
            "modules", "enable", scope: .vault, kind: .action,
            summary: "Enable a module and the modules that it requires.",
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
            "modules", "disable", scope: .vault, kind: .action,
            summary: "Disable a module, but keep its data for when you enable it again.",
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
            "modules", "erase", scope: .vault, kind: .action,
            summary: "Erase a module's data permanently: its tables and every trace of its records.",
            discussion: """
                This cannot be undone. Changes and imports that concerned only this module disappear from the \
                history and the list of imports; the remaining parts of the others can still be undone. Older \
                backups still contain the data. The result lists the backups in the hub's folder; it cannot list \
                copies elsewhere.
                """,
            fields: [id.required.declaration, yes.declaration],
            result: .object([
                FieldDeclaration("erased", .text, help: "The module's id.", isRequired: true),
                FieldDeclaration(
                    "tables", .list(.text), help: "The tables that were removed.", isRequired: true),
                FieldDeclaration(
                    "records", .integer(), help: "The number of records in these tables.", isRequired: true),
                FieldDeclaration(
                    "changes", .integer(),
                    help:
                        "The number of changes removed from the history because they concerned only this module.",
                    isRequired: true),
                FieldDeclaration(
                    "imports", .integer(),
                    help:
                        "The number of imports removed from the list because they concerned only this module.",
                    isRequired: true),
                FieldDeclaration(
                    "remains", .list(.text),
                    help: """
                        Leftovers that could not be removed, for example because the disk is full. They may contain data until you \
                        erase the module again.
                        """,
                    isRequired: true),
                FieldDeclaration(
                    "copies", .list(.text), help: "Backups and copies that may still contain the data.",
                    isRequired: true),
            ])
        ) { input, session in
            let module = try named(input, session)
            guard input[yes] == true else {
                throw AtriumError(
                    .badData,
                    "erasing \(module.id) permanently removes its data, also from the history and the imports",
                    remedy:
                        "to confirm, add \(flag: "yes"); to keep a copy, use \(command: "export", .argument("module", module.id)) first",
                    field: "yes")
            }
            return try ModuleEraser(session: session).erase(module)
        }.inSteps,
    ]

    private static func named(_ input: Arguments, _ session: Session) throws -> Module {
        guard let id = input[id] else {
            throw AtriumError(
                .badData, "no module was named", remedy: "give its id, or \(flag: "all")", field: "id")
        }
        guard let module = session.hub.registry.module(id) else {
            throw AtriumError(
                .notFound, "there is no module “\(id)”",
                remedy: "see \(command: "modules list")",
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
            remedy:
                "ask your admin to allow it: \(command: "users modules", .argument("name", session.user.name))",
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
