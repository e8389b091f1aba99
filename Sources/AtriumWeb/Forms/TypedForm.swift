import AtriumHTTP
import AtriumHost
import AtriumSDK

/// A form that was sent and could not be done: what was typed, to be read, copied and sent again.
struct TypedForm: Sendable {
    /// How long what was typed may be to go through a log-in: that takes no more from somebody who is not known.
    static let longest = 200 << 10

    private let fields: [(name: String, value: String)]
    private let lostFiles: [String]
    private let target: SafeLink

    /// Keeps what was sent, without its secrets and files.
    init(_ form: FormInput, of entry: CatalogEntry?, to target: SafeLink) {
        let secret = Set((entry?.declaration.fields ?? []).filter { $0.type == .secret }.map(\.name))
        fields = form.fields.filter { !secret.contains($0.name) && $0.name != FormNames.key }
        lostFiles = form.files.values.map(\.name).sorted()
        self.target = target
    }

    /// Takes up what ``text`` carried.
    init(_ text: String, to target: SafeLink) {
        fields = (try? FormInput.pairs(text[...])) ?? []
        lostFiles = []
        self.target = target
    }

    /// The fields as one text, to be carried through another form; nil if they are too long for that.
    var text: String? {
        let text = SafeLink.own([], fields.map { ($0.name, $0.value) }).address.dropFirst(2)
        return text.utf8.count <= Self.longest ? String(text) : nil
    }

    /// The user whose form it was.
    var user: String? { fields.last(named: FormNames.user) }

    /// - Parameter title: of the button that sends it again.
    func html(title: String) -> HTML {
        tag("form", Attribute("method", "post"), .action(target), .class("mid")) {
            void("input", .type("hidden"), .name(FormNames.key), .value(RequestKey.make()))
            for field in fields { void("input", .type("hidden"), .name(field.name), .value(field.value)) }
            tag("dl", .class("kv")) {
                for field in fields
                where !field.name.hasPrefix(":") && FormTexts.isSaid(field.name)
                    && !field.value.isEmpty
                {
                    tag("dt") { field.name.titleOfWords }
                    tag("dd", .class("pre"), .anyDirection) { field.value }
                }
            }
            if !lostFiles.isEmpty {
                tag("p", .class("sub"), .anyDirection) {
                    "Files are not kept: choose \(lostFiles.joined(separator: ", ")) again."
                }
            }
            tag("p", .class("line wrap")) {
                tag("button", .class("btn")) { title }
                button("Leave it", to: .own([""]), style: "btn line")
            }
        }
    }
}
