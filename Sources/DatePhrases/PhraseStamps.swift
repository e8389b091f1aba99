import AtriumSDK

/// Times as programs write them: `2026-11-30T10:15`, `2026-11-30T10:15Z`, `9:00Z` (RFC 3339, ISO 8601).
enum PhraseStamps {
    /// Takes a day with its time, or a time in UTC, with what stands before it.
    static func take(_ cursor: inout PhraseCursor) throws -> [PhraseMeaning]? {
        let isBound = cursor.isAfter(
            "until", "till", "til", "through", "except", "but", "not", "after", "since", "before")
        _ = cursor.take("on", "at", "by", "due")
        let spelling = cursor.nextSpelling ?? ""
        guard let found = try cursor.take(dayAndTime) else { return cursor.take(timeInUTC) }
        // The end of a rule, or what is left out of it, is a day: as a time it would be when it begins.
        guard !isBound else {
            throw AtriumError(
                .badData, "a day is required here, but \(spelling) has a time",
                remedy: "leave the time out: \(spelling.prefix { $0 != "T" && $0 != "t" })", field: "text")
        }
        return found
    }

    private static func dayAndTime(_ word: String) throws -> [PhraseMeaning]? {
        let form =
            /(\d{4})-?(\d{2})-?(\d{2})t(\d{2}):?(\d{2})(?::?00(?:\.0+)?)?(?:(z)|([+\-])(\d{2}):?(\d{2}))?/
        guard let match = word.wholeMatch(of: form), let year = Int(match.1), let month = Int(match.2),
            let day = Int(match.3), let hour = Int(match.4), let minute = Int(match.5)
        else { return nil }
        guard let date = LocalDate(year: year, month: month, day: day),
            let time = ClockTime(hour: hour, minute: minute)
        else {
            throw AtriumError(
                .badData, "there is no time \(word.uppercased())", remedy: "write it as 2026-03-01T18:00",
                field: "text")
        }
        guard match.6 != nil || match.7 != nil else {
            return [.day(date), .time(time, isOfEitherHalf: false)]
        }
        let offset = (match.8.flatMap { Int($0) } ?? 0) * 60 + (match.9.flatMap { Int($0) } ?? 0)
        let utc = time.minutes + (match.7 == "-" ? offset : -offset)
        let days = Int((Double(utc) / 1440).rounded(.down))
        guard let clock = ClockTime(hour: (utc - days * 1440) / 60, minute: (utc - days * 1440) % 60) else {
            return nil
        }
        return [.day(date.adding(days: days)), .time(clock, isOfEitherHalf: false), .zone("UTC")]
    }

    /// `9:00Z`.
    private static func timeInUTC(_ word: String) -> [PhraseMeaning]? {
        guard let match = word.wholeMatch(of: /(\d{1,2}):(\d{2})z/), let hour = Int(match.1),
            let minute = Int(match.2), let time = ClockTime(hour: hour, minute: minute)
        else { return nil }
        return [.time(time, isOfEitherHalf: false), .zone("UTC")]
    }
}
