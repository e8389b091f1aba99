import AtriumSDK
import GRDB

/// How well confidence and what came out agree, over reviewed decisions.
struct Calibration: Sendable, Hashable {
    /// A decision that was held with a confidence, and what came of it.
    struct Held: Sendable, Hashable {
        /// In percent.
        let confidence: Int
        let cameOut: Review.CameOut
    }

    /// The decisions that were held at about the same confidence.
    struct Bucket: Sendable, Hashable {
        /// The confidence in percent, to the nearest ten: 70 for all from 65 to 74.
        let heldAt: Int
        /// How many there are.
        let count: Int
        /// How many came out; one that partly did counts as a half.
        let cameOut: Double

        /// The share that came out, in percent.
        var percent: Double { cameOut / Double(count) * 100 }
    }

    /// How many decisions there are.
    let count: Int
    /// The decisions by their confidence, the least sure first; empty ones are left out.
    let buckets: [Bucket]
    /// The Brier score (Brier 1950, for one forecast of two outcomes): the mean of (confidence / 100 − o)², where o is 1 for
    /// what came out, 0 for what did not, and 0.5 for what partly did; nil for no decision.
    ///
    /// 0 is the best, 1 the worst; who always says 50 % gets 0.25.
    let brierScore: Double?

    /// Reckons it.
    init(_ held: [Held]) {
        count = held.count
        let groups = Dictionary(grouping: held) { ($0.confidence + 5) / 10 * 10 }
        buckets = groups.map { heldAt, members in
            Bucket(
                heldAt: heldAt, count: members.count,
                cameOut: members.reduce(0) { $0 + $1.cameOut.share })
        }.sorted { $0.heldAt < $1.heldAt }
        let squares = held.map { held in
            let error = Double(held.confidence) / 100 - held.cameOut.share
            return error * error
        }
        brierScore = held.isEmpty ? nil : squares.reduce(0, +) / Double(held.count)
    }

    // MARK: - Drawing

    private static let width = 40

    /// The buckets as bars, with the confidence marked on each, and the score below; at most 76 columns.
    var drawing: String {
        guard let brierScore else {
            return "No reviewed decisions with a confidence yet."
        }
        let lines = buckets.map { bucket in
            let filled = Int((bucket.percent / 100 * Double(Self.width)).rounded())
            let mark = min(Self.width - 1, bucket.heldAt * Self.width / 100)
            let bar = (0..<Self.width).map { $0 == mark ? "|" : $0 < filled ? "█" : "·" }.joined()
            return
                "\(Self.padded(bucket.heldAt, 6))%  \(bar) \(Self.padded(Int(bucket.percent.rounded()), 3))%"
                + "  \(Self.short(bucket.cameOut)) of \(bucket.count)"
        }
        let heading = "   sure  came true (| marks how sure you were)"
        let decisions = count == 1 ? "1 decision" : "\(count) decisions"
        let score =
            "Brier score \(Self.rounded(brierScore)) over \(decisions): 0 is perfect, 0.25 is guessing."
        return ([heading] + lines + ["", score]).joined(separator: "\n")
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func short(_ halves: Double) -> String {
        halves == halves.rounded() ? String(Int(halves)) : String(halves)
    }

    /// A number as results have it: what is beyond these places says nothing of so few decisions.
    static func rounded(_ number: Double, places: Int) -> Double {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        return (number * scale).rounded() / scale
    }

    /// Three digits after the point.
    static func rounded(_ score: Double) -> String {
        let thousandths = String(Int((score * 1000).rounded()))
        let digits = String(repeating: "0", count: max(0, 4 - thousandths.count)) + thousandths
        return digits.dropLast(3) + "." + digits.suffix(3)
    }
}

/// The command that shows the calibration.
enum CalibrationCommand {
    static let all = [calibration]

    private static let bucket: [FieldDeclaration] = [
        FieldDeclaration(
            "heldAt", .integer(0...100), help: "The confidence in percent, to the nearest ten.",
            isRequired: true),
        FieldDeclaration("count", .integer(from: 1), help: "The number of decisions.", isRequired: true),
        FieldDeclaration(
            "cameOut", .decimal(), help: "The number that came true; partly is a half.", isRequired: true),
        FieldDeclaration(
            "percent", .decimal(), help: "The percentage that came true, to one decimal place.",
            isRequired: true),
    ]
    private static let fields: [FieldDeclaration] = [
        FieldDeclaration(
            "count", .integer(from: 0), help: "The number of reviewed decisions with a confidence.",
            isRequired: true),
        FieldDeclaration(
            "brierScore", .decimal(),
            help:
                "The mean of (confidence / 100 - o)² to three places; o is 1, 0.5 or 0 for yes, partly or no."
        ),
        FieldDeclaration(
            "buckets", .list(.object(bucket)), help: "The decisions by confidence.", isRequired: true),
        FieldDeclaration("drawing", .longText, help: "The groups as text.", isRequired: true),
    ]
    private static let tag = Field<String>.text("tag", help: "Only decisions with this tag.")

    private static let calibration = Command(
        "calibration", .query,
        summary: "Compare how sure you were of your decisions with how often they came true.",
        discussion: """
            Groups reviewed decisions by confidence, in steps of ten percent: if you were 70 % sure, seven of ten \
            expectations should have come true. Partly counts as a half. The Brier score is the mean of \
            (confidence / 100 - o)²: 0 is perfect, 0.25 is guessing.
            """,
        fields: [tag.declaration], result: .object(fields)
    ) { input, context in
        var sql =
            "SELECT r.confidence, r.came_out FROM journal_decision r WHERE r.confidence IS NOT NULL AND r.came_out IS NOT NULL"
        var arguments = StatementArguments()
        if let tag = input[tag] {
            sql += " AND \(context.tags.condition(idColumn: "r.id", in: .decisions))"
            arguments += [tag]
        }
        let held = try Row.fetchAll(context.db, sql: sql, arguments: arguments).compactMap { row in
            Review.CameOut(rawValue: row[1]).map { Calibration.Held(confidence: row[0], cameOut: $0) }
        }
        let calibration = Calibration(held)
        return .object([
            "count": .integer(Int64(calibration.count)),
            "brierScore": .decimal(orNull: calibration.brierScore.map { Calibration.rounded($0, places: 3) }),
            "buckets": .list(
                calibration.buckets.map {
                    .object([
                        "heldAt": .integer(Int64($0.heldAt)), "count": .integer(Int64($0.count)),
                        "cameOut": .decimal($0.cameOut),
                        "percent": .decimal(Calibration.rounded($0.percent, places: 1)),
                    ])
                }),
            "drawing": .text(calibration.drawing),
        ])
    }
}
