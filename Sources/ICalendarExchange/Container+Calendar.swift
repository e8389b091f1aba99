public import AtriumSDK
public import ICalendarFormat

extension CalendarContainer {
    /// METHOD of a message, or nil if the calendar is a copy of events.
    ///
    /// Programs also write PUBLISH into the files of whole calendars, which have a name.
    public var messageMethod: String? {
        method == "PUBLISH" && calendarName != nil ? nil : method
    }
}

extension Container {
    /// The VCALENDAR around a file's items, for ``ZoneTable/begin(_:)``; nil where the file is of another format.
    public var calendar: CalendarContainer? {
        guard format == .icalendar else { return nil }
        return value as? CalendarContainer ?? CalendarContainer(source: source)
    }
}
