/// The analysis of an observation as text, in at most 76 columns.
enum ObservationDrawing {
    private static let width = 76

    /// Each model with a bar for its score, the sentences that speak for it, and how it misleads.
    static func text(of observation: Observation) -> String {
        guard !observation.findings.isEmpty else { return "None of your models was found." }
        var lines: [String] = []
        if observation.isLollapalooza {
            let strong = observation.findings.count { $0.score >= Confidence.high.threshold }
            lines += ["Lollapalooza: \(strong) strong models at once.", ""]
        }
        for finding in observation.findings {
            let filled = Int((finding.score * 10).rounded())
            let bar =
                String(repeating: "█", count: filled) + String(repeating: "░", count: max(0, 10 - filled))
            lines += wrapped(
                "\(bar) \(twoPlaces(finding.score)) \(finding.name) (\(finding.confidence.words))",
                first: "", rest: "                ")
            for sentence in finding.evidence {
                lines += wrapped("“\(sentence)”", first: "    ", rest: "     ")
            }
            for mode in finding.failureModes {
                lines += wrapped("\(mode.name) (\(mode.severity.rawValue))", first: "  ! ", rest: "    ")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func twoPlaces(_ score: Double) -> String {
        let hundredths = Int((score * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
    }

    /// A text in lines, cut at blanks, and within a word where that is longer than a line.
    ///
    /// By bytes, and by characters only in words that are not of ASCII: to look at each character of a long analysis takes
    /// as long as to open the vault.
    private static func wrapped(_ text: String, first: String, rest: String) -> [String] {
        var lines: [String] = []
        var line = Array(first.utf8)
        var columns = first.count
        var isFresh = true
        func end() {
            lines.append(String(decoding: line, as: UTF8.self))
            (line, columns, isFresh) = (Array(rest.utf8), rest.count, true)
        }
        for bytes in Array(text.utf8).split(separator: 0x20) {
            var word = bytes
            let isASCII = bytes.allSatisfy { $0 < 0x80 }
            var length = isASCII ? bytes.count : String(decoding: bytes, as: UTF8.self).count
            if !isFresh, columns + 1 + length > width { end() }
            while columns + length > width {
                let room = max(1, width - columns - (isFresh ? 0 : 1))
                if !isFresh { line.append(0x20) }
                let head = String(decoding: word, as: UTF8.self).prefix(room).utf8
                line += head
                word = word.dropFirst(head.count)
                length -= min(room, length)
                end()
            }
            if !isFresh { line.append(0x20) }
            line += word
            columns += (isFresh ? 0 : 1) + length
            isFresh = false
        }
        return lines + [String(decoding: line, as: UTF8.self)]
    }
}
