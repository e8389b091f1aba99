import AtriumSDK
import Foundation
import OPMLExchange
import OPMLFormat

/// What an outline says of an observation.
struct ObservationDraft: Sendable, Hashable {
    var text: String
    /// When it was captured; nil where the outline does not say it.
    var capturedAt: String?
    /// When it was last analysed, and what it showed; nil where it was not, so that this is done now.
    var analysis: Analysis?

    struct Analysis: Sendable, Hashable {
        var at: String
        var findings: [Finding]
    }
}

/// The mapping between outlines and observations: pure, both ways.
///
/// What an observation showed stands in one attribute, `analysis`, as JSON: a list of objects with `model` (a uid), `name`,
/// `score`, `evidence` and `failureModes`.
enum ObservationOPML {
    static func draft(_ outline: OPMLOutline, line: Int) throws -> MappedItem<ObservationDraft> {
        let text = try CaptureCommand.checked(outline.text)
        var issues: [ImportIssue] = []
        func instant(_ name: String) -> String? {
            guard let written = outline.attributes[name] else { return nil }
            if let date = Timestamp.date(written) { return Timestamp.text(date) }
            issues.append(
                ImportIssue(
                    line: line, property: name, code: "bad-instant",
                    message: "the value is not an instant such as 2026-03-01T09:30:00Z; it was ignored"))
            return nil
        }
        var draft = ObservationDraft(text: text, capturedAt: instant(OutlineAttribute.capturedAt))
        let analyzedAt = instant(OutlineAttribute.analyzedAt)
        if let json = outline.attributes[OutlineAttribute.analysis] {
            if let findings = findings(json), let analyzedAt {
                draft.analysis = .init(at: analyzedAt, findings: findings)
            } else {
                issues.append(
                    ImportIssue(
                        line: line, property: OutlineAttribute.analysis, code: "bad-analysis",
                        message: "the analysis cannot be read; the text was analyzed again"))
            }
        }
        return MappedItem(
            draft: draft, uid: outline.attributes[OutlineAttribute.uid].flatMap(KeptText.line),
            issues: issues)
    }

    static func patch(_ outline: inout OPMLOutline, to observation: Observation, uid: String) {
        let was = try? draft(outline, line: 0).draft
        outline.mark(as: OutlineType.observation.rawValue, uid: uid)
        if was?.text != observation.text { outline.attributes["text"] = observation.text }
        if was?.capturedAt != observation.capturedAt {
            outline.attributes[OutlineAttribute.capturedAt] = observation.capturedAt
        }
        let analysis = ObservationDraft.Analysis(
            at: observation.analyzedAt, findings: observation.findings)
        if was?.analysis != analysis {
            outline.attributes[OutlineAttribute.analyzedAt] = analysis.at
            outline.attributes[OutlineAttribute.analysis] = json(analysis.findings)
        }
    }

    // MARK: - JSON

    private static func json(_ findings: [Finding]) -> String {
        DataValue.list(
            findings.map { finding in
                .object([
                    "model": .text(finding.model), "name": .text(finding.name),
                    "score": .decimal(finding.score),
                    "evidence": .list(finding.evidence.map(DataValue.text)),
                    "failureModes": .list(finding.failureModes.map { .text($0.description) }),
                ])
            }
        ).json
    }

    /// Nil where the text is none of ``json(_:)``.
    private static func findings(_ json: String) -> [Finding]? {
        guard let values = try? DataValue(json: Data(json.utf8)).listValue else { return nil }
        let findings = values.compactMap { value -> Finding? in
            guard let object = value.objectValue, let model = object["model"]?.textValue, !model.isEmpty,
                let name = object["name"]?.textValue.flatMap(KeptText.line),
                let score = score(object["score"]),
                let evidence = texts(object["evidence"]), let modes = texts(object["failureModes"])
            else { return nil }
            let warnings = modes.compactMap(Finding.Warning.init)
            guard warnings.count == modes.count else { return nil }
            return Finding(
                model: model, name: name, score: score, evidence: evidence, failureModes: warnings)
        }
        return findings.count == values.count ? findings : nil
    }

    private static func score(_ value: DataValue?) -> Double? {
        let score: Double? =
            switch value {
            case .decimal(let number): number
            case .integer(let number): Double(number)
            default: nil
            }
        return score.flatMap { (0...1).contains($0) ? $0 : nil }
    }

    private static func texts(_ value: DataValue?) -> [String]? {
        guard let list = value?.listValue else { return nil }
        let lines = list.compactMap(\.textValue).compactMap(KeptText.line)
        return lines.count == list.count ? lines : nil
    }
}
