public import AtriumSDK

/// The words that modules declare and the host has no list of.
extension ModuleRegistry {
    /// The kind of entries on days that has a name; nil if no installed module declares it.
    public func dayKind(_ name: String) -> DayEntry.Kind? { dayKinds.first { $0.name == name } }

    /// The marks of all modules.
    ///
    /// - Throws: ``AtriumError`` with code `internal`: two modules declare one property of a component, or claim the kind that
    ///   one of them gives the items with its mark.
    static func checkedMarks(of modules: [Module]) throws -> [ItemMark] {
        var marks: [ItemMark] = []
        for module in modules {
            for mark in module.itemMarks {
                guard
                    !marks.contains(where: { ($0.component, $0.property) == (mark.component, mark.property) })
                else {
                    throw AtriumError(
                        .internal,
                        "module “\(module.id)” declares the mark \(mark.property), which is already declared",
                        remedy: "use a different property for each module")
                }
                let taker = modules.first { other in
                    other.id != module.id && other.importers.contains { $0.kinds.contains(mark.kind) }
                }
                if let taker, !mark.isOfSharedKind {
                    throw AtriumError(
                        .internal,
                        "module “\(taker.id)” accepts the kind “\(mark.kind)”, which “\(module.id)” marks as its own",
                        remedy: "use another name for the kind")
                }
                marks.append(mark)
            }
        }
        return marks
    }

    /// The kinds of entries on days, each once.
    ///
    /// - Throws: ``AtriumError`` with code `internal` for a malformed name, and for one that means two things.
    static func checkedDayKinds(of modules: [Module]) throws -> [DayEntry.Kind] {
        var kinds: [DayEntry.Kind] = []
        for module in modules {
            for kind in module.days.flatMap(\.kinds) {
                guard HostNames.isName(kind.name) else {
                    throw AtriumError(
                        .internal, "the kind “\(kind.name)” of module “\(module.id)” is malformed",
                        remedy: "use lower-case words joined by hyphens")
                }
                guard let known = kinds.first(where: { $0.name == kind.name }) else {
                    kinds.append(kind)
                    continue
                }
                guard known == kind else {
                    throw AtriumError(
                        .internal,
                        "module “\(module.id)” declares the kind “\(kind.name)” differently from another module",
                        remedy: "use the same declaration, or another name")
                }
            }
        }
        return kinds
    }
}
