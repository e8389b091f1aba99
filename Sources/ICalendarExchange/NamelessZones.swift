public import ContentLine
public import ICalendarFormat

/// Times in zones of which only the name is known, as tables of other programs have them.
///
/// A TZID needs a VTIMEZONE in its file (RFC 5545, section 3.2.19), and there is none to write. Such a time floats in a
/// component, which is how it is shown, and the name stands beside it in a parameter of our own, so that it comes back.
extension CalendarTime {
    /// The time as a component can say it.
    ///
    /// - Parameter zones: knows the zones of the record.
    public func writable(_ zones: ZoneResolver) -> CalendarTime {
        guard case .zoned(let clock, let name) = self, zones.zone(name) == nil else { return self }
        return .floating(clock)
    }
}

extension Component {
    private static let zoneName = "X-ATRIUM-TZID"

    /// A time of a property, in the zone whose name stands beside it.
    public func naming(_ time: CalendarTime?, in property: String) -> CalendarTime? {
        guard let time, !time.isDate, let line = self.property(property), line.parameter("TZID") == nil,
            let name = line.parameter(Self.zoneName)
        else { return time }
        if case .utc = time { return time }
        return .zoned(time.clock, zone: name)
    }

    /// Puts beside a time that is ``CalendarTime/writable(_:)`` the name of its zone, and takes away that of another.
    ///
    /// - Parameters:
    ///   - time: the time as it is kept.
    ///   - property: the property in which it stands.
    ///   - zones: knows the zones of the record.
    public mutating func nameZone(of time: CalendarTime?, in property: String, _ zones: ZoneResolver) {
        guard let place = properties.firstIndex(where: { $0.canonicalName == property }) else { return }
        let isNamed = time.map { $0.writable(zones) != $0 } ?? false
        let names = isNamed ? [time?.zoneID].compactMap(\.self) : []
        guard !names.isEmpty || properties[place].parameter(Self.zoneName) != nil else { return }
        properties[place].setParameter(Self.zoneName, to: names)
    }
}
