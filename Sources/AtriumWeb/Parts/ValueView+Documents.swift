import AtriumSDK

/// Pictures and documents of records, with links to their content.
extension ValueView {
    /// A picture if browsers show files of the object's type; otherwise a link to download the file.
    func picture(_ object: DataObject, _ field: FieldDeclaration) -> HTML? {
        guard let target = Self.stored(object), let type = object["mediaType"]?.textValue else { return nil }
        guard Self.shownTypes.contains(type) else { return download(target, field, type) }
        return link(target, .class("shot"), .label("\(field.title): \(name)")) {
            void(
                "img", Attribute("src", target.address), Attribute("alt", ""), Attribute("loading", "lazy"))
        }
    }

    /// Pictures side by side; nil if an object is not a picture.
    func pictures(_ rows: [DataValue], _ field: FieldDeclaration) -> HTML? {
        let objects = rows.prefix(Self.mostRows).compactMap(\.objectValue)
        guard !objects.isEmpty,
            objects.allSatisfy({
                Self.stored($0) != nil && Self.shownTypes.contains($0["mediaType"]?.textValue ?? "")
            })
        else { return nil }
        return tag("div", .class("shots")) { for object in objects { picture(object, field) } }
    }

    private func download(_ target: SafeLink, _ field: FieldDeclaration, _ type: String) -> HTML {
        tag("p") {
            link(target, Attribute("download")) { "Download: \(field.title.lowercased()) (\(type))" }
        }
    }

    /// Documents by their file names, each with its link, type and size; nil if the fields are not those of documents.
    func documents(_ rows: [DataValue], _ fields: [FieldDeclaration]) -> HTML? {
        guard ["uri", "name", "sha256"].allSatisfy({ name in fields.contains { $0.name == name } }) else {
            return nil
        }
        return tag("ul", .class("dots")) {
            for object in rows.prefix(Self.mostRows).compactMap(\.objectValue) {
                tag("li", .anyDirection) { document(object) }
            }
            if rows.count > Self.mostRows { tag("li") { "and \(rows.count - Self.mostRows) more" } }
        }
    }

    private func document(_ object: DataObject) -> HTML {
        let (stored, uri) = (Self.stored(object), object["uri"]?.textValue ?? "")
        let target = stored ?? SafeLink(external: uri)
        let fileName = object["name"]?.textValue ?? ""
        let title = !fileName.isEmpty ? fileName : uri.isEmpty ? "Document without a name" : uri
        var facts = [
            object["mediaType"]?.textValue, object["byteCount"]?.integerValue.map(NumberWords.bytes),
        ]
        .compactMap(\.self)
        // An address that cannot be a link on this page, such as a path on the organizer's server, is still shown.
        if target == nil, !fileName.isEmpty { facts.append(uri) }
        var html = HTML()
        if let target {
            html.append(link(target, Attribute("download").when(stored != nil)) { title })
        } else {
            html.append(tag("bdi") { title })
        }
        for fact in facts where !fact.isEmpty {
            html.append(
                tag("small", .class("soft")) {
                    " · "
                    tag("bdi") { fact }
                })
        }
        return html
    }

    /// The address of a stored document or picture, which is downloaded under its own name; nil for other objects.
    private static func stored(_ object: DataObject) -> SafeLink? {
        guard let hash = object["sha256"]?.textValue else { return nil }
        let name = object["name"]?.textValue ?? ""
        return .own(["api", "v1", "attachments", hash], name.isEmpty ? [] : [("name", name)])
    }

    /// The media types that every browser shows as a picture and never as a page.
    static let shownTypes: Set = ["image/jpeg", "image/png", "image/gif", "image/webp"]
}
