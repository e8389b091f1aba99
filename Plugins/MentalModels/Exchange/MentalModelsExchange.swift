import AtriumSDK
import GRDB
import OPMLFormat

/// What of OPML comes in and goes out: the tree of models, and observations.
///
/// Each storey of the tree is a kind of item of its own, which the format tells by the attribute `type`; outlines without
/// one of these types are those of other programs, and are taken where the user chose a category for them.
enum MentalModelsExchange {
    // MARK: - In

    static let importers = [
        Importer(
            .opml, kinds: [OutlineType.level.kind], into: .levels,
            map: { item, _, _ in try ModelOPML.level(outline(item), line: item.line) },
            writer: LevelWriter.init),
        Importer(
            .opml, kinds: [OutlineType.category.kind], into: .categories,
            fingerprints: [
                Fingerprint("level and name", strength: .likely) {
                    $0.level.lowercased() + "\n" + $0.name.lowercased()
                }
            ],
            map: { item, _, _ in try ModelOPML.category(outline(item), line: item.line) },
            writer: CategoryWriter.init),
        Importer(
            .opml, kinds: [OutlineType.model.kind], into: .models,
            options: [ImportedCategory.field.declaration], fingerprints: modelFingerprints,
            map: { item, _, _ in try ModelOPML.model(outline(item), line: item.line) },
            writer: ModelWriter.init),
        Importer(
            .opml, kinds: [.outline], into: .models, options: [ImportedCategory.field.declaration],
            programs: [
                SourceProgram(
                    "OmniOutliner", steps: "OmniOutliner: File > Export…, then OPML", isTried: false),
                SourceProgram(
                    "Workflowy", steps: "Workflowy: menu of an item > Export, then OPML", isTried: false),
            ],
            recognise: { _, options in
                // Without a category they are nobody's; the report says who could take them.
                let isChosen = options.arguments[ImportedCategory.field] != nil
                return .init(profile: "opml", confidence: isChosen ? .certain : .none)
            }, fingerprints: modelFingerprints,
            map: { item, _, _ in try ModelOPML.foreign(outline(item), line: item.line) },
            writer: ModelWriter.init),
        Importer(
            .opml, kinds: [OutlineType.failureMode.kind], into: .failureModes,
            fingerprints: [
                Fingerprint("model and name", strength: .likely) {
                    ($0.parent?.name ?? "").lowercased() + "\n" + $0.name.lowercased()
                }
            ],
            map: { item, _, _ in try ModelOPML.failureMode(outline(item), line: item.line) },
            writer: FailureModeWriter.init),
        Importer(
            .opml, kinds: [OutlineType.observation.kind], into: .observations,
            map: { item, _, _ in try ObservationOPML.draft(outline(item), line: item.line) },
            writer: ObservationWriter.init),
    ]

    /// By what a model without a uid is known again.
    private static let modelFingerprints: [Fingerprint<ModelDraft>] = [
        Fingerprint("name", strength: .likely) { $0.name.lowercased() }
    ]

    private static func outline(_ item: Item) throws -> OPMLOutline {
        guard let outline = item.value as? OPMLOutline else {
            throw AtriumError(.internal, "the importer of mental models expected an outline")
        }
        return outline
    }

    // MARK: - Out

    static let exporters = [
        Exporter(.opml, of: .models, fileName: "mental-models.opml") { context in
            try ModelTreeExport(context).run()
        },
        Exporter(.opml, of: .observations, fileName: "observations.opml") { context in
            try ObservationExport(context).run()
        },
    ]
}
