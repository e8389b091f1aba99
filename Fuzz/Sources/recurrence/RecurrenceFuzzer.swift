import FuzzSupport
import ICalendarFormat

/// A rule written and read again is the same rule; its instances are in order, and those of a window the same as those
/// of a wider one.
///
/// The first eight bytes are DTSTART and the window, the rest is the value of RRULE.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecurrence(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard bytes.count > 8, let rule = try? RecurrenceRule(String(decoding: bytes[8...], as: UTF8.self)) else {
        return 0
    }
    if let again = try? RecurrenceRule(rule.text) {
        require(again == rule, "written and read, the rule is another: \(rule.text), \(again.text)")
    } else {
        require(false, "what was written cannot be read: \(rule.text)")
    }
    let day = 60 * 60 * 24
    let begin = CivilDateTime(seconds: (Int(bytes[0]) << 8 | Int(bytes[1])) * day / 2 + Int(bytes[2]) * 337)
    let set = RecurrenceSet(start: begin, isDate: bytes[3] & 1 == 1, rule: rule)
    let from = CivilDateTime(seconds: begin.seconds + Int(bytes[4]) * day)
    let through = CivilDateTime(seconds: from.seconds + Int(bytes[5]) * day * 3)
    let narrow = set.instances(from: from, through: through, maximum: 100)
    require(narrow.times.count <= 100, "more instances than asked for")
    require(
        narrow.times.allSatisfy { $0 >= from && $0 <= through }, "an instance stands outside of the window")
    require(zip(narrow.times, narrow.times.dropFirst()).allSatisfy { $0 < $1 }, "instances are out of order")
    let wide = set.instances(from: begin, through: through, maximum: 2000)
    guard wide.isComplete, wide.times.count < 2000, narrow.isComplete, narrow.times.count < 100 else {
        return 0
    }
    let expected = wide.times.filter { $0 >= from }
    require(expected == narrow.times, "a wider window " + firstDifference(expected, narrow.times))
    return 0
}
