import AtriumSDK
import Testing

/// Lists that were changed here and in a file.
@Suite struct ListMergeTests {
    private func words(_ words: String...) -> [DataValue] { words.map(DataValue.text) }

    private func mail(_ address: String, _ label: String = "") -> DataValue {
        .object(["value": .text(address), "label": .text(label)])
    }

    @Test func whatEitherSideDidIsDone() throws {
        let merge = try #require(
            ListMerge(
                base: [mail("a"), mail("b"), mail("c"), mail("d")],
                ours: [mail("a", "mine"), mail("b"), mail("c"), mail("new here")],
                theirs: [mail("new there"), mail("a"), mail("b", "theirs"), mail("d")]))
        // Edited here; edited there; gone there; added here; added there. The one that went here stays away.
        #expect(
            merge.merged == [
                mail("a", "mine"), mail("b", "theirs"), mail("new here"), mail("new there"),
            ])
        #expect(!merge.hasConflict)
    }

    @Test(
        arguments: [
            // Edited on both sides.
            ([["a", "1"]], [["a", "2"]], [["a", "3"]], [["a", "2"]]),
            // Gone here, edited there.
            ([["a", "1"], ["b", ""]], [["b", ""]], [["a", "2"], ["b", ""]], [["b", ""]]),
            // Added on both sides with another label.
            ([], [["a", "1"]], [["a", "2"]], [["a", "1"]]),
        ] as [([[String]], [[String]], [[String]], [[String]])])
    func whereBothChangedOneTheOneHereStays(
        base: [[String]], ours: [[String]], theirs: [[String]], wanted: [[String]]
    ) throws {
        func mails(_ list: [[String]]) -> [DataValue] { list.map { mail($0[0], $0[1]) } }
        let merge = try #require(ListMerge(base: mails(base), ours: mails(ours), theirs: mails(theirs)))
        #expect(merge.merged == mails(wanted))
        #expect(merge.hasConflict)
    }

    @Test func whatIsEditedHereAndGoneThereStays() throws {
        let merge = try #require(ListMerge(base: [mail("a")], ours: [mail("a", "mine")], theirs: []))
        #expect(merge.merged == [mail("a", "mine")])
        #expect(merge.hasConflict)
    }

    @Test func whatIsNewHereAloneIsNotContested() throws {
        let merge = try #require(ListMerge(base: [], ours: [mail("a")], theirs: [mail("b")]))
        #expect(merge.merged == [mail("a"), mail("b")])
        #expect(!merge.hasConflict)
    }

    @Test func sameChangesOnBothSidesAreOne() throws {
        let merge = try #require(
            ListMerge(base: words("x", "y"), ours: words("y", "z"), theirs: words("z", "y")))
        #expect(merge.merged == words("y", "z"))
        #expect(!merge.hasConflict)
    }

    @Test func whoseElementsCannotBeToldApartAreNotJoined() {
        #expect(ListMerge(base: [], ours: words("x", "x"), theirs: []) == nil)
        // Both have put another one in the place of the only one.
        #expect(ListMerge(base: words("Countess"), ours: words("Lady"), theirs: words("Baroness")) == nil)
        // One side has, and the other has taken it away.
        #expect(ListMerge(base: words("Countess"), ours: words("Lady"), theirs: []) == nil)
        #expect(ListMerge(base: words("Countess"), ours: [], theirs: words("Baroness")) == nil)
    }
}
