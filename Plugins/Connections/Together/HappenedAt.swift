import AtriumSDK
import CSVExchange
import CSVFormat
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// A day in the past, or a time on it, on the clock of a zone.
struct HappenedAt: Hashable, Sendable {
    /// The day.
    var day: LocalDate
    /// The time as `HH:MM:SS`; nil where only the day is known.
    var time: String?
    /// The zone of the time, a name of the zone database; nil where only the day is known.
    var zone: String?

    /// A day.
    init(_ day: LocalDate) { self.day = day }

    /// Reads a day, a time on the clock of a zone, or an instant, which becomes such a time; nil if the text is none.
    init?(_ text: String, in zone: Zone) {
        if let day = LocalDate(iso: text) {
            self.init(day)
        } else if let instant = Timestamp.date(text) {
            self.init(Instant(instant), in: zone)
        } else {
            self.init(clock: text, zone: zone.id)
        }
    }

    /// An instant, as a clock in a zone shows it.
    init?(_ instant: Instant, in zone: Zone) {
        self.init(clock: zone.wallTime(at: instant).isoText, zone: zone.id)
    }

    /// Reads `YYYY-MM-DDTHH:MM:SS` on the clock of a zone; nil where the text is anything else.
    init?(clock text: String, zone: String) {
        guard text.utf8.count == 19, text.utf8.dropFirst(10).first == UInt8(ascii: "T"),
            let day = LocalDate(iso: String(text.prefix(10))), Self.isTime(text.utf8.dropFirst(11))
        else { return nil }
        self.day = day
        time = String(text.suffix(8))
        self.zone = zone
    }

    /// Whether bytes are `HH:MM:SS`: a regular expression would take longer than all else of an import's row.
    private static func isTime(_ bytes: Substring.UTF8View) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3 else { return false }
        return zip(parts, [24, 60, 60]).allSatisfy { part, limit in
            guard part.count == 2, part.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            else { return false }
            return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } < limit
        }
    }

    /// The day as `YYYY-MM-DD`, or the time as `YYYY-MM-DDTHH:MM:SS`.
    var text: String { day.description + (time.map { "T" + $0 } ?? "") }

    /// What a value of an interaction says.
    init?(_ value: DataValue) {
        guard let object = value.objectValue, let text = object["time"]?.textValue else { return nil }
        if let day = LocalDate(iso: text) {
            self.init(day)
        } else {
            self.init(clock: text, zone: object["zone"]?.textValue ?? "")
        }
    }

    /// The same as a value.
    var value: DataValue { .object(["time": .text(text), "zone": .text(orNull: zone)]) }
}

/// Keeps when something happened in three columns: a day, and perhaps a time on it with its zone.
struct HappenedCodec: ValueCodec {
    static let declaration: ValueDeclaration = {
        let help = "When it happened: a day, or a time in your zone. Defaults to today."
        var value = ValueDeclaration(
            "when", in: .columns(["happened_on", "happened_at", "zone"]),
            fields: [FieldDeclaration("when", .when, help: help).hinted("Defaults to today.")],
            cells: [
                CellDeclaration("when", "The day, or the local time in its zone.", look: .date),
                CellDeclaration("zone", "The zone of the time. Defaults to your zone."),
            ])
        value = value.todayAtFirst.notNull.filtered(.from, as: "from", "Only from this day on.")
        return value.filtered(.until, as: "until", "Only up to and including this day.")
    }()

    let hasSeparateCells = true

    func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) -> DataValue {
        guard let day = String.fromDatabaseValue(columns[0]).flatMap(LocalDate.init(iso:)) else {
            return .null
        }
        var when = HappenedAt(day)
        (when.time, when.zone) = (String.fromDatabaseValue(columns[1]), String.fromDatabaseValue(columns[2]))
        return when.value
    }

    func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) -> [DatabaseValue] {
        let when = HappenedAt(value)
        return [
            when?.day.description.databaseValue ?? .null, when?.time.databaseValue ?? .null,
            when?.zone.databaseValue ?? .null,
        ]
    }

    func fields(of value: DataValue, in record: Int64, _ context: RecordContext) -> DataObject {
        ["when": .text(orNull: HappenedAt(value)?.text)]
    }

    func value(
        given: DataObject, over old: DataValue, in record: Int64?, _ context: RecordContext
    ) throws -> DataValue {
        guard let text = given["when"]?.textValue else {
            throw AtriumError(
                .badData, "when cannot be empty", remedy: "give the day it happened", field: "when")
        }
        guard let when = HappenedAt(text, in: Zones.viewer(context.settings)) else {
            throw AtriumError(
                .badData, "\(text) is not a day or a time", remedy: "write 2026-03-01 or 2026-03-01T18:00",
                field: "when")
        }
        let zone = when.zone.flatMap(Zones.system.zone)
        let now =
            zone?.wallTime(at: Instant(context.now)).isoText ?? context.today.description
        if when.text > now { throw AtriumError.yetToCome(when.text, field: "when") }
        return when.value
    }

    func value(of row: inout RowCells) -> DataValue? {
        guard let word = row.word("when") else { return nil }
        let userZone = row.userZone.flatMap(Zones.system.zone) ?? .utc
        let isReadAgain = row.userZone == nil
        let zone = UnknownZone.read(row.word("zone"), by: Zones.system.zone, orTaking: userZone.id) {
            row.note("zone", $0, $1)
        }
        let text = row.date(in: "when") { order throws(CSVDateProblem) in
            try CSVDateTime.parse(word, order: order).whenText
        }
        guard let when = text.flatMap({ HappenedAt($0, in: zone ?? userZone) }) else {
            return row.note("when", "bad-date", "the row has no valid day such as 2026-03-01")
        }
        row.noteIfYetToCome(when.day, in: "when")
        // On whose clock a row without a zone was is known only while it is imported.
        guard isReadAgain, zone == nil else { return when.value }
        return .object(["time": .text(orNull: text), "zone": .text(orNull: row.word("zone"))])
    }

    func cells(of value: DataValue) -> [String] {
        ["time", "zone"].map { value.objectValue?[$0]?.textValue ?? "" }
    }

    /// A row that names no zone was on the clock that the record has kept.
    func resolved(_ value: DataValue, over old: DataValue, _ context: RecordContext) -> DataValue {
        guard let object = value.objectValue, object["zone"]?.isNull == true,
            let zone = HappenedAt(old)?.zone.flatMap(Zones.system.zone),
            let when = object["time"]?.textValue.flatMap({ HappenedAt($0, in: zone) })
        else { return value }
        return when.value
    }

    /// Without a zone the row was on the clock of whoever imported it, which the file now says.
    func untouched(_ cells: [String?], own: [String]) -> [String] {
        [cells[0] ?? own[0], cells[1].flatMap(Words.line) == nil ? own[1] : cells[1] ?? own[1]]
    }
}
