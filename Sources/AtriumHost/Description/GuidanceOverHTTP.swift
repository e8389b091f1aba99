public import AtriumSDK

/// Spells guidance for clients of the HTTP interface: commands as methods and paths, fields by their names.
///
/// What only a terminal can do is said to be so.
struct GuidanceOverHTTP {
    /// The commands that there are.
    let entries: [CatalogEntry]

    func text(_ guidance: Guidance) -> String {
        guidance.text { part in
            switch part {
            case .words(let words): words
            case .terminal: ""
            case .command(let words, let values): request(words, values)
            case .field(let value): value.value.map { "\(value.name)=\($0)" } ?? value.name
            }
        }
    }

    private func request(_ words: String, _ values: [Guidance.Value]) -> String {
        let path = words.split(separator: " ").map(String.init)
        if let entry = entries.first(where: { $0.path == path }) {
            let record = entry.declaration.subject?.name
            let numbers = entry.declaration.fields.filter {
                if case .integer = $0.type { true } else { false }
            }
            return Self.request(entry.route, values, inPath: record, numbers: Set(numbers.map(\.name)))
        }
        // The terminal has commands of its own for what the hub's operations do.
        switch words {
        case "import": return Self.request(HubOperation.importFile.route, values, inPath: nil)
        case "export": return Self.request(HubOperation.exportModule.route, values, inPath: "module")
        case "backup": return Self.request(HubOperation.exportAll.route, [], inPath: nil)
        default: return "“atrium \(words)” in a terminal on the hub's machine"
        }
    }

    /// - Parameters:
    ///   - name: the field whose value stands in the path.
    ///   - numbers: the fields whose values are whole numbers.
    private static func request(
        _ route: Route, _ values: [Guidance.Value], inPath name: String?, numbers: Set<String> = []
    ) -> String {
        let inPath = values.first { $0.name == name }?.value
        let place = inPath.map { route.path.replacing(/\{[a-z]+\}/, with: $0) } ?? route.path
        let request = route.method.rawValue.uppercased() + " " + Route.base + place
        let others = values.filter { $0.name != name && $0.value != nil }
        guard !others.isEmpty else { return request }
        guard route.hasBody, route != HubOperation.importFile.route else {
            return request + "?" + others.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
        }
        let body = others.reduce(into: DataObject()) {
            let number = numbers.contains($1.name) ? $1.value.flatMap { Int64($0) } : nil
            $0[$1.name] = $1.isFlag ? .bool(true) : number.map(DataValue.integer) ?? .text(orNull: $1.value)
        }
        return request + " with " + DataValue.object(body).json
    }
}

extension ModuleRegistry {
    /// Guidance as a client of the HTTP interface follows it.
    public func textOverHTTP(_ guidance: Guidance) -> String {
        GuidanceOverHTTP(entries: catalog).text(guidance)
    }
}

extension Session {
    /// Guidance as the user follows it where they are.
    func text(_ guidance: Guidance) -> String {
        principal.means == .terminal ? guidance.description : hub.registry.textOverHTTP(guidance)
    }
}
