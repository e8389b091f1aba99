/// A span of time that is free, on the user's clock.
public struct FreeSlot: Sendable, Hashable {
    /// When it begins: `2026-03-02T15:00:00`.
    public let start: String
    /// When it ends, exclusive.
    public let end: String

    /// Makes a slot of two local times.
    public init(start: String, end: String) {
        self.start = start
        self.end = end
    }

    /// What stands in ``value``.
    public static let fields = [
        FieldDeclaration("start", .localTime, help: "When it begins, on your clock.", isRequired: true),
        FieldDeclaration("end", .localTime, help: "When it ends, exclusive.", isRequired: true),
    ]

    /// The slot as data.
    public var value: DataValue { .object(["start": .text(start), "end": .text(end)]) }
}
