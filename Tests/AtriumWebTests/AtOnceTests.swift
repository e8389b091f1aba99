import AtriumSDK
import Testing

@testable import AtriumWeb

/// Two questions at once.
@Suite struct AtOnceTests {
    @Test func bothAreAnswered() throws {
        let (one, other) = try atOnce({ 1 }, { "two" })
        #expect(one == 1)
        #expect(other == "two")
    }

    @Test(arguments: [(true, false, "one"), (false, true, "other"), (true, true, "one")])
    func whatFailsIsThrown(one: Bool, other: Bool, message: String) {
        let error = #expect(throws: AtriumError.self) {
            try atOnce(
                { if one { throw AtriumError(.internal, "one") } },
                { if other { throw AtriumError(.internal, "other") } })
        }
        #expect(error?.message == message)
    }
}
