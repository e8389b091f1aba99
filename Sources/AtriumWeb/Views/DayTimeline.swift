import AtriumHost
import AtriumSDK

/// A day, drawn to scale: what takes place from when to when, what lies side by side, and what is free between.
struct DayTimeline {
    /// Something with a beginning and perhaps an end.
    struct Block {
        let title: String
        /// Minutes from the beginning of the day.
        let start: Int
        /// Minutes from the beginning of the day; the same as ``start`` for what has no length.
        let end: Int
        var place = ""
        var target: SafeLink?
        var hue = "blue"
        /// True if the block takes time from others; a block that is only due at a time does not.
        var isBusy = true
        /// True if the block's time is free because the event is cancelled or transparent.
        var takesNoTime = false
        var state = RecordState(nil)
        /// Classes of one that can be moved; empty: it stands where it is.
        var style = ""
        /// Where the script sends a new beginning and a new end; empty: it does not move.
        var ways: [String] = []
    }

    /// A free time.
    struct Free {
        /// Minutes from the beginning of the day, by the clock.
        let span: Range<Int>
        /// The real minutes; a change of the clock makes them more or fewer than ``span`` has.
        let minutes: Int
    }

    let day: LocalDate
    let blocks: [Block]
    /// The time that it is, in minutes; nil on other days.
    let now: Int?
    /// The form that adds something at a time of the day; nil if nothing can be added.
    var add: ((String) -> SafeLink)?
    /// The free times, where they are known better than by what is drawn.
    var free: [Free]?
    /// The grid on which blocks that are moved land, in minutes from midnight.
    var grid: Int?
    /// What a tap on free time does, for those who hear it.
    var offer = "add something"

    /// How many blocks stand side by side; what is more stands in the list below.
    private static let mostLanes = 3
    /// More blocks are no drawing: they are a list.
    static let mostBlocks = 24
    private static let shortestFree = 30
    /// The hours that are drawn on a day with nothing else.
    private static let hours = 8...20

    private struct Placed {
        let block: Block
        /// The free time that is drawn in the place; nil for a block.
        let free: Free?
        let lane: Int
        var lanes: Int
    }

    // MARK: - What can be said of the day

    /// Pairs of blocks that take the same time, each once, by their beginnings.
    static func clashes(_ blocks: [Block]) -> [(first: Block, second: Block)] {
        let busy = blocks.filter { $0.isBusy && $0.end > $0.start }.sorted { $0.start < $1.start }
        var found: [(Block, Block)] = []
        var latest: Block?
        for block in busy {
            if let last = latest, block.start < last.end { found.append((last, block)) }
            if latest == nil || block.end > latest?.end ?? 0 { latest = block }
        }
        return found
    }

    /// The times of a part of the day in which nothing stands, each at least half an hour: what the drawing calls free.
    static func gaps(_ blocks: [Block], from: Int, to: Int) -> [Range<Int>] {
        var free: [Range<Int>] = []
        var cursor = from
        for block in blocks.sorted(by: { $0.start < $1.start }) where !block.takesNoTime {
            if min(block.start, to) - cursor >= shortestFree { free.append(cursor..<min(block.start, to)) }
            // What is only due at a time has its place too.
            cursor = max(cursor, end(block))
        }
        if to - cursor >= shortestFree { free.append(cursor..<to) }
        return free
    }

    /// Minutes as people say them: `45 min`, `1 h 15`.
    static func words(minutes: Int) -> String {
        let (hours, rest) = (minutes / 60, minutes % 60)
        if hours == 0 { return "\(rest) min" }
        return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
    }

    /// Minutes as the clock shows them: `09:30`.
    static func clock(_ minutes: Int) -> String {
        let (hours, rest) = (minutes / 60, minutes % 60)
        return (hours < 10 ? "0" : "") + "\(hours):" + (rest < 10 ? "0" : "") + "\(rest)"
    }

    /// Minutes of `HH:MM`; nil for other texts.
    static func minutes(_ clock: String?) -> Int? {
        let parts = (clock ?? "").split(separator: ":")
        guard parts.count >= 2, let hours = Int(parts[0]), let rest = Int(parts[1]) else { return nil }
        return hours * 60 + rest
    }

    // MARK: - Drawing

    private var span: (from: Int, to: Int) {
        let starts = blocks.map(\.start)
        let ends = blocks.map(Self.end) + (free ?? []).map(\.span.upperBound)
        let last = ((ends.max() ?? 0) + 59) / 60
        // Of today what is to come matters, and not the empty hours before it.
        guard let now else {
            return (
                min(
                    Self.hours.lowerBound,
                    ((starts + (free ?? []).map(\.span.lowerBound)).min() ?? 24 * 60) / 60),
                min(24, max(Self.hours.upperBound, last))
            )
        }
        return (min(now, starts.min() ?? now) / 60, min(24, max(now / 60 + 3, last)))
    }

    var html: HTML {
        let (from, to) = span
        let gaps = gaps(from * 60, to * 60)
        // Free time that overlaps blocks which take no time is shown beside them.
        let beside = gaps.filter { gap in
            blocks.contains {
                $0.takesNoTime && gap.span.overlaps($0.start..<max(Self.end($0), $0.start + 1))
            }
        }
        let (placed, others) = placed(with: beside)
        return tag("div") {
            tag(
                "ol", .class("tl from\(from)"), .label("Timeline of \(DayWords.long(day))"),
                Attribute("data-day", day.description), grid.map { Attribute("data-grid", String($0)) }
            ) {
                for hour in from...to {
                    tag("li", .class("hr at\(hour)"), .isDecoration) { Self.clock(hour * 60) }
                }
                let parts =
                    placed.map { (at: $0.block.start, html: drawn($0)) }
                    + gaps.filter { gap in !beside.contains { $0.span == gap.span } }
                    .map { (at: $0.span.lowerBound, html: drawn($0)) }
                for part in parts.sorted(by: { $0.at < $1.at }) { part.html }
                if let now, now >= from * 60, now < to * 60 {
                    tag("li", .class("now " + Self.place(now))) {
                        tag("span") { Self.clock(now) }
                        tag("i", .class("vh")) { "is now" }
                    }
                }
            }
            if !others.isEmpty {
                tag("p", .class("lab mts")) { "At the same time" }
                tag("ul", .class("rows")) { for block in others { row(block) } }
            }
        }
    }

