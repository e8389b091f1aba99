import Testing

/// What documentation names is there, and functions stay short enough to read.
@Suite struct DeclarationTests {
    /// Read once for the tests that need it.
    private static let product = Result { try Declarations(folders: ["Sources", "Plugins"]) }

    /// The compiler does not look at what comments name.
    ///
    /// What other packages declare stands in one backtick, not in two.
    @Test func documentationNamesWhatIsThere() throws {
        let declarations = try Self.product.get()
        #expect(declarations.links.count > 500)
        let modules = try SourceTree.folders(in: "Sources").union(SourceTree.folders(in: "Plugins"))
        for link in declarations.links where !declarations.contains(link, modules: modules) {
            Issue.record("\(link.place) names ``\(link.path)``, which nothing declares that it can mean")
        }
    }

    @Test func functionsAreShortEnoughToRead() throws {
        let others = try Declarations(folders: ["Tests", "Benchmarks", "Fuzz"])
        let functions = try Self.product.get().functions + others.functions
        #expect(functions.count > 5000)
        for function in functions where function.lineCount > 60 {
            Issue.record(
                "\(function.place): \(function.name) has \(function.lineCount) lines; 60 are the limit")
        }
    }

    // MARK: The readers that these tests rest on

    private static let file = SourceTree.File(
        path: "x.swift",
        text: """
            /// A ``Box``, made by ``init(_:)``, which ``Other/find(at:_:)`` gives; see ``Box/Kind``.
            @available(*, deprecated)
            public struct Box<Content>: Sendable, Named
            where Content: Sendable {
                /// Not ``find(at:_:)``, and not ``missing``.
                enum Kind: String {
                    case large, small
                    case other(Int, name: String)
                }

                private(set) static var count = 0, size: [String: Int] = [:]
                @discardableResult
                static func make<T>(_ one: T, two: (Int, Int) = (1, 2), three other: Set<[Int]>) -> Box
                where T: Sendable {
                    /// ``small`` is not seen from here, ``Kind/small`` is.
                    let local = 1
                    func inner() {}
                    let text = \"""
                    func none() {
                    }
                    \"""
                }
                init(_ content: Content) {}
            }

            protocol Named {
                var title: String { get }
                func find(
                    at place: Int,
                    _ name: String
                ) -> Int
            }

            extension Box.Kind {
                func `repeat`() {
                }
                static func == (one: Self, other: Self) -> Bool { true }
            }

            class Other: Named {}
            """)

    private static let declarations = {
        var declarations = Declarations()
        declarations.add(file)
        return declarations
    }()

    @Test(arguments: [
        "Box", "Box/init(_:)", "Box/count", "Box/size", "Box/make(_:two:three:)", "Box/Kind/large",
        "Box/Kind/small", "Box/Kind/other(_:name:)", "Box/Kind/repeat()", "Box/title",
        "Other/find(at:_:)", "Named/title", "Module/Other", "Box/make(_:two:three:)-(_,Int,_)",
    ])
    func isDeclared(path: String) {
        let link = Declarations.Link(path: path, scopes: [], place: "")
        #expect(Self.declarations.contains(link, modules: ["Module"]))
    }

    @Test(arguments: [
        "count", "Box/init()", "Box/make(_:two:)", "Box/Kind/other", "Box/local", "Box/inner()", "Box/none()",
        "none()", "Box/repeat()", "Kind", "Named/find(at:)", "Other/count", "Elsewhere/Box", "Int",
    ])
    func isNotDeclared(path: String) {
        let link = Declarations.Link(path: path, scopes: [], place: "")
        #expect(!Self.declarations.contains(link, modules: ["Module"]))
    }

    @Test func linksMeanWhatIsSeenFromWhereTheyStand() {
        let links = Self.declarations.links
        #expect(
            links.map(\.path) == [
                "Box", "init(_:)", "Other/find(at:_:)", "Box/Kind", "find(at:_:)", "missing", "small",
                "Kind/small",
            ])
        #expect(
            links.filter { !Self.declarations.contains($0, modules: []) }.map(\.place)
                == ["x.swift:5", "x.swift:15"])
    }

    @Test func functionsHaveLines() {
        #expect(Self.declarations.functions.map(\.name) == ["Box/make(_:two:three:)", "Box/Kind/repeat()"])
        #expect(Self.declarations.functions.map(\.lineCount) == [10, 2])
    }
}
