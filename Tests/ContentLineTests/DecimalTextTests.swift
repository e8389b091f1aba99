import ContentLine
import SeededRandom
import Testing

@Suite("Numbers in plain decimals")
struct DecimalTextTests {
    @Test(arguments: [
        (0, "0.0"), (-0.0, "-0.0"), (12, "12.0"), (48.208_176, "48.208176"), (1e-5, "0.00001"),
        (1e-7, "0.0000001"), (-1.25e-7, "-0.000000125"), (1e16, "10000000000000000.0"),
        (1.5e20, "150000000000000000000.0"), (-123_456_789_012_345_680, "-123456789012345680.0"),
    ])
    func table(_ number: Double, _ text: String) {
        #expect(DecimalText.text(number) == text)
    }

    @Test("Each text has no exponent, and reads as the same number")
    func anyNumber() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            let text = DecimalText.text(number)
            #expect(!text.contains("e"))
            #expect(Double(text) == number)
        }
    }
}
