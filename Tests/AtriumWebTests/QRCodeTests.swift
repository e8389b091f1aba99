import Testing

@testable import AtriumWeb

/// QR codes, held to the examples of ISO/IEC 18004 and to symbols that another encoder (python-qrcode 8) has made.
@Suite struct QRCodeTests {
    /// Annex I of the standard: version 1, level M.
    @Test func theStandardsExampleGetsItsErrorCorrection() {
        let data: [UInt8] = [
            0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
        ]
        let correction: [UInt8] = [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]
        #expect(QRCode.codewords(data, blocks: 1, corrections: 10) == data + correction)
    }

    /// The remainder makes the data a multiple of the generator: each of its roots is one of the whole.
    @Test(arguments: 2...30) func errorCorrectionHasTheGeneratorsRoots(degree: Int) {
        let data = (0..<40).map { UInt8(truncatingIfNeeded: $0 * 37 + degree) }
        let whole = data + ReedSolomon.remainder(of: data, by: ReedSolomon.generator(degree))
        var root: UInt8 = 1
        for _ in 0..<degree {
            #expect(whole.reduce(0) { ReedSolomon.product($0, root) ^ $1 } == 0)
            root = ReedSolomon.product(root, 2)
        }
    }

    /// The examples of annexes C and D, and the last of table D.1 that is used here.
    @Test func formatAndVersionHaveTheirBits() {
        #expect(QRGrid.formatBits(mask: 0b101) == 0b1000000_11001110)
        #expect(QRGrid.formatBits(mask: 0) == 0b1010100_00010010)
        #expect(QRGrid.versionBits(7) == 0b000111_110010010100)
        #expect(QRGrid.versionBits(13) == 0b001101_100001000111)
    }

