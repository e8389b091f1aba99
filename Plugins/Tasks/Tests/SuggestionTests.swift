import SeededRandom
import Testing

@testable import Tasks

/// What is suggested in a thousand states by lot: never more than three, never what does not fit, the same of the same.
@Suite struct SuggestionTests {
    private func candidates(using generator: inout SeededGenerator) -> [Suggestions.Candidate] {
        (0..<Int.random(in: 0...12, using: &generator)).map { number in
            Suggestions.Candidate(
                id: Int64(number + 1), uid: "t-\(number)", title: "Task \(number)", kind: "flexible",
                minutes: Int.random(in: 1...300, using: &generator),
                energy: Int.random(in: 0...2, using: &generator),
                isTop: Bool.random(using: &generator), isPlanned: Bool.random(using: &generator),
                dueIn: Bool.random(using: &generator) ? Int.random(in: -9...20, using: &generator) : nil,
                priority: Bool.random(using: &generator) ? Int64.random(in: 1...9, using: &generator) : nil,
                isOfFirstProject: Bool.random(using: &generator),
                passedOver: Int.random(in: 0...4, using: &generator))
        }
    }

    @Test func aThousandStates() {
        var generator = SeededGenerator(seed: 27)
        for _ in 0..<1000 {
            let candidates = candidates(using: &generator)
            let suggestions = Suggestions(
                slot: Int.random(in: 15...240, using: &generator),
                energy: Int.random(in: 0...2, using: &generator),
                shortest: 15)
            let limit = Int.random(in: 1...3, using: &generator)
            let answer = suggestions.answer(candidates, limit: limit)
            #expect(answer == suggestions.answer(candidates.shuffled(using: &generator), limit: limit))
            #expect(answer.items.count <= limit)
            #expect(answer.items.isEmpty == (answer.none != nil))
            #expect(answer.items.map(\.score) == answer.items.map(\.score).sorted(by: >))
            for item in answer.items {
                guard let task = candidates.first(where: { $0.id == item.task }) else {
                    Issue.record("a task from nowhere")
                    continue
                }
                #expect(task.energy <= suggestions.energy)
                #expect(item.fits <= suggestions.slot && item.fits >= 15)
                // A part is a part of something, and leaves a piece.
                #expect(item.fits >= task.minutes || task.minutes - item.fits >= 15)
                #expect(!item.reasons.isEmpty)
            }
        }
    }
}
