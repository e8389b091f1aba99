import Testing

@testable import AtriumHost

/// The names of files that are named after records.
@Suite struct ItemFileNameTests {
    @Test(arguments: [
        ("Ada Lovelace", "Ada Lovelace.vcf"), ("two\nlines\r\nand more", "two lines and more.vcf"),
        ("../../etc/passwd", "_.._etc_passwd.vcf"), ("a/../../b", "a_.._.._b.vcf"), ("-rf *", "rf _.vcf"),
        ("--output", "output.vcf"), (".hidden", "hidden.vcf"), ("~root", "root.vcf"), ("..", "person.vcf"),
        ("", "person.vcf"), ("  \u{0} ", "person.vcf"), ("///", "person.vcf"),
        ("ends in dots. . .", "ends in dots.vcf"),
        ("\u{202E}cod.exe", "cod.exe.vcf"), ("\u{1B}[31mred", "[31mred.vcf"), ("con", "_con.vcf"),
        ("NUL.txt", "_NUL.txt.vcf"), ("e\u{301}", "é.vcf"), ("👩‍🚀", "👩‍🚀.vcf"),
        ("C:\\a|b<c>\"d\"", "C__a_b_c__d_.vcf"), ("\u{FEFF}mark", "mark.vcf"),
    ])
    func aTitleBecomesASafeName(title: String, name: String) {
        var names = ItemFileNames(fileExtension: "vcf", fallback: "person")
        let found = names.name(title: title, uid: "1")
        #expect(Array(found.utf8) == Array(name.utf8), "\(found)")
    }

    @Test func namesAreUniqueAlsoWithoutCase() {
        var names = ItemFileNames(fileExtension: "vcf", fallback: "person")
        let titles = ["Same", "same", "SAME", "Same", "e\u{301}", "\u{E9}", ""]
        let found = titles.enumerated().map { names.name(title: $1, uid: "uid-\($0)") }
        #expect(Set(found.map { $0.lowercased() }).count == titles.count)
        #expect(found[0] == "Same.vcf")
        #expect(found[1].wholeMatch(of: /same-[0-9a-f]{6}\.vcf/) != nil, "\(found[1])")
        // The same again for the same records.
        var again = ItemFileNames(fileExtension: "vcf", fallback: "person")
        #expect(titles.enumerated().map { again.name(title: $1, uid: "uid-\($0)") } == found)
    }

    @Test(arguments: [
        String(repeating: "n", count: 1000), String(repeating: "ä", count: 300),
        String(repeating: "👩‍👩‍👧‍👦", count: 40), "a" + String(repeating: "\u{301}", count: 5000),
        String(repeating: "x", count: 250) + " . . ",
    ])
    func namesFitIntoFileSystems(title: String) {
        var names = ItemFileNames(fileExtension: "vcf", fallback: "person")
        for uid in ["1", "2", "3"] {
            let name = names.name(title: title, uid: uid)
            #expect(name.utf8.count <= 255)
            #expect(name.hasSuffix(".vcf"))
            #expect(name.utf8.count > 4)
        }
    }
}
