import AtriumHost
import AtriumSDK

/// Rows that a command gave, as a table on a wide page and as rows on a phone.
struct ResultTable {
    let site: Site
    let fields: [FieldDeclaration]
    /// The fields that stand in it, as the command's declaration names them.
    let columns: [String]
    let items: [DataValue]
    let caption: String
    /// The page of an item; nil where it has none.
    var address: (DataObject) -> SafeLink? = { _ in nil }
    /// Whether rows can be led to: each stands for one record.
    var hasAnchors = false
    /// What stands behind a row.
    var trailing: ((DataObject) -> HTML)?

    /// Names of fields that say what a row is.
    private static let titles = ["name", "title", "summary", "text", "value", "label"]
    private static let mostColumns = 8

    private var shown: [FieldDeclaration] {
        let named = columns.filter { $0 != "id" && $0 != "uid" }
        var fields = named.compactMap { name in self.fields.first { $0.name == name } }
        // A column of which no row has anything says nothing.
        fields = fields.filter { field in items.contains { !ValueView.isEmpty($0.objectValue?[field.name]) } }
        if let index = Self.titles.lazy.compactMap({ name in fields.firstIndex { $0.name == name } }).first {
            fields.insert(fields.remove(at: index), at: 0)
        }
        return Array(fields.prefix(Self.mostColumns))
    }

    var html: HTML {
        let shown = shown
        var values = site.values
        values.isPlain = true
        return tag("table", .class("table data")) {
            tag("caption", .class("vh")) { caption }
            tag("thead") {
                tag("tr") {
                    for (index, field) in shown.enumerated() {
                        tag("th", Attribute("scope", "col"), Attribute.class("low").when(index > 3)) {
                            field.title
                        }
                    }
                    if trailing != nil {
                        tag("th", Attribute("scope", "col")) { tag("span", .class("vh")) { "Actions" } }
                    }
                }
            }
            tag("tbody") {
                for item in items {
                    if let object = item.objectValue { row(object, shown, values) }
                }
            }
        }
    }

    private func row(_ object: DataObject, _ shown: [FieldDeclaration], _ values: ValueView) -> HTML {
        let id = object["id"]?.integerValue
        let isCancelled = RecordState(object, fields).isCancelled
        return tag(
            "tr", id.flatMap { hasAnchors ? .id("r-\($0)") : nil }, Attribute.class("off").when(isCancelled)
        ) {
            for (index, field) in shown.enumerated() {
                let value = object[field.name]
                if index == 0 {
                    tag("td", Attribute.class("tt").when(isCancelled), .anyDirection) {
                        title(object, field, values)
                    }
                } else {
                    let isEmpty = ValueView.isEmpty(value)
                    tag(
                        "td", Attribute.class(style(index, field)).when(!style(index, field).isEmpty),
                        .anyDirection, Attribute("data-label", field.title).when(!isEmpty)
                    ) {
                        // A word without what it is about says nothing in a row.
                        if case .bool(let flag)? = value {
                            flag ? HTML(field.title) : HTML()
                        } else {
                            values.line(value, field)
                        }
                    }
                }
            }
            if let trailing { tag("td", .class("tail")) { trailing(object) } }
        }
    }

    /// How a cell stands in a phone's row: a short second one at its end, what comes late only on a wide page.
    private func style(_ index: Int, _ field: FieldDeclaration) -> String {
        if index > 3 { return "low" }
        guard index == 1 else { return "" }
        switch field.type {
        case .date, .partialDate, .when, .instant, .localTime, .duration, .integer, .decimal, .choice:
            return "key"
        default: return ""
        }
    }

    private func title(_ object: DataObject, _ field: FieldDeclaration, _ values: ValueView) -> HTML {
        let value = object[field.name]
        let words =
            ValueView.isEmpty(value)
            ? HTML("without a name")
            : HTML(
                value.map { values.words($0, field.type, field) } ?? "")
        guard let target = address(object) else { return words }
        return link(target, .class("go")) { words }
    }
}
