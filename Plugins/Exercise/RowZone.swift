import Foundation
import Synchronization

/// The zone that a row gives to its time.
enum RowZone: Hashable {
    /// The row says none.
    case none
    /// The system knows one of this name.
    case known(String)
    /// There is none of the name, or none that has just this distance from UTC.
    case unknown

    /// The zone of a distance from UTC, as it stands behind a time: `Z`, `+04:00`; of whole hours, for which there are names.
    init(offset: String) {
        guard !offset.isEmpty else {
            self = .none
            return
        }
        let digits = offset.filter(\.isNumber)
        guard let hours = offset.uppercased() == "Z" ? 0 : Int(digits.prefix(2)),
            digits.dropFirst(2).allSatisfy({ $0 == "0" })
        else {
            self = .unknown
            return
        }
        // East of Greenwich the names have a minus.
        switch (hours, offset.hasPrefix("-")) {
        case (0, _): self = .known("UTC")
        case (1...14, false): self = .known("Etc/GMT-\(hours)")
        case (1...12, true): self = .known("Etc/GMT+\(hours)")
        default: self = .unknown
        }
    }

    /// The zone of a name.
    init(name: String) {
        guard let first = name.first, !"+-".contains(first), name.uppercased() != "Z" else {
            self.init(offset: name)
            return
        }
        let isKnown = Self.last.withLock { last in
            if let last, last.name == name { return last.isKnown }
            let isKnown = TimeZone(identifier: name) != nil
            last = (name, isKnown)
            return isKnown
        }
        self = isKnown ? .known(name) : .unknown
    }

    /// The name that was looked up last: mostly that of the next row too.
    private static let last = Mutex<(name: String, isKnown: Bool)?>(nil)
}
