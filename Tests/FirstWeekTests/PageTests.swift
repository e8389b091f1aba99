import AtriumHost
import AtriumSDK
import Testing

@testable import AtriumHTTP
@testable import AtriumWeb

/// What modules declare has a page, without a word of theirs.
@Suite struct PageTests {
    @Test func everyDeclarationHasAPage() throws {
        let catalog = try ModuleRegistry(installedModules).catalog
        let tree = RouteTree(catalog)
        #expect(catalog.count > 150)
        for entry in catalog {
            let target = Pages.target(entry.segments(record: "7"), among: tree.commands(at:))
            #expect(
                target?.entry.path == entry.path,
                "\(entry.path) has no page at \(entry.segments(record: "7"))")
            #expect(target?.isForm == entry.declaration.kind.writes, "\(entry.path)")
            #expect(target?.record == (entry.declaration.kind.takesRecord ? "7" : nil), "\(entry.path)")
        }
    }

    /// The icons of figures are of those that the page draws.
    @Test func everyIconOfAFigureIsDrawn() {
        let figures = installedModules.flatMap(\.figures)
        #expect(figures.contains { $0.icon != nil })
        for figure in figures {
            #expect(figure.icon.map { Icon(lucide: $0) != nil } ?? true, "\(figure.name)")
        }
    }

    /// No module's address hides one of the page's own.
    @Test func noModuleIsCalledLikeAPage() throws {
        let modules = Set(installedModules.map(\.id))
        for word in PageSettings.places + [
            "add", "login", "logout", "join", "setup", "settings", "admin", "assets", "suggest",
            "help",
        ] {
            #expect(!modules.contains(word), "\(word)")
        }
    }
}
