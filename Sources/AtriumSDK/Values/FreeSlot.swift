/// A free time slot in the user's time zone.
public struct FreeSlot: Sendable, Hashable {
    /// The slot's start: `2026-03-02T15:00:00`.
    public let start: String
    /// The slot's exclusive end.
    public let end: String

    /// Creates a slot from two local times.
    public init(start: String, end: String) {
        self.start = start
        self.end = end
    }

    /// The fields of ``value``.
    public static let fields = [
        FieldDeclaration("start", .localTime, help: "The beginning, in your time zone.", isRequired: true),
        FieldDeclaration("end", .localTime, help: "The exclusive end.", isRequired: true),
    ]

    /// The slot as data.
    public var value: DataValue { .object(["start": .text(start), "end": .text(end)]) }
}
