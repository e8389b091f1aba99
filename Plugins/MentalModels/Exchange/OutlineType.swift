import AtriumSDK
import OPMLExchange

/// What an outline of the module's own files is, by its attribute `type`.
enum OutlineType: String, CaseIterable {
    case level = "mental-model-level"
    case category = "mental-model-category"
    case model = "mental-model"
    case failureMode = "failure-mode"
    case observation = "mental-model-observation"

    /// The kind of item that the format makes of it.
    var kind: ItemKind { ItemKind(rawValue: rawValue) }
}

/// The attributes of the module's outlines, beside `text`, `type` and `uid`.
enum OutlineAttribute {
    static let uid = "uid"
    static let level = "level"
    static let description = "description"
    static let keywords = "keywords"
    static let examples = "examples"
    static let related = "related"
    static let severity = "severity"
    static let capturedAt = "capturedAt"
    static let analyzedAt = "analyzedAt"
    static let analysis = "analysis"
    /// What other programs call a note below an outline.
    static let note = "_note"
}

extension OutlineSource {
    /// A new outline of a type.
    init(_ type: OutlineType) { self.init(type: type.rawValue) }
}