    @Test func bytesBecomeCodewords() {
        #expect(
            QRCode.data(Array("a".utf8), version: 1, capacity: 6) == [0x40, 0x16, 0x10, 0xEC, 0x11, 0xEC])
        // The terminator is cut off where there is no room for it.
        #expect(QRCode.data([0xFF, 0xFF], version: 1, capacity: 4) == [0x40, 0x2F, 0xFF, 0xF0])
        #expect(QRCode.data([1], version: 10, capacity: 4) == [0x40, 0x00, 0x10, 0x10])
        #expect(QRCode.data([1, 2, 3], version: 1, capacity: 4) == nil)
    }

    @Test func anAddressIsDrawnAsAnotherEncoderDoes() throws {
        let code = try #require(QRCode("https://hub.example.org", mask: 2))
        #expect(code.version == 2)
        let rows = code.modules.map { String($0.map { $0 ? "#" : "." }) }
        #expect(
            rows.joined(separator: "\n") == """
                #######..##.##..#.#######
                #.....#..#..#.##..#.....#
                #.###.#.#.##...#..#.###.#
                #.###.#.###.#####.#.###.#
                #.###.#.###.....#.#.###.#
                #.....#.##..#.###.#.....#
                #######.#.#.#.#.#.#######
                ........#.#...###........
                #.#####...#..#....#####..
                #..#....##...#..##.#...#.
                .#.#####.#...######..#.##
                ..#.#..#.####..#.##.#...#
                ..#.#.#.##..####.##.#.###
                ###.##.#.#...#..#..#.#.#.
                #.#...#...######..####.##
                #...#..#...#..##...##...#
                #..####.#..#.##.#####.#..
                ........#...#.#.#...##...
                #######..#...#..#.#.#.###
                #.....#.###.#...#...##.#.
                #.###.#.#.#.#########.###
                #.###.#.###.......#.#####
                #.###.#.#..####......##.#
                #.....#..#.#..####.###..#
                #######.#..##......######
                """)
    }

    /// Symbols with alignment patterns, version bits and several blocks, by the hash of their modules.
    @Test(arguments: [
        (14, 0, 1, "3ryxtvsi9jwwg"),
        (26, 2, 2, "1hst327xcp78w"),
        (62, 5, 4, "2udj0oas60hms"),
        (107, 6, 7, "2so3u2eh86yq2"),
        (122, 1, 7, "pjcggczdrxir"),
        (180, 3, 9, "1qdpl18fmx09f"),
        (213, 4, 10, "35d4fyrle3gs"),
        (331, 7, 13, "yj5pnh5hy6vi"),
    ]) func largerSymbolsAreThoseOfAnotherEncoder(length: Int, mask: Int, version: Int, hash: String) throws {
        let text = "https://" + String(repeating: "a", count: length - 8)
        let code = try #require(QRCode(text, mask: mask))
        #expect(code.version == version)
        var found = FNV1a()
        found.mix(code.modules.joined().map { UInt8(ascii: $0 ? "#" : ".") })
        #expect(found.text == hash)
    }

    @Test func theLongestAddressFitsAndNoMore() {
        // 255 bytes of a name are what the server takes.
        let name = String(repeating: "a", count: 255)
        #expect(QRCode("https://\(name):65535")?.version == 12)
        #expect(QRCode(String(repeating: "a", count: 331))?.version == 13)
        #expect(QRCode(String(repeating: "a", count: 332)) == nil)
        #expect(QRCode("")?.version == 1)
    }

    @Test func theMaskIsTheOneOfTheLeastPenalty() throws {
        let code = try #require(QRCode("https://hub.example.org"))
        #expect(code.modules == QRCode("https://hub.example.org", mask: code.mask)?.modules)
        #expect((0..<8).contains(code.mask))
    }

    /// The drawing read back: a rectangle for each run, four modules of ground around.
    @Test func theDrawingIsTheSymbolWithItsQuietZone() throws {
        let code = try #require(QRCode("https://hub.example.org"))
        let drawn = String(decoding: code.drawn(label: "a<b").bytes, as: UTF8.self)
        #expect(drawn.contains("viewBox=\"0 0 33 33\"") && drawn.contains("role=\"img\""))
        #expect(drawn.contains("aria-label=\"a&lt;b\"") && !drawn.contains("style"))
        #expect(drawn.count(where: { $0 == "<" }) == 4)
        var dark = Array(repeating: Array(repeating: false, count: code.size), count: code.size)
        for run in drawn.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
            let (x, y) = (try #require(Int(run.1)), try #require(Int(run.2)))
            #expect(run.3 == run.4)
            for place in 0..<(try #require(Int(run.3))) { dark[y - 4][x - 4 + place] = true }
        }
        #expect(dark == code.modules)
    }

    @Test(arguments: [
        ("hub.example.org", true, "https://hub.example.org", false),
        ("hub.example.org:443", true, "https://hub.example.org", false),
        ("hub.example.org:8443", true, "https://hub.example.org:8443", false),
        ("hub.example.org:443", false, "http://hub.example.org:443", false),
        ("192.168.1.7:8420", true, "https://192.168.1.7:8420", false),
        ("[2001:db8::1]:8420", true, "https://[2001:db8::1]:8420", false),
        ("[2001:db8::1]", true, "https://[2001:db8::1]", false),
        ("localhost:8420", false, "http://localhost:8420", true),
        ("hub.localhost", false, "http://hub.localhost", true),
        ("127.0.0.1:80", false, "http://127.0.0.1", true),
        ("127.1.2.3", true, "https://127.1.2.3", true),
        ("[::1]:8420", false, "http://[::1]:8420", true),
        ("localhost.example.org", true, "https://localhost.example.org", false),
    ]) func theAddressIsTheOneThatWasAskedFor(host: String, isSecure: Bool, text: String, isHere: Bool) {
        let address = HubAddress(host: host, isSecure: isSecure)
        #expect(address.text == text)
        #expect(address.isOfThisMachine == isHere)
    }
}
