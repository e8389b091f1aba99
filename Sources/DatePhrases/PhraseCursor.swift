/// A place in the words of a phrase, from which the grammar takes what it knows.
///
/// Each `take` moves on only where it succeeds; ``attempt(_:)`` goes back where a longer form fails in its middle.
struct PhraseCursor {
    private let words: [PhraseWords.Word]
    /// The next word.
    private(set) var index: Int

    /// Stands before a word.
    init(_ words: [PhraseWords.Word], at index: Int) {
        self.words = words
        self.index = index
    }

    /// The next word in lower case, or nil at the end of the phrase or of a quotation.
    var next: String? { word(ahead: 0) }

    /// The next word as it was written.
    var nextSpelling: String? { next == nil ? nil : words[index].spelling }

    /// A word further on.
    func word(ahead distance: Int) -> String? {
        let place = index + distance
        guard words.indices.contains(place), !words[place].isQuoted else { return nil }
        return words[place].text
    }

    /// Whether a full stop stands behind the next word.
    var nextEndsWithPoint: Bool { next != nil && words[index].endsWithPoint }

    /// Whether a comma stands behind the next word.
    var nextEndsWithComma: Bool { next != nil && words[index].endsWithComma }

    /// Whether the next word begins the text, or a part of it behind a comma or the like; a full stop may be one of an
    /// abbreviation.
    var isAtBeginning: Bool { index == 0 || (isAfterComma && !words[index - 1].endsWithPoint) }

    /// Whether the next word is the last one.
    var isAtLast: Bool { index == words.count - 1 }

    /// Whether the word before is one of some words.
    func isAfter(_ choices: String...) -> Bool { word(ahead: -1).map(choices.contains) ?? false }

    /// Whether the word before is a number, or a number's word.
    var isAfterNumber: Bool { word(ahead: -1).flatMap(PhraseLexicon.number) != nil }

    /// Whether the word before is a plural: `Mondays`, `days`.
    var isAfterPlural: Bool { word(ahead: -1)?.hasSuffix("s") ?? false }

    /// Whether the word before is a number of hours without minutes: `1h`.
    var isAfterHours: Bool { word(ahead: -1)?.hasSuffix("h") ?? false }

    /// Whether a comma or the like stands before the next word.
    var isAfterComma: Bool { index > 0 && words[index - 1].endsClause }

    /// Whether the next two words begin with capitals in a text that is not in capitals throughout, as those of a name do.
    var isAtName: Bool {
        guard words.indices.contains(index + 1), next != nil, !words[index].endsClause else { return false }
        return words[index...(index + 1)].allSatisfy { $0.spelling.first?.isUppercase == true }
            && words.contains { $0.spelling.contains(where: \.isLowercase) }
    }

    /// Whether the clause in which the next word stands says that something is not to be done: "do not call", but no
    /// "do not forget to call".
    var isNegated: Bool {
        isInClause { place in
            place.next.map(PhraseLexicon.isNegation) == true
                && !["forget", "fail", "miss"].contains(place.word(ahead: 1))
        }
    }

    /// Whether that clause says so in other words: "no calls", "stop eating", but no "stop by at Bob's".
    var isRuledOut: Bool {
        isInClause { place in
            guard let word = place.next else { return false }
            if word == "stop" { return place.word(ahead: 1)?.hasSuffix("ing") == true }
            return ["no", "nothing", "nobody", "without", "avoid"].contains(word)
        }
    }

    /// Whether a word before the next one fits, in the same clause.
    private func isInClause(_ fits: (PhraseCursor) -> Bool) -> Bool {
        var place = self
        while !place.isAtBeginning {
            place.skip(-1)
            if fits(place) { return true }
        }
        return false
    }

    /// Whether the next word begins the text or a part of it, a preposition before it left aside.
    var beginsClause: Bool {
        var start = self
        while start.isAfter("on", "by", "due", "at", "the"), !start.isAtBeginning { start.skip(-1) }
        return start.isAtBeginning
    }

