/// An instance of a series, found by a person's words for it.
public struct SeriesInstance: Sendable, Hashable {
    /// The original start on DTSTART's clock.
    public var original: CivilDateTime
    /// The RECURRENCE-ID, in the form and zone of DTSTART.
    public var recurrenceID: CalendarTime
    /// The original start on the viewer's clock.
    public var originalStart: CivilDateTime
    /// The start on the viewer's clock; it differs from ``originalStart`` if the instance was moved.
    public var start: CivilDateTime
}

extension SeriesEdit {
    /// The instances that a day or time names.
    public enum Match: Sendable, Hashable {
        /// One instance.
        case one(SeriesInstance)
        /// Several instances, by start.
        case several([SeriesInstance])
        /// An instance that EXDATE takes away.
        case excluded(SeriesInstance)
        /// No instance; the nearest ones, at most two.
        case none(nearest: [SeriesInstance])
    }

    /// Finds the instance that starts on a day or at a time of the viewer's clock.
    ///
    /// The original start and the moved one both count, and so does the RECURRENCE-ID as its own clock shows it.
    public func instances(at text: DateTimeText) -> Match {
        let day = 86_400
        let clock: CivilDateTime =
            switch text {
            case .date(let date): CivilDateTime(date: date)
            case .local(let time): time
            case .utc(let instant): viewer.wallTime(at: instant)
            }
        let near = candidates(from: clock.adding(seconds: -3 * day), through: clock.adding(seconds: 4 * day))
        let found = near.filter { matches($0, text) }
        if found.count > 1 { return .several(found) }
        if let one = found.first { return .one(one) }
        if let excluded = excludedInstance(text, near: clock) { return .excluded(excluded) }
        return .none(nearest: nearest(to: clock))
    }

    /// The first instance at or after an original start that takes place, or nil after the last one.
    public func instance(from original: CivilDateTime) -> SeriesInstance? {
        let maximum = 1 + series.excludedInstants.count
        return series.set.instances(from: original, maximum: maximum).times
            .first { !series.isExcluded($0) }.map(instance)
    }

    /// The instances whose original or own start is within a span of the viewer's clock, by start.
    private func candidates(from: CivilDateTime, through: CivilDateTime, maximum: Int = 1_000_000)
        -> [SeriesInstance]
    {
        let (first, last) = (max(from, .earliest), min(through, .latest))
        guard first <= last else { return [] }
        var originals = Set(
            series.set.instances(from: first, through: last, maximum: maximum).times.filter {
                !series.isExcluded($0)
            })
        for (original, index) in singles {
            guard let start = overrides[index].start else { continue }
            let clock = viewer.wallTime(
                at: EventTiming.instant(of: start, zones: zones, viewer: viewer))
            let span = first...last
            if span.contains(clock) || span.contains(original) { originals.insert(original) }
        }
        for range in ranges {
            guard let start = overrides[range.index].start else { continue }
            let shift = start.clock.seconds - range.original.seconds
            let shifted = series.set.instances(
                from: max(first.adding(seconds: -shift), range.original),
                through: min(last.adding(seconds: -shift), .latest), maximum: maximum)
            originals.formUnion(shifted.times.filter { !series.isExcluded($0) })
        }
        return originals.map(instance).sorted { ($0.start, $0.original) < ($1.start, $1.original) }
    }

    private func instance(_ original: CivilDateTime) -> SeriesInstance {
        let id = series.recurrenceID(at: original)
        func seen(_ time: CalendarTime) -> CivilDateTime {
            if time.isDate { return time.clock }
            return viewer.wallTime(at: EventTiming.instant(of: time, zones: zones, viewer: viewer))
        }
        let start = singles[original].flatMap { overrides[$0].start } ?? given(at: original).start
        return SeriesInstance(
            original: original, recurrenceID: id, originalStart: seen(id), start: seen(start))
    }

    private func matches(_ instance: SeriesInstance, _ text: DateTimeText) -> Bool {
        let times = [instance.originalStart, instance.start]
        switch text {
        case .date(let date):
            return times.contains { $0.date == date }
        case .local(let time):
            if times.contains(time) { return true }
            if case .utc = instance.recurrenceID { return false }
            return instance.recurrenceID.clock == time && !instance.recurrenceID.isDate
        case .utc(let instant):
            return times.contains(viewer.wallTime(at: instant))
                || EventTiming.instant(of: instance.recurrenceID, zones: zones, viewer: viewer) == instant
        }
    }

    private func excludedInstance(_ text: DateTimeText, near clock: CivilDateTime) -> SeriesInstance? {
        let day = 86_400
        return series.everyInstance.instances(
            from: max(clock.adding(seconds: -3 * day), .earliest),
            through: min(clock.adding(seconds: 4 * day), .latest)
        ).times.filter(series.isExcluded).map(instance).first { matches($0, text) }
    }

    /// The instances before and after a time of the viewer's clock.
    private func nearest(to clock: CivilDateTime) -> [SeriesInstance] {
        let day = 86_400
        let spans = [3600, day, 40 * day, 400 * day, 4000 * day, 40_000 * day]
        let before = spans.lazy.compactMap { span in
            candidates(from: clock.adding(seconds: -span), through: clock).last
        }.first
        let after = spans.lazy.compactMap { span in
            candidates(from: clock, through: clock.adding(seconds: span)).first
        }.first
        return [before, after].compactMap(\.self)
    }
}
