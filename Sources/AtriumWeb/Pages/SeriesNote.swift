import AtriumHost
import AtriumSDK

/// The note on the page of a series or of one of its occurrences: what the page shows, and the way to the other.
struct SeriesNote {
    let site: Site
    let collection: Collection
    let shown: RecordReading.Shown

    var html: HTML? {
        if let occurrence = shown.occurrence { return day(occurrence) }
        guard shown.isSeries, collection.command(.show)?.declaration.fields.first(.occurrence) != nil else {
            return nil
        }
        return tag("p", .class("sub soft")) {
            "This is the whole series. To change one day, open it from the "
            link(.own(collection.segments)) { "calendar" }
            "."
        }
    }

    private func day(_ occurrence: RecordReading.Occurrence) -> HTML {
        let differences = differences(from: occurrence)
        return tag("div", .class("mid2")) {
            tag("p", .class("sub soft")) {
                "One day of a series. "
                link(.own(collection.segments + [String(occurrence.series)])) { "Show the whole series" }
            }
            if !differences.isEmpty {
                tag("section") {
                    tag("h2") { "Different on this day" }
                    tag("dl", .class("kv")) {
                        for difference in differences {
                            tag("dt") { difference.title }
                            tag("dd", .anyDirection) { difference.words }
                        }
                    }
                }
            }
        }
    }

    /// The fields whose values are not those that the series gives the day, with the series' values.
    private func differences(
        from occurrence: RecordReading.Occurrence
    ) -> [(title: String, words: HTML)] {
        let edited = Set(
            (collection.command(.edit)?.declaration.fields ?? []).filter { $0.type != .when }.map {
                $0.shownAs ?? $0.name
            })
        var found: [(title: String, words: HTML)] = []
        if let moved { found.append(("Moved", moved)) }
        for field in shown.fields where edited.contains(field.name) {
            let (own, usual) = (shown.value[field.name], occurrence.whole[field.name])
            guard own != usual, !(ValueView.isEmpty(own) && ValueView.isEmpty(usual)) else { continue }
            found.append((field.title, words(usual, field, of: occurrence.whole)))
        }
        return found
    }

    /// The day and time from which the occurrence was moved; nil if it takes place as the series says.
    private var moved: HTML? {
        guard case .day(let start, _)? = collection.look?.lead, let own = shown.value[start]?.textValue,
            let named = shown.fields.first(.occurrence),
            let original = shown.value[named.name]?.textValue, original != own,
            let from = ShownTime(original, named, of: shown.value, site),
            let to = ShownTime(own, shown.fields.first { $0.name == start }, of: shown.value, site),
            from != to
        else { return nil }
        return HTML("from " + DayWords.span(from, nil))
    }

    private func words(_ usual: DataValue?, _ field: FieldDeclaration, of whole: DataObject) -> HTML {
        guard let usual, !ValueView.isEmpty(usual) else { return HTML("nothing in the series") }
        var values = site.values
        values.record = whole
        var html = HTML("in the series: ")
        html.append(values.line(usual, field))
        return html
    }
}
