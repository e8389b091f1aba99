public import AtriumSDK

/// Discover: whom to get in touch with again, who shares interests, what there is to do nearby.
///
/// It keeps nothing of its own: it asks connections and activities.
public let discoverModule = Module(
    manifest: Manifest(
        id: "discover", title: "Discover",
        summary: "People to get in touch with again, shared interests, and activities nearby.",
        version: "1.0.0", icon: "compass", enhances: ["connections", "activities"]),
    queries: [Reconnecting.query, SharedInterests.query, Nearby.query])

/// The modules that are asked, and what is said while one of them is off.
enum Asked {
    /// The people, of the module that keeps them.
    static let people = CollectionID(module: "connections", name: "people")
    /// The activities, of the module that keeps them.
    static let activities = CollectionID(module: "activities", name: "activities")

    /// The items of another module's list; nil while the module is off.
    static func items(
        _ command: String, of collection: CollectionID, _ values: DataObject, _ context: CommandContext
    ) throws -> (items: [DataObject], warnings: [DataValue])? {
        guard let answer = try context.modules.answer(command, of: collection, values)?.objectValue else {
            return nil
        }
        return (
            answer["items"]?.listValue?.compactMap(\.objectValue) ?? [], answer["warnings"]?.listValue ?? []
        )
    }

    /// What the user is told of a module that is off.
    static func isOff(_ collection: CollectionID, _ loss: String) -> DataValue {
        .text("the module \(collection.module) is off or not accessible, so \(loss)")
    }

    /// A list, with what should be known of it.
    static func list(_ items: [DataValue], warnings: [DataValue]) -> DataValue {
        var result: DataObject = ["items": .list(items)]
        if !warnings.isEmpty { result["warnings"] = .list(warnings) }
        return .object(result)
    }
}
