public import AtriumSDK

/// What an examination of a vault found.
public struct DoctorReport: Sendable, Hashable {
    /// One thing that was examined.
    public struct Check: Sendable, Hashable {
        /// A word for programs: `integrity`.
        public let name: String
        /// What was examined, for people.
        public let title: String
        /// What is wrong, each in one sentence without content of records; none where all is well.
        public internal(set) var findings: [String]
        /// What is worth knowing and not wrong.
        public internal(set) var notes: [String]
        /// What to do about the findings; empty where there are none.
        public internal(set) var remedy: String

        /// Whether nothing is wrong.
        public var isOK: Bool { findings.isEmpty }

        var value: DataValue {
            .object([
                "name": .text(name), "title": .text(title), "ok": .bool(isOK),
                "findings": .list(findings.map(DataValue.text)), "notes": .list(notes.map(DataValue.text)),
                "remedy": .text(remedy),
            ])
        }
    }

    /// The checks in the order in which they were made; there are no more after one that makes others pointless.
    public let checks: [Check]

    /// Whether every check is well.
    public var isHealthy: Bool { checks.allSatisfy(\.isOK) }

    /// The report as surfaces give it; its fields are ``fields``.
    public var value: DataValue {
        .object(["healthy": .bool(isHealthy), "checks": .list(checks.map(\.value))])
    }

    /// The fields of ``value``.
    public static let fields: [FieldDeclaration] = [
        FieldDeclaration("healthy", .boolean, help: "True if every check passed.", isRequired: true),
        FieldDeclaration(
            "checks",
            .list(
                .object([
                    FieldDeclaration("name", .text, help: "The name of the check.", isRequired: true),
                    FieldDeclaration("title", .text, help: "The title of the check.", isRequired: true),
                    FieldDeclaration(
                        "ok", .boolean, help: "True if the check found no problem.", isRequired: true),
                    FieldDeclaration("findings", .list(.text), help: "The problems found.", isRequired: true),
                    FieldDeclaration(
                        "notes", .list(.text), help: "Notes that need no action.", isRequired: true),
                    FieldDeclaration(
                        "remedy", .text, help: "The suggested remedy.", isRequired: true),
                ])),
            help: "The checks, in the order in which they ran.", isRequired: true),
    ]
}
