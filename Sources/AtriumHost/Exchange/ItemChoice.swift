import AtriumSDK

/// Decides, item by item, which of several modules takes an item of a kind that they share; see
/// `docs/decisions/0025-claims-of-one-kind.md`.
///
/// One instance serves one file, on the thread that writes: what the vault has decides first.
final class ItemChoice {
    /// Who takes an item.
    enum Choice {
        /// An importer, with the draft that it has made; and what is to be said of that.
        case taken(ItemRouting.Claim, ReadItem.Mapped, ImportIssue?)
        /// Nobody: the user names the module of this importer, and another module has the item, as the issue says.
        case elsewhere(ItemRouting.Claim, ImportIssue)
        /// Nobody; the installed module that would take it.
        case nowhere(String?)
    }

    /// A number of items that the report mentions at the end of the file.
    private struct Tally {
        var count = 0
        let kind: SharedKind
        /// Who could have taken them, or has them.
        var others: [ItemRouting.Claim] = []

        mutating func add(_ claims: [ItemRouting.Claim]) {
            count += 1
            others += claims.filter { claim in !others.contains { $0.module == claim.module } }
        }

        /// How many there are, such as `12 to-dos`.
        var words: String { "\(count) \(count == 1 ? kind.one : kind.name)" }
    }

    /// What was taken since the setting says so alone, by the module that took it.
    private var bySetting: [String: Tally] = [:]
    /// What was left where it is, by the module that the user names.
    private var left: [String: Tally] = [:]

    /// Decides who takes an item.
    ///
    /// - Parameters:
    ///   - candidates: the importers that may, with their drafts.
    ///   - holds: whether the vault has an item as a record that an importer writes.
    func choose(
        _ item: ReadItem, among candidates: [(claim: ItemRouting.Claim, mapped: ReadItem.Mapped)],
        _ routing: ItemRouting, holds: (ItemRouting.Claim, MappedItem<any Sendable>) throws -> Bool
    ) throws -> Choice {
        func has(_ claim: ItemRouting.Claim, _ mapped: ReadItem.Mapped) throws -> Bool {
            guard case .success(let draft) = mapped else { return false }
            return try holds(claim, draft)
        }
        func taken(_ claim: ItemRouting.Claim, _ issue: ImportIssue? = nil) -> Choice {
            candidates.first { $0.claim.module == claim.module && $0.claim.number == claim.number }
                .map { .taken(claim, $0.mapped, issue) } ?? .nowhere(claim.module)
        }
        let holders = try candidates.filter { try has($0.claim, $0.mapped) }.map(\.claim)
        if holders.isEmpty, let asked = candidates.first,
            let rival = try routing.rivals[item.kind]?.first(where: { try has($0, asked.mapped) })
        {
            // Taken by the module that the user names, it would be here twice.
            note(asked.claim, [rival], in: &left)
            return .elsewhere(asked.claim, Self.issue(item, heldBy: rival))
        }
        if let holder = holders.first {
            guard holders.count > 1 else { return taken(holder) }
            let owner = routing.owner(of: item.mark)
            let claim = holders.first { $0.module == owner } ?? routing.preferred(among: holders) ?? holder
            return taken(claim, Self.issue(item, heldBy: holders, takenBy: claim))
        }
        let usual = routing.usual(of: item.kind, item.mark)
        guard let claim = usual.claim else { return .nowhere(usual.module) }
        if usual.isBySetting {
            let others = candidates.map(\.claim).filter {
                $0.module != claim.module && $0.importer.claim.takesUnmarked
            }
            note(claim, others, in: &bySetting)
        }
        return taken(claim)
    }

    private func note(
        _ claim: ItemRouting.Claim, _ others: [ItemRouting.Claim], in tallies: inout [String: Tally]
    ) {
        guard let kind = claim.importer.claim.sharedKind else { return }
        tallies[claim.module, default: Tally(kind: kind)].add(others)
    }

    // MARK: - What is said

    /// What is to be said of the items of a file that a module took, or was asked to take.
    func remarks(of module: String) -> [Guidance] {
        var remarks: [Guidance] = []
        if let tally = bySetting[module] {
            let ways = tally.others.map { other -> Guidance in
                let noun = other.importer.collection.name
                let them = tally.count == 1 ? "it" : "them"
                return "\(field: "module", other.module) imports \(them) as \(noun)"
            }
            let all = ways.dropFirst().reduce(ways.first ?? "") { $0 + ", " + $1 }
            remarks.append("imported \(tally.words) into \(module); \(all)")
        }
        if let tally = left[module] {
            let holders = tally.others.map(\.module).joined(separator: ", ")
            let them = tally.count == 1 ? "it" : "them"
            remarks.append(
                """
                skipped \(tally.words) already in \(holders); to import \(them) into \(module), undo the \
                import that added \(them) with \(command: "imports undo"), then import again
                """)
        }
        return remarks
    }

    private static func issue(_ item: ReadItem, heldBy holder: ItemRouting.Claim) -> ImportIssue {
        ImportIssue(
            line: item.line, property: "UID", code: "held-elsewhere",
            message: "skipped, because \(holder.module) already has this record",
            isKept: false)
    }

    private static func issue(
        _ item: ReadItem, heldBy holders: [ItemRouting.Claim], takenBy claim: ItemRouting.Claim
    ) -> ImportIssue {
        ImportIssue(
            line: item.line, property: "UID", code: "held-twice",
            message:
                "\(holders.map(\.module).joined(separator: " and ")) both have this record; "
                + "the import used the one in \(claim.module)")
    }
}
