import ICalendarFormat

/// The state of an event in words, if it is unusual: cancelled, tentative, or free.
enum EventState {
    /// The help of the field.
    static let help = "cancelled, tentative or free (takes no time), or null for a usual event."

    /// Returns the words for a STATUS and a TRANSP, or nil if the event takes place and takes time.
    static func words(_ status: CalendarEvent.Status?, isTransparent: Bool?) -> String? {
        switch (status, isTransparent ?? false) {
        case (.cancelled, _): "cancelled"
        case (.tentative, true): "tentative, free"
        case (.tentative, false): "tentative"
        case (_, true): "free"
        default: nil
        }
    }

    /// The SQL expression for the same words.
    static let sql = """
        CASE WHEN r.status = 'CANCELLED' THEN 'cancelled'
            WHEN r.status = 'TENTATIVE' THEN iif(ifnull(r.is_transparent, 0), 'tentative, free', 'tentative')
            WHEN r.is_transparent = 1 THEN 'free' END
        """
}
