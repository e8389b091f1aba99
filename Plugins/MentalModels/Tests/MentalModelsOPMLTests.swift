import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import MentalModels

@Suite struct MentalModelsOPMLTests {
    private func hub() throws -> TemporaryHub {
        try TemporaryHub(modules: [mentalModelsModule], formats: [OPMLFileFormat()])
    }

    private func export(_ hub: TemporaryHub) throws -> String { try hub.export("mental-models") }

    /// What means nothing to the module comes back: comments, attributes of others, the head, namespaces.
    @Test func anUntouchedTreeComesBack() throws {
        let hub = try hub()
        let report = try hub.importFile(Fixtures.tree)
        #expect(report.added == 6 && report.issues.isEmpty)
        let text = try export(hub)
        for part in [
            "xmlns:x=\"https://example.org/x\"", "<ownerName>Ann</ownerName>", "<!-- the first -->",
            "x:color=\"red\"", "x:stars=\"5\"", "text=\"Harte Wissenschaften\"",
            "examples=\"A form.&#10;A train.\"", "related=\"Entropy&#10;Not There\"",
            "keywords=\"hard to stop, same old way\"",
        ] { #expect(text.contains(part), "\(part)") }
        // Three rounds through empty vaults: a fixed point.
        var last = text
        for _ in 1...3 {
            let other = try self.hub()
            try other.importFile(TextFile("a.opml", last))
            let next = try export(other)
            #expect(next == text)
            last = next
        }
    }

    /// Names of models become the models themselves, also where those stand further down.
    @Test func relatedModelsAreFound() throws {
        let hub = try hub()
        try hub.importFile(Fixtures.tree)
        try hub.run("mental-models edit", ["record": .text("Entropy"), "name": .text("Disorder")])
        let model = try hub.run("mental-models show", ["record": .text("Inertia")])
        #expect(model["related"] == .list([.text("Disorder"), .text("Not There")]))
        #expect(try export(hub).contains("related=\"Disorder&#10;Not There\""))
    }

    /// Nor does a look at the conflict of another model keep one from being found.
    @Test(arguments: [false, true])
    func aModelFurtherDownIsFoundBesideAConflict(isEdited: Bool) throws {
        func file(_ models: String, _ description: String) -> TextFile {
            TextFile(
                "a.opml",
                Fixtures.inCategory(
                    """
                    \(models)<outline type="mental-model" uid="m-b" text="Sunk cost" description="\(description)"/>
                    """))
        }
        let hub = try hub()
        try hub.importFile(file("", "One"))
        if isEdited {
            try hub.run(
                "mental-models edit", ["record": .text("m-b"), "keywords": .list([.text("too late")])])
        }
        var request = ImportRequest(files: [
            (
                "a.opml",
                file(
                    """
                    <outline type="mental-model" uid="m-a" text="Inertia" related="Entropy"/>
                    <outline type="mental-model" uid="m-z" text="Entropy"/>
                    """, "Two")
            )
        ])
        request.onConflict = .merge
        let report = try #require(try hub.session().importFiles(request).files.first)
        #expect([report.added, report.updated, report.conflicts] == [2, 1, 0])
        try hub.run("mental-models edit", ["record": .text("m-z"), "name": .text("Disorder")])
        let model = try hub.run("mental-models show", ["record": .text("m-a")])
        #expect(model["related"] == .list([.text("Disorder")]))
    }

    /// What stands in no category is refused, and is no newer version of the model with its identifier.
    @Test func aModelOutsideChangesNoneOfItsIdentifier() throws {
        let hub = try hub()
        let tree = Fixtures.inCategory("<outline type=\"mental-model\" uid=\"m-a\" text=\"Inertia\"/>")
        let stray = "<outline type=\"mental-model\" uid=\"m-a\" text=\"Draft\"/>"
        let file = TextFile("a.opml", tree.replacing("<body>", with: "<body>" + stray, maxReplacements: 1))
        #expect(try hub.importFile(file).unreadable == 1)
        for _ in 1...2 {
            let again = try hub.importFile(file)
            #expect([again.added, again.updated, again.unreadable] == [0, 0, 1])
        }
        #expect(try hub.run("mental-models list")["total"] == 1)
        #expect(try hub.run("mental-models show", ["record": "m-a"])["name"] == "Inertia")
    }

    /// Only what was edited is another text than before.
    @Test func anEditChangesJustItsAttribute() throws {
        let hub = try hub()
        try hub.importFile(Fixtures.tree)
        let before = try export(hub).split(separator: "\n")
        try hub.run(
            "mental-models edit", ["record": .text("Inertia"), "addKeywords": .list([.text("slow")])])
        let after = try export(hub).split(separator: "\n")
        let changed = zip(before, after).filter { $0.0 != $0.1 }
        #expect(before.count == after.count && changed.count == 1)
        for (old, new) in changed {
            #expect(old.replacing("same old way", with: "same old way, slow") == String(new))
        }
    }

    /// A file that was changed by another program says so of the records that are here.
    @Test func aChangedFileUpdatesItsModels() throws {
        let hub = try hub()
        try hub.importFile(Fixtures.tree)
        let text = try export(hub).replacing("description=\"Stays\"", with: "description=\"Stays put\"")
        let report = try hub.importFile(TextFile("tree.opml", text))
        #expect(report.updated == 1 && report.added == 0)
        #expect(
            try hub.run("mental-models show", ["record": .text("Inertia")])["description"]
                == .text("Stays put"))
    }

