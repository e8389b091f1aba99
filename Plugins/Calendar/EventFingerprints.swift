import AtriumSDK
import ICalendarExchange
import ICalendarFormat

extension EventDraft {
    /// By what events without an identifier are known again.
    static let fingerprints: [Fingerprint<EventDraft>] = [
        Fingerprint("title and start", strength: .sure) { draft in
            guard let title = draft.title, let start = draft.start else { return nil }
            return title + "\n" + start
        },
        Fingerprint("title", strength: .weak) { $0.title },
        Fingerprint("start", strength: .weak) { $0.start },
    ]

    private var title: String? { details.summary?.lowercased() }
    private var start: String? { details.start?.storedText }
}
