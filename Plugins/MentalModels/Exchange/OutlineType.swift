import AtriumSDK
import OPMLFormat

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
    /// The `type` that another program gave an outline which became a model.
    static let sourceType = "sourceType"
}

/// An outline with what stands before it, as a vault keeps it.
struct OutlineSource {
    /// What is no outline: comments, elements that OPML does not know.
    var before: [OPMLOther] = []
    /// The outline.
    var outline: OPMLOutline

    /// A new outline of a type.
    init(_ type: OutlineType) {
        outline = OPMLOutline(["type": type.rawValue])
    }

    /// Reads a source.
    ///
    /// - Throws: ``AtriumError`` where it is none.
    init(_ text: [UInt8]) throws {
        do {
            let (others, outline) = try OPMLOutline.read(element: text)
            self.before = others
            self.outline = outline
        } catch let error as OPMLError {
            throw AtriumError(.internal, "the kept text of an outline cannot be read: \(error.code.rawValue)")
        }
    }
}