    /// Whether the text, or a part of it, ends before the next word.
    var isAtEnd: Bool { next == nil || isAfterComma }

    /// Moves over a number of words.
    mutating func skip(_ count: Int = 1) { index += count }

    /// Takes one of some words.
    mutating func take(_ choices: String...) -> Bool {
        guard let next, choices.contains(next) else { return false }
        index += 1
        return true
    }

    /// Takes words one after the other, or none of them.
    mutating func takeAll(_ sequence: String...) -> Bool {
        for (distance, expected) in sequence.enumerated() where word(ahead: distance) != expected {
            return false
        }
        index += sequence.count
        return true
    }

    /// Takes a word that means something.
    mutating func take<Meaning>(_ meaning: (String) throws -> Meaning?) rethrows -> Meaning? {
        guard let next, let found = try meaning(next) else { return nil }
        index += 1
        return found
    }

    /// Takes several words by a rule, or none where it gives nothing.
    mutating func attempt<Meaning>(_ rule: (inout PhraseCursor) throws -> Meaning?) rethrows -> Meaning? {
        var copy = self
        guard let found = try rule(&copy) else { return nil }
        self = copy
        return found
    }

    /// Takes what joins two things of a list: `and`, `&`, or nothing behind a comma.
    mutating func takeJoint() -> Bool {
        let isAfterComma = isAfterComma
        return take("and", "&") || isAfterComma
    }

    /// Takes `of` and `of the`, `in` and `in the`, or nothing.
    mutating func takeOf() {
        if take("of", "in") { _ = take("the") }
    }
}

