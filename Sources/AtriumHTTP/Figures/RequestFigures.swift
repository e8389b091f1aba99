import Synchronization

/// How many requests were answered, with which status and how fast; by route, of which there is a bounded number.
final class RequestFigures: Sendable {
    /// The upper bounds of the classes of durations, in seconds.
    static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

    private struct Durations {
        /// How many are in each class, and above the last bound.
        var counts = [Int](repeating: 0, count: bounds.count + 1)
        var sum = 0.0
    }

    private struct State {
        var statuses: [String: [Int: Int]] = [:]
        var durations: [String: Durations] = [:]
    }

    private let state = Mutex(State())

    /// Counts an answer.
    func count(route: String, status: Int, seconds: Double) {
        let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.statuses[route, default: [:]][status, default: 0] += 1
            state.durations[route, default: Durations()].counts[index] += 1
            state.durations[route, default: Durations()].sum += seconds
        }
    }

    /// The lines for Prometheus (its text format 0.0.4).
    var lines: [String] {
        let state = state.withLock { $0 }
        var lines = [
            "# HELP atrium_http_requests_total Answered requests.",
            "# TYPE atrium_http_requests_total counter",
        ]
        for (route, statuses) in state.statuses.sorted(by: { $0.key < $1.key }) {
            for (status, count) in statuses.sorted(by: { $0.key < $1.key }) {
                lines.append(#"atrium_http_requests_total{route="\#(route)",status="\#(status)"} \#(count)"#)
            }
        }
        lines.append("# HELP atrium_http_request_seconds Time to the first byte of the response.")
        lines.append("# TYPE atrium_http_request_seconds histogram")
        for (route, durations) in state.durations.sorted(by: { $0.key < $1.key }) {
            let name = "atrium_http_request_seconds"
            var sum = 0
            for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], durations.counts) {
                sum += count
                lines.append(#"\#(name)_bucket{route="\#(route)",le="\#(bound)"} \#(sum)"#)
            }
            lines.append(#"\#(name)_sum{route="\#(route)"} \#(durations.sum)"#)
            lines.append(#"\#(name)_count{route="\#(route)"} \#(sum)"#)
        }
        return lines
    }
}