    /// Free times of the hours in which people make plans.
    private func gaps(_ from: Int, _ to: Int) -> [Free] {
        if let free { return free }
        guard add != nil, !blocks.isEmpty else { return [] }
        return Self.gaps(blocks, from: max(from, now ?? from, 8 * 60), to: min(to, 22 * 60)).map {
            Free(span: $0, minutes: $0.count)
        }
    }

    /// Places each block, and free time beside blocks, in a lane that is empty at its time.
    ///
    /// Also returns the blocks that found no lane.
    private func placed(with gaps: [Free]) -> ([Placed], [Block]) {
        var placed: [Placed] = []
        var others: [Block] = []
        var cluster: [Int] = []
        var clusterEnd = 0
        func close() {
            let lanes = (cluster.map { placed[$0].lane }.max() ?? 0) + 1
            for index in cluster { placed[index].lanes = lanes }
            cluster = []
        }
        let free = gaps.map {
            (block: Block(title: "", start: $0.span.lowerBound, end: $0.span.upperBound), free: Free?($0))
        }
        let items = (blocks.map { (block: $0, free: nil) } + free).sorted {
            ($0.block.start, -$0.block.end, $0.block.title) < ($1.block.start, -$1.block.end, $1.block.title)
        }
        for (block, free) in items {
            if block.start >= clusterEnd { close() }
            let taken = Set(
                cluster.filter { Self.end(placed[$0].block) > block.start }.map { placed[$0].lane })
            guard let lane = (0..<Self.mostLanes).first(where: { !taken.contains($0) }) else {
                if free == nil { others.append(block) }
                continue
            }
            cluster.append(placed.count)
            placed.append(Placed(block: block, free: free, lane: lane, lanes: 1))
            clusterEnd = max(clusterEnd, Self.end(block))
        }
        close()
        return (placed, others)
    }

    /// Where a block ends as it is drawn: a quarter of an hour is the least that can be read.
    private static func end(_ block: Block) -> Int { max(block.end, block.start + 15) }

    /// The classes of a place: its hour and its quarter.
    private static func place(_ minutes: Int) -> String {
        let quarter = minutes % 60 / 15
        return "at\(minutes / 60)" + (quarter == 0 ? "" : " q\(quarter)")
    }

    private static func length(_ from: Int, _ to: Int) -> Int {
        max(1, min(96 - from / 15, (to + 14) / 15 - from / 15))
    }

    /// The classes of a lane, each after a blank.
    private static func lane(_ placed: Placed) -> String {
        (placed.lanes > 1 ? " of\(placed.lanes)" : "")
            + (placed.lane > 0 ? " at\(placed.lane + 1)of\(placed.lanes)" : "")
    }

    private func drawn(_ placed: Placed) -> HTML {
        if let free = placed.free { return drawn(free, Self.lane(placed)) }
        let block = placed.block
        let length = Self.length(block.start, Self.end(block))
        let looks = block.style.isEmpty ? (block.isBusy ? "fix" : "due") : block.style
        var style = "blk \(looks) \(block.hue) \(Self.place(block.start)) n\(length)"
        style += Self.lane(placed)
        if let now, block.start <= now, now < block.end { style += " under" }
        style += block.state.style
        let script: [Attribute?] =
            [
                Attribute("data-start", "\(block.start)"), Attribute("data-end", "\(block.end)"),
                block.isBusy ? Attribute("data-busy") : nil,
            ]
            + (block.ways.count == 2
                ? [Attribute("data-move", block.ways[0]), Attribute("data-resize", block.ways[1])] : [])
        return element("li", [.class(style)] + script) {
            tag("div", .class("t")) {
                if let target = block.target {
                    link(target, .class("go"), .anyDirection) { tag("b") { block.title } }
                } else {
                    tag("b", .anyDirection) { block.title }
                }
                tag("span", .class("meta")) {
                    if let words = block.state.words { words + " · " }
                    block.end > block.start
                        ? "\(Self.clock(block.start))–\(Self.clock(block.end))" : Self.clock(block.start)
                    // A short one has room for its title and its time.
                    if !block.place.isEmpty, length > 2 { " · " + block.place }
                }
            }
        }
    }

    private func drawn(_ gap: Free, _ lane: String = "") -> HTML {
        let start = (gap.span.lowerBound + 14) / 15 * 15
        let length = Self.length(start, gap.span.upperBound)
        return tag("li", .class("free \(Self.place(start)) n\(length)\(lane)")) {
            if let add {
                link(add(Self.clock(start)), .class("go")) {
                    Self.words(minutes: gap.minutes) + " free"
                    tag("span", .class("vh")) { " from \(Self.clock(gap.span.lowerBound)): \(offer)" }
                }
                if free == nil {
                    Icon.plus.drawn("i s")
                } else {
                    tag("span", .isDecoration) { offer.prefix(1).uppercased() + offer.dropFirst() }
                }
            }
        }
    }

    private func row(_ block: Block) -> HTML {
        Row(
            block.title, to: block.target, lead: Self.clock(block.start), facts: [block.place],
            state: block.state
        )
        .html
    }
}
