public import AtriumSDK
import CSVExchange
import CSVFormat
import GRDB
import ICalendarExchange
public import ICalendarFormat

extension CalendarTime {
    /// Creates a time from a value that is declared as a moment, or returns nil if the value is null.
    public init?(_ value: DataValue) {
        guard let object = value.objectValue, let text = object["time"]?.textValue else { return nil }
        self.init(stored: text, zone: object["zone"]?.textValue)
    }

    /// The time in the form of a value that is declared as a moment.
    public var value: DataValue {
        .object(["time": .text(storedText), "zone": .text(orNull: zoneID)])
    }
}

/// The codec for a day or a time with a time zone, stored in two columns, two fields and two cells.
///
/// In a command, a local time uses the time zone that the command specifies. If the command specifies no time
/// zone, the local time uses the previous time's zone, and otherwise the user's time zone; see ``GivenTime``.
/// In a file without a zone column, a local time uses the user's time zone.
struct MomentCodec: ValueCodec {
    let declaration: ValueDeclaration
    let table: String
    let zoneColumn: String
    let zones: String
    private var field: String { declaration.fields[0].name }
    private var zoneField: String { declaration.fields[1].name }
    private var header: String { declaration.cells[0].header }
    private var zoneHeader: String { declaration.cells[1].header }

    let hasSeparateCells = true

    func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) throws -> DataValue {
        guard let text = String.fromDatabaseValue(columns[0]) else { return .null }
        let zone = try context.zones.name(of: Int64.fromDatabaseValue(columns[1]), in: zones)
        return .object(["time": .text(text), "zone": .text(orNull: zone)])
    }

    func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) throws -> [DatabaseValue] {
        let time = CalendarTime(value)
        return [
            time?.storedText.databaseValue ?? .null,
            try context.zones.id(
                of: time?.zoneID, in: zones, besides: record.map { (table, zoneColumn, $0) }
            ).databaseValue,
        ]
    }

    func fields(of value: DataValue, in record: Int64, _ context: RecordContext) -> DataObject {
        let time = CalendarTime(value)
        return [field: .text(orNull: time?.storedText), zoneField: .text(orNull: time?.zoneID)]
    }

    func value(
        given: DataObject, over old: DataValue, in record: Int64?, _ context: RecordContext
    ) throws -> DataValue {
        func change(_ name: String) -> Arguments.Change<String> {
            given[name].map { $0.textValue.map { .set($0) } ?? .clear } ?? .keep
        }
        let before = CalendarTime(old)
        let time = GivenTime(
            zone: change(zoneField), other: before, userZone: Zones.id(of: context.settings.timeZone),
            zones: try record.map { try context.zones.resolver(of: [(table, zoneColumn, $0)], in: zones) }
                ?? Zones.system)
        switch change(field) {
        case .clear: return .null
        case .set(let text): return try time.time(text, field: field).value
        case .keep: return try time.showingSame(as: before, field: field)?.value ?? .null
        }
    }

    func value(of row: inout RowCells) -> DataValue? {
        guard row.text(header) != nil else { return nil }
        guard let word = row.word(header) else { return .null }
        let named = row.word(zoneHeader)
        let zone = row.text(zoneHeader) == nil ? row.userZone : named
        // An unknown zone is stored anyway, because the file may define it.
        _ = UnknownZone.read(named, by: Zones.system.zone, orTaking: nil) { row.note(zoneHeader, $0, $1) }
        if let time = CalendarTime(stored: word, zone: zone) { return time.value }
        let text = row.date(in: header) { order throws(CSVDateProblem) in
            try CSVDateTime.parse(word, order: order).whenText
        }
        if let time = text.flatMap({ CalendarTime(stored: $0, zone: zone) }) { return time.value }
        let title = declaration.fields[0].title.lowercased()
        return row.note(
            header, "bad-date", "the value for “\(title)” is not a date or time such as 2026-03-01T19:30")
    }

    func cells(of value: DataValue) -> [String] {
        let time = CalendarTime(value)
        return [time?.storedText ?? "", time?.zoneID ?? ""]
    }
}

extension RecordTable {
    /// Returns the time zones for a record's moments, from the record's file or otherwise from the system.
    public func zones(of record: Int64) throws -> ZoneResolver {
        let moments = kind.codecs.compactMap { $0 as? MomentCodec }
        guard let first = moments.first else { return Zones.system }
        return try context.zones.resolver(
            of: moments.map { ($0.table, $0.zoneColumn, record) }, in: first.zones)
    }
}
