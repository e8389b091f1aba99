import AtriumSDK
import GRDB

extension HostCommand {
    private static let step = Field<String>.text("step", help: "The step's name.").required.positional

    private static let stepFields: [FieldDeclaration] = [
        FieldDeclaration("name", .text, help: "The step's name.", isRequired: true),
        FieldDeclaration("title", .text, help: "The step's title.", isRequired: true),
        FieldDeclaration(
            "state", .choice(["done", "open", "skipped"]), help: "The step's state.", isRequired: true),
        FieldDeclaration("help", .text, help: "Instructions for the step.", isRequired: true),
        FieldDeclaration(
            "command", .text, help: "The words of the command that completes the step.", isRequired: true),
    ]

    static let setupCommands: [HostCommand] = [
        HostCommand(
            "setup", "list", scope: .vault, kind: .query,
            summary: "Show the first steps and their state.",
            discussion: """
                A step counts as done as soon as your data shows it. \(command: "setup skip") skips a step, and \
                \(command: "setup again") shows all steps again.
                """,
            result: .list(stepFields, columns: ["name", "state", "title", "command"])
        ) { _, session in
            let hasDevice = try hasDevice(session)
            return try session.vault.read { db in try steps(session, hasDevice: hasDevice, db) }
        },
        HostCommand(
            "setup", "skip", scope: .vault, kind: .action, summary: "Skip a first step.",
            fields: [step.declaration], result: .list(stepFields, columns: ["name", "state", "title"])
        ) { input, session in
            let name = try input.required(step).lowercased()
            let hasDevice = try hasDevice(session)
            return try session.write("setup skip \(name)") { db, _ in
                let known = try FirstSteps.all(session.enabledModules(db)).map(\.name)
                guard known.contains(name) else {
                    throw AtriumError(
                        .notFound, "there is no step “\(name)”",
                        remedy: "use one of: \(known.joined(separator: ", "))", field: "step")
                }
                var skipped = Setting.words(try KeptSettings(db).own[.skippedSteps] ?? "")
                if !skipped.contains(name) { skipped.append(name) }
                try KeptSettings.keep(
                    skipped.joined(separator: ", "), for: Setting.skippedSteps.rawValue, db)
                return try steps(session, hasDevice: hasDevice, db)
            }
        },
        HostCommand(
            "setup", "again", scope: .vault, kind: .action, summary: "Show all first steps again.",
            result: .list(stepFields, columns: ["name", "state", "title"])
        ) { _, session in
            let hasDevice = try hasDevice(session)
            return try session.write("setup again") { db, _ in
                try KeptSettings.forget(Setting.skippedSteps.rawValue, db)
                return try steps(session, hasDevice: hasDevice, db)
            }
        },
    ]

    /// Whether a device reads the user's data: asked before their vault is open, since accounts have a database of their own.
    private static func hasDevice(_ session: Session) throws -> Bool {
        try !session.hub.accounts().feeds(of: session.user).isEmpty
    }

    private static func steps(_ session: Session, hasDevice: Bool, _ db: Database) throws -> DataValue {
        let kept = try KeptSettings(db)
        let skipped = Setting.words(kept.own[.skippedSteps] ?? "")
        let items = try FirstSteps.all(session.enabledModules(db)).map { step -> DataValue in
            let isDone: Bool =
                switch step.name {
                case FirstSteps.name.name: kept.own[.name] != nil || !session.user.displayName.isEmpty
                case FirstSteps.zone.name: kept.own[.zone] != nil
                case FirstSteps.device.name: hasDevice
                default: try Bool.fetchOne(db, sql: step.isDoneSQL) ?? false
                }
            let state = isDone ? "done" : skipped.contains(step.name) ? "skipped" : "open"
            return .object([
                "name": .text(step.name), "title": .text(step.title), "state": .text(state),
                "help": .text(step.help), "command": .text(step.command.joined(separator: " ")),
            ])
        }
        return .object(["items": .list(items)])
    }
}

/// The first steps of a user: the host's own, and those of the modules that are on.
enum FirstSteps {
    static let name = FirstStep(
        "name", title: "Your name", help: "Enter your name.", isDoneSQL: "",
        command: ["settings", "set", "name"])
    static let zone = FirstStep(
        "zone", title: "Your time zone", help: "Set the time zone in which your days begin and end.",
        isDoneSQL: "",
        command: ["settings", "set", "zone"])
    static let device = FirstStep(
        "device", title: "Your phone", help: "Let your phone’s calendar or contacts app read your records.",
        isDoneSQL: "", command: ["feeds", "add"])

    static func all(_ modules: [Module]) -> [FirstStep] {
        [name, zone] + modules.flatMap(\.firstSteps) + [device]
    }
}
