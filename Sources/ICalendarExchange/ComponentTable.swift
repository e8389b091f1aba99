public import AtriumSDK
public import ContentLine
import Foundation

/// What an export asks of a module's table of records that are components of iCalendar.
///
/// The alias of the table in all SQL is `r`.
public struct ComponentTable: Sendable {
    /// Where rows name a row of the table of zones.
    public struct ZoneUse: Sendable {
        /// The column, with its alias.
        let column: String
        /// The JOIN of the table in which it stands, where that is not the records' own.
        let join: String

        /// A column of the records' own table, or of one that is joined to it.
        public init(_ column: String, join: String = "") {
            self.column = column
            self.join = join
        }
    }

    /// The collection.
    public let collection: CollectionID
    /// The component that each record is: `VEVENT`.
    public let component: String
    /// What people call several records: `events`.
    public let plural: String
    /// The table.
    public let name: String
    /// The table of zones; see ``ZoneTable``.
    public let zones: String
    /// SQL for the record that heads what a record is part of: a series, of its overrides.
    public let headSQL: String
    /// SQL for the first day that matters to a record, in days since 1970.
    public let firstDaySQL: String
    /// All places where a zone may stand.
    public let zoneUses: [ZoneUse]
    /// The property of VCALENDAR that the module writes itself, with those that go on from its name behind a hyphen, so that a
    /// file's are not given back beside them.
    public let ownProperty: String?

    /// Describes a table.
    public init(
        _ name: String, of collection: CollectionID, component: String, plural: String, zones: String,
        headSQL: String = "r.id", firstDaySQL: String, zoneUses: [ZoneUse], ownProperty: String? = nil
    ) {
        self.name = name
        self.collection = collection
        self.component = component
        self.plural = plural
        self.zones = zones
        self.headSQL = headSQL
        self.firstDaySQL = firstDaySQL
        self.zoneUses = zoneUses
        self.ownProperty = ownProperty
    }

    func isOwn(_ property: String) -> Bool {
        ownProperty.map { property == $0 || property.hasPrefix($0 + "-") } ?? false
    }
}

/// Records that stand in one VCALENDAR where it can hold them all: a calendar.
public struct ComponentGroup: Sendable {
    /// Tells it from others.
    public let id: Int64
    /// What it is called here.
    public let name: String
    /// Whether somebody has named it, so that its files' names for it give way.
    public let isNamed: Bool
    /// Whether its VCALENDARs say what their files were called, and all else that these said of themselves.
    let saysNames: Bool
    /// SQL that holds for its records, over the alias `r`.
    public let condition: String
    /// What its VCALENDARs say of it, beside what stood around its records where they came from.
    public let properties: [ContentLine]

    /// Describes a group.
    public init(
        _ id: Int64, name: String, isNamed: Bool, condition: String, properties: [ContentLine] = []
    ) {
        self.init(id, name: name, isNamed: isNamed, saysNames: true, condition, properties)
    }

    private init(
        _ id: Int64, name: String, isNamed: Bool, saysNames: Bool, _ condition: String,
        _ properties: [ContentLine]
    ) {
        self.id = id
        self.name = name
        self.isNamed = isNamed
        self.saysNames = saysNames
        self.condition = condition
        self.properties = properties
    }

    /// The one group of a module that has no others.
    public static let only = ComponentGroup(0, name: "", isNamed: false, condition: "TRUE")

    /// All records of a module that has several groups, in one that is called as none of them.
    static let all = ComponentGroup(0, name: "", isNamed: false, saysNames: false, "TRUE", [])

    /// Whether this is its name, in any case.
    func isCalled(_ name: String) -> Bool {
        name.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() == self.name.lowercased()
    }
}

extension ExportContext {
    /// SQL that holds for those of a group's records that are to be written.
    func condition(of group: ComponentGroup) -> String {
        "\(condition) AND \(group.condition)"
    }
}
