import AtriumSDK
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// Finds room for blocks: refuses a time that is taken, or moves on what can give way.
struct BlockPlaces {
    let context: RecordContext
    let clock: DayClock

    init(_ context: RecordContext) {
        self.context = context
        clock = DayClock(context.now, context.settings, context.moduleSettings)
    }

    /// The blocks, as this reads and writes them.
    private var table: RecordTable { RecordTable(blockKind, context) }

    // MARK: - Room

    /// Makes sure that a block can be at a time.
    ///
    /// What gives way by itself, such as a planned activity, is told as a warning.
    ///
    /// - Parameters:
    ///   - own: the blocks that move there themselves.
    ///   - isPushing: whether blocks that are in the way move on; nil: nobody can ask for that.
    /// - Throws: ``AtriumError`` with code `conflict` that names what is in the way, and the free times nearby.
    func claim(_ span: Span, for own: Set<Int64>, pushing isPushing: Bool?, field: String) throws {
        let contents = try DayContents(clock.days(of: span), context, clock: clock)
        let obstacles = contents.obstacles(to: span, without: own)
        if !obstacles.isEmpty {
            let fixed = obstacles.commitments.isEmpty && obstacles.blocks.allSatisfy(canMove)
            guard isPushing == true, fixed else {
                throw try refusal(
                    of: span, by: obstacles, without: own, canPush: isPushing != nil && fixed, field: field)
            }
            try push(from: span, own, contents)
        }
        for other in contents.tentative(at: span) {
            context.warn("\(other.title) is also planned for \(clock.words(other.span))")
        }
    }

    /// Whether a block may be moved by others: it has not begun, and nobody has locked it.
    private func canMove(_ block: DayContents.Block) -> Bool {
        !block.isDone && !block.isLocked && block.span.lowerBound > clock.now
    }

    /// The error for a time that is taken.
    private func refusal(
        of span: Span, by obstacles: DayContents.Obstacles, without own: Set<Int64>, canPush: Bool,
        field: String
    ) throws -> AtriumError {
        let day = clock.day(of: span.lowerBound)
        let all = obstacles.all
        let names = all.prefix(Self.named).map { "\($0.title) (\(clock.words($0.span, on: day)))" }
        let more = all.count > Self.named ? " and \(all.count - Self.named) more" : ""
        let ahead = try DayContents(day...day.adding(days: DayContents.daysAhead), context, clock: clock)
        let slots = ahead.nearest(to: span, without: own)
        let free = slots.map { clock.words($0.lowerBound, on: day) }
        let list = [free.dropLast().joined(separator: ", "), free.last ?? ""].filter { !$0.isEmpty }
        let offer = "\(list.joined(separator: " or ")) \(free.count == 1 ? "is" : "are") free"
        let remedy: Guidance =
            switch (free.isEmpty, canPush) {
            case (true, true): "make room with \(flag: "push")"
            case (true, false): "choose another day"
            case (false, true): "\(offer), or make room with \(flag: "push")"
            case (false, false): "\(offer)"
            }
        return AtriumError(
            .conflict, "\(clock.words(span)) overlaps \(names.joined(separator: ", "))\(more)",
            remedy: remedy, field: field,
            choices: [
                RecordChoice(
                    field: field, matchedText: clock.words(span),
                    among: all.map { .init(id: $0.record.id, name: $0.title) })
            ],
            slots: slots.map(clock.slot))
    }

    /// How many of those in the way are named.
    private static let named = 3

    // MARK: - Moving on

    /// Moves on what a span meets and what stands behind it, each by as little as needed; what no longer fits into the day is
    /// taken off it.
    private func push(from span: Span, _ own: Set<Int64>, _ contents: DayContents) throws {
        let day = clock.day(of: span.lowerBound)
        let others = contents.blocks.filter { !own.contains($0.id) && $0.span.upperBound > span.lowerBound }
        let fixed =
            contents.commitments.filter(\.isFixed).map(\.span)
            + others.filter { !canMove($0) }.map(\.span)
        let moves = Push.moves(
            of: others.filter(canMove).map { ($0.id, $0.span) }, behind: span, around: fixed
        ) {
            // Each stays on the day on which it is; what lies outside its hours may end when it did.
            max(clock.span(of: clock.day(of: $0.lowerBound), clock.hours).upperBound, $0.upperBound)
        }
        for (id, start) in moves {
            let title = others.first { $0.id == id }?.title ?? ""
            guard let start else {
                try table.remove(id)
                context.warn("there is no room left for \(title) on that day; it was removed")
                continue
            }
            try table.change(id) { place(&$0, at: start) }
            context.warn("\(title) moved to \(clock.words(start, on: day))")
        }
    }

    // MARK: - Values

    /// Puts a block to a moment.
    func place(_ values: inout RecordValues, at start: Instant) {
        values["start"] = clock.time(at: start).value
        values["startsAt"] = .text(start.description)
    }
}

/// Moves blocks on, as little as needed.
enum Push {
    /// Where blocks go that stand behind a span or meet it: in their order, around what cannot move.
    ///
    /// Pure.
    ///
    /// - Parameters:
    ///   - blocks: with their spans.
    ///   - end: the latest moment at which a block with a given span may end; if it would end later, there is no room for it.
    /// - Returns: those that do not stay, with their new starts; nil: there is no room.
    static func moves(
        of blocks: [(id: Int64, span: Span)], behind span: Span, around fixed: [Span],
        until end: (Span) -> Instant
    ) -> [(id: Int64, start: Instant?)] {
        let fixed = BusyTime.merge(fixed)
        var free = span.upperBound
        var moves: [(id: Int64, start: Instant?)] = []
        for block in blocks.sorted(by: { $0.span.lowerBound < $1.span.lowerBound }) {
            var found = block.span
            if found.lowerBound < free { found = Span(free, minutes: found.minutes) }
            guard found != block.span else {
                free = max(free, found.upperBound)
                continue
            }
            while let other = fixed.first(where: { $0.overlaps(found) }) {
                found = Span(other.upperBound, minutes: found.minutes)
            }
            guard found.upperBound <= end(block.span) else {
                moves.append((block.id, nil))
                continue
            }
            moves.append((block.id, found.lowerBound))
            free = found.upperBound
        }
        return moves
    }
}
