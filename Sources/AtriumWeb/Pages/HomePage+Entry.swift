import AtriumHost
import AtriumSDK

extension HomePage {
    /// What `today` says of one thing.
    struct Entry {
        /// What the module says of its kind; nil if the module is gone since.
        let kind: DayEntry.Kind?
        let title: String
        let time: String?
        let until: String?
        let isOverdue: Bool
        let isBusy: Bool
        /// True if the entry leaves its time free.
        let isFree: Bool
        let isDone: Bool
        let day: LocalDate?
        let record: RecordReference?
        let occurrence: String?
        let hue: Hue?
        let state: RecordState

        init(_ object: DataObject, _ site: Site) {
            kind = (object["kind"]?.textValue).flatMap(site.registry.dayKind)
            title = object["title"]?.textValue ?? ""
            time = object["time"]?.textValue
            until = object["until"]?.textValue
            isOverdue = object["overdue"] == .bool(true)
            isBusy = object["busy"] == .bool(true)
            isFree = object["claim"]?.textValue == DayEntry.Claim.free.rawValue
            isDone = object["done"] == .bool(true)
            day = object["day"]?.textValue.flatMap { LocalDate(iso: $0) }
            record = site.reference(object)
            occurrence = object["occurrence"]?.textValue
            hue = Hue(object["color"]?.textValue)
            state = RecordState(object["state"]?.textValue)
        }

        /// The icon of its kind, else of its module.
        func icon(_ site: Site) -> Icon {
            let module = record.flatMap { site.registry.module($0.collection.module) }
            return Icon(module: kind?.icon ?? module?.manifest.icon ?? "")
        }

        /// The page of the record, or of its occurrence.
        func target(_ site: Site) -> SafeLink? {
            record.flatMap { site.address(of: $0, occurrence: occurrence) }
        }

        var isEvent: Bool { kind?.role == .takesPlace }
    }
}
