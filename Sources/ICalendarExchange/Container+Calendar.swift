public import AtriumSDK
public import ICalendarFormat

extension Container {
    /// The VCALENDAR around a file's items, for ``ZoneTable/begin(_:)``; nil where the file is of another format.
    public var calendar: CalendarContainer? {
        guard format == .icalendar else { return nil }
        return value as? CalendarContainer ?? CalendarContainer(source: source)
    }
}
