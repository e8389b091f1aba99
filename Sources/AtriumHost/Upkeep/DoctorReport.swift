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
        FieldDeclaration("healthy", .boolean, help: "Whether every check is well.", isRequired: true),
        FieldDeclaration(
            "checks",
            .list(
                .object([
                    FieldDeclaration("name", .text, help: "A word for the check.", isRequired: true),
                    FieldDeclaration("title", .text, help: "What was examined.", isRequired: true),
                    FieldDeclaration("ok", .boolean, help: "Whether nothing is wrong.", isRequired: true),
                    FieldDeclaration("findings", .list(.text), help: "What is wrong.", isRequired: true),
                    FieldDeclaration("notes", .list(.text), help: "What is worth knowing.", isRequired: true),
                    FieldDeclaration(
                        "remedy", .text, help: "What to do about the findings.", isRequired: true),
                ])),
            help: "The checks in the order in which they were made.", isRequired: true),
    ]
}