/// The words of dates and numbers.
enum PhraseLexicon {
    private static let numbers = [
        "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
        "eight": 8,
        "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "twenty-five": 25,
        "thirty": 30, "thirty-five": 35, "forty": 40, "forty-five": 45, "fifty": 50, "fifty-five": 55,
        "sixty": 60, "ninety": 90,
    ]
    private static let ordinals = [
        "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1,
    ]
    private static let dayOrdinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh",
        "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth",
        "nineteenth",
        "twentieth", "twenty-first", "twenty-second", "twenty-third", "twenty-fourth", "twenty-fifth",
        "twenty-sixth", "twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth", "thirty-first",
    ]
    private static let weekdays = [
        "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 7,
    ]
    private static let shortWeekdays = [
        "mon": 1, "tue": 2, "tues": 2, "wed": 3, "weds": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5,
        "sat": 6,
        "sun": 7,
    ]
    private static let months = [
        "january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4, "may": 5,
        "june": 6, "jun": 6, "july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9,
        "october": 10, "oct": 10, "november": 11, "nov": 11, "december": 12, "dec": 12,
    ]

    /// A number of at most four digits, or a number's word: `3`, `three`, `a`.
    static func number(_ word: String) -> Int? { numbers[word] ?? digits(word) }

    /// At most four digits.
    static func digits(_ word: String) -> Int? {
        guard (1...4).contains(word.utf8.count), word.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(word)
    }

    /// `1st`, `22nd`: the number of a day; any number, so that a wrong one can be named.
    static func numericOrdinal(_ word: String) -> Int? {
        for ending in ["st", "nd", "rd", "th"] where word.hasSuffix(ending) {
            return digits(String(word.dropLast(2)))
        }
        return nil
    }

    /// Returns an ordinal for messages: `2nd`, `11th`, `last` for -1.
    static func text(ofOrdinal number: Int) -> String {
        guard number >= 0 else { return "last" }
        guard !(11...13).contains(number % 100) else { return "\(number)th" }
        let endings = [1: "st", 2: "nd", 3: "rd"]
        return "\(number)\(endings[number % 10] ?? "th")"
    }

    /// `second`, `2nd`, `last`: which of its kind within a month; -1 for the last.
    static func ordinal(_ word: String) -> Int? {
        ordinals[word] ?? numericOrdinal(word).flatMap { (1...5).contains($0) ? $0 : nil }
    }

    /// `first` to `thirty-first`: a day of a month.
    static func dayOrdinal(_ word: String) -> Int? { dayOrdinals.firstIndex(of: word).map { $0 + 1 } }

    /// `today`, `tomorrow`, `yesterday`: how many days after today; tomorrow also as people misspell it.
    static func dayOffset(_ word: String) -> Int? {
        switch word {
        case "today": 0
        case "tomorrow", "tmr", "tmrw", "tomorow", "tommorow", "tommorrow": 1
        case "yesterday": -1
        default: nil
        }
    }

    /// A weekday, 1 for Monday to 7 for Sunday: its name, or `mon` and the like.
    static func weekday(_ word: String) -> Int? { weekdays[word] ?? shortWeekdays[word] }

    /// A weekday by its full name, which means nothing else.
    static func fullWeekday(_ word: String) -> Int? { weekdays[word] }

    /// Weekdays in the plural: `mondays`.
    static func pluralWeekday(_ word: String) -> Int? {
        word.hasSuffix("s") ? weekdays[String(word.dropLast())] : nil
    }

    /// A weekday by its full name, in the singular or the plural.
    static func wholeWeekday(_ word: String) -> Int? { fullWeekday(word) ?? pluralWeekday(word) }

    /// The days of a working week.
    static let workingWeek = Array(1...5)

    /// Saturday and Sunday.
    static let weekend = [6, 7]

    /// Weekdays by the name that they have together: `weekdays`, `weekends`.
    static func weekdayGroup(_ word: String) -> [Int]? {
        switch word {
        case "weekdays", "workdays": workingWeek
        case "weekends": weekend
        default: nil
        }
    }

    /// Whether a word always stands before a noun, so that `weekly` behind it says which one it is, or is that noun.
    static func isArticle(_ word: String) -> Bool {
        ["the", "a", "an", "my", "your", "its", "our", "their"].contains(word)
    }

    /// Whether a word stands before a noun or in place of one: `her daily walk`, `call her daily`.
    static func mayBeArticle(_ word: String) -> Bool { ["this", "that", "her", "his"].contains(word) }

    /// Words of what says more of an action, and none of a thing: `call her daily before work`, `feed her daily evenings`.
    static func isConnective(_ word: String) -> Bool { connectives.contains(word) }

    private static let connectives: Set<String> = [
        "after", "afternoons", "again", "as", "because", "before", "but", "during", "evenings", "except",
        "excluding", "if", "like", "mornings", "nights", "or", "over", "per", "please", "since", "so", "til",
        "through", "unless", "via", "when", "while", "without", "within", "beginning", "around", "@", "&",
    ]

    /// Whether a word joins two things of which either may be meant, or stands behind such a word: `or`, `or maybe`.
    static func isAlternative(_ word: String) -> Bool {
        ["or", "maybe", "perhaps", "possibly", "even", "else", "better"].contains(word)
    }

    /// A month, 1 to 12.
    static func month(_ word: String) -> Int? { months[word] }

    /// A year from 1900 to 2999; `'27` is 2027.
    static func year(_ word: String) -> Int? {
        if word.utf8.count == 3, word.hasPrefix("'") {
            return digits(String(word.dropFirst())).map { 2000 + $0 }
        }
        return word.utf8.count == 4 ? digits(word).flatMap { (1900...2999).contains($0) ? $0 : nil } : nil
    }

    /// Whether a word is of what is counted or measured, so that a number before it is no time: `km`, `EUR`.
    static func isMeasure(_ word: String) -> Bool { measures.contains(word) }

    private static let measures: Set<String> = [
        "percent", "per", "km", "m", "cm", "mm", "miles", "kg", "g", "lb", "lbs", "l", "ml", "mph", "euro",
        "euros", "eur", "usd", "gbp", "chf", "dollar", "dollars", "pounds", "point", "points", "min",
        "mins", "minute", "minutes", "hour", "hours",
    ]

    /// Words that turn what they stand before into its opposite: `not before Friday`.
    static func isNegation(_ word: String) -> Bool {
        ["not", "never", "don't", "dont", "can't", "cannot", "won't", "mustn't", "shouldn't"].contains(word)
    }
}