    @Test func aModelRelatedToItselfIsSaidToBe() throws {
        let report = try hub().importFile(
            TextFile(
                "a.opml",
                Fixtures.inCategory("<outline type=\"mental-model\" text=\"Loop\" related=\"loop\"/>")))
        #expect(report.issues.map(\.code) == ["related-to-itself"])
        #expect(
            report.issues.map(\.message)
                == ["a model cannot be related to itself; this relation was skipped"])
        let byUID = try hub().importFile(
            TextFile(
                "a.opml",
                Fixtures.inCategory(
                    "<outline type=\"mental-model\" text=\"Loop\" uid=\"m-1\" related=\"m-1\"/>")))
        #expect(byUID.issues.map(\.code) == ["related-to-itself"])
    }

    @Test func aSeverityThatIsNoneIsSaid() throws {
        let hub = try hub()
        let report = try hub.importFile(
            TextFile(
                "a.opml",
                Fixtures.inCategory(
                    """
                    <outline type="mental-model" text="Loop">
                    <outline type="failure-mode" text="Dizzy" severity="mild"/></outline>
                    """)))
        #expect(report.issues.map(\.code) == ["bad-severity"])
        #expect(
            report.issues.map(\.message)
                == ["the severity is not critical, high, medium or low; medium was used"])
        #expect(try hub.items("mental-models failure-modes list").map { $0["severity"] } == [.text("medium")])
        #expect(try export(hub).contains("severity=\"mild\""))
    }

    @Test func twoLevelsOfATitleAreSaidToBe() throws {
        let hub = try hub()
        let report = try hub.importFile(
            TextFile(
                "a.opml",
                """
                <opml version="2.0"><body>
                <outline type="mental-model-level" level="hard-sciences" text="Numbers"/>
                <outline type="mental-model-level" level="meta-skills" text="Numbers"/>
                </body></opml>
                """))
        #expect(report.unreadable == 1 && report.added == 1)
        #expect(report.issues.map(\.message) == ["“Numbers” is a name of the level hard-sciences"])
        #expect(try hub.items("mental-models levels list").map { $0["uid"] } == [.text("hard-sciences")])
    }

    /// XML has no place for them, not even as references.
    @Test func whatOPMLCannotHoldIsSaid() throws {
        let hub = try hub()
        try hub.importFile(Fixtures.tree)
        func warnings(_ collection: String) throws -> [String] {
            try hub.session().export(
                ExportRequest(module: "mental-models", collection: collection, format: .opml)
            ) { _ in }
        }
        #expect(try warnings("models") == [])
        try hub.run("mental-models edit", ["record": .text("Inertia"), "name": .text("ctl\u{01}name")])
        try hub.run("mental-models edit", ["record": .text("Entropy"), "description": .text("a\u{0B}b")])
        try hub.run("mental-models capture", ["text": .text("It was \u{1B} hard to stop.")])
        let warning =
            "OPML cannot contain control characters; each is replaced with U+FFFD"
        #expect(try warnings("models") == [warning])
        #expect(try warnings("observations") == [warning])
    }

    @Test(arguments: [
        ("<outline type=\"mental-model\" text=\"  \" keywords=\"a\"/>", "the outline has no name"),
        (
            "<outline type=\"mental-model\" text=\"A\"><outline type=\"failure-mode\"/></outline>",
            "the outline has no name"
        ),
    ])
    func anOutlineWithoutANameIsKeptAsText(outlines: String, message: String) throws {
        let report = try hub().importFile(TextFile("a.opml", Fixtures.inCategory(outlines)))
        #expect(report.unreadable == 1)
        #expect(report.issues.map(\.message) == [message])
    }

    @Test func anUnknownLevelIsRefusedAndTheRestComesIn() throws {
        let hub = try hub()
        let report = try hub.importFile(
            TextFile(
                "a.opml",
                """
                <opml version="2.0"><body>
                <outline type="mental-model-level" text="Soft sciences"/>
                <outline type="mental-model-level" text="Meta skills"/>
                </body></opml>
                """))
        #expect(report.unreadable == 1 && report.added == 1)
        #expect(report.issues.map(\.message) == ["unknown level"])
    }

    // MARK: - Other programs

    private static let foreign = TextFile(
        "notes.opml",
        """
        <?xml version="1.0"?>
        <opml version="1.0"><head><title>Notes</title></head><body>
        <outline text="Ideas" type="folder">
          <outline text="Look twice" _note="Measure, then cut" _status="checked"/>
          <outline text=""/>
        </outline>
        </body></opml>
        """)

    @Test func withoutACategoryOutlinesOfOthersAreCounted() throws {
        let hub = try hub()
        let report = try hub.importFile(Self.foreign)
        #expect(report.added == 0)
        #expect(report.unclaimed.map { [$0.key.rawValue, "\($0.value.count)"] } == [["outline", "3"]])
        #expect(try hub.items("mental-models list").isEmpty)
    }

    @Test func outlinesOfOthersBecomeModelsOfTheChosenCategory() throws {
        let hub = try hub()
        try hub.run(
            "mental-models categories add", ["name": .text("Thinking"), "level": .text("meta-skills")])
        let report = try hub.importFile(Self.foreign, options: ["category": .text("thinking")])
        #expect(report.added == 2 && report.unreadable == 1)
        let model = try hub.run("mental-models show", ["record": .text("Look twice")])
        #expect(model["category"] == .text("Thinking"))
        #expect(model["description"] == .text("Measure, then cut"))
        try hub.run(
            "mental-models edit",
            ["record": .text("Look twice"), "description": .text("Measure twice, then cut")])
        let text = try export(hub)
        #expect(text.contains("_note=\"Measure twice, then cut\" _status=\"checked\""))
        #expect(text.contains("sourceType=\"folder\""))
        let other = try self.hub()
        try other.importFile(TextFile("a.opml", text))
        #expect(try export(other) == text)
    }

    @Test func anUnknownCategoryIsRefused() throws {
        let hub = try hub()
        let error = #expect(throws: AtriumError.self) {
            try hub.importFile(Self.foreign, options: ["category": .text("Nowhere")])
        }
        #expect(error?.message == "there is no category “Nowhere”")
    }

    // MARK: - Observations

    @Test func anObservationKeepsWhatItShowed() throws {
        let hub = try hub()
        try hub.importFile(Fixtures.observations)
        let shown = try hub.run("mental-models observations show", ["record": .text("It was hard to stop.")])
        #expect(shown["models"] == .list([.text("Inertia")]))
        #expect(shown["capturedAt"] == .text("2026-01-05T10:00:00Z"))
        let text = try hub.export("mental-models", collection: "observations")
        #expect(text.contains("mood=\"calm\"") && text.contains("Two lines&#10;of a thought"))
    }

    @Test func anAnalysisThatCannotBeReadIsMadeAnew() throws {
        let report = try hub().importFile(
            TextFile(
                "a.opml",
                """
                <opml version="2.0"><body><outline type="mental-model-observation" text="a"
                analyzedAt="2026-01-05T10:00:00Z" analysis="[{}]" capturedAt="yesterday"/></body></opml>
                """))
        #expect(report.added == 1)
        #expect(Set(report.issues.map(\.code)) == ["bad-analysis", "bad-instant"])
    }
}

extension Fixtures {
    /// A file with these outlines in a category.
    fileprivate static func inCategory(_ outlines: String) -> String {
        """
        <opml version="2.0"><body><outline type="mental-model-level" text="Meta skills">
        <outline type="mental-model-category" text="Reasoning">\(outlines)</outline></outline></body></opml>
        """
    }
}
