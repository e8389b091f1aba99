import AtriumFormats
import AtriumSDK
import AtriumTesting
import Testing

@testable import MentalModels

@Suite struct MentalModelsConformanceTests {
    private let samples = ModuleSamples(
        commands: [
            SampleCommand(
                "mental-models categories add",
                [
                    "name": .text("Economics"), "level": .text("applied-knowledge"),
                    "description": .text("Who gets what,\nand why"),
                ]),
            SampleCommand(
                "mental-models categories add",
                ["name": .text("Reasoning"), "level": .text("meta-skills")]),
            SampleCommand(
                "mental-models categories add", ["name": .text("Empty"), "level": .text("flight-school")]),
            SampleCommand(
                "mental-models categories add", ["name": .text("Gone"), "level": .text("meta-skills")]),
            SampleCommand("mental-models categories remove", ["record": .text("Gone")]),
            SampleCommand(
                "mental-models categories edit",
                ["record": .text("Reasoning"), "description": .text("How to think")]),
            SampleCommand(
                "mental-models levels edit", ["record": .text("meta-skills"), "title": .text("Wisdom & co.")]),
            SampleCommand(
                "mental-models add",
                [
                    "name": .text("Sunk cost"), "category": .text("Economics"),
                    "description": .text("What is spent is gone;\n\"waste\" is no reason"),
                    "keywords": .list([.text("already spent, too late to stop"), .text("wasted")]),
                    "examples": .list([.text("A bad film, seen to its end"), .text("A ruin, repaired")]),
                ]),
            SampleCommand(
                "mental-models add",
                [
                    "name": .text("Inversion"), "category": .text("Reasoning"),
                    "keywords": .list([.text("avoid")]), "related": .list([.text("Sunk cost")]),
                ]),
            SampleCommand(
                "mental-models add", ["name": .text("Away"), "category": .text("Reasoning")]),
            SampleCommand(
                "mental-models edit",
                ["record": .text("Sunk cost"), "addRelated": .list([.text("Inversion"), .text("Away")])]),
            SampleCommand("mental-models remove", ["record": .text("Away")]),
            SampleCommand(
                "mental-models failure-modes add",
                [
                    "name": .text("Quitting too soon"), "model": .text("Sunk cost"),
                    "severity": .text("high"), "description": .text("All that is hard looks sunk"),
                ]),
            SampleCommand(
                "mental-models failure-modes add",
                ["name": .text("Gone"), "model": .text("Sunk cost")]),
            SampleCommand(
                "mental-models failure-modes add",
                ["name": .text("Fear"), "model": .text("Inversion")]),
            SampleCommand(
                "mental-models failure-modes edit",
                ["record": .text("Fear"), "severity": .text("critical")]),
            SampleCommand("mental-models failure-modes remove", ["record": .text("Gone")]),
            SampleCommand(
                "mental-models capture",
                [
                    "text": .text(
                        "So much is already spent, it is too late to stop.\nAll would be wasted! Avoid that.")
                ]),
            SampleCommand(
                "mental-models observations add",
                ["text": .text("Nothing of it but swamp fever"), "capturedAt": .text("2026-01-02T10:00:00Z")]),
            SampleCommand("mental-models observations add", ["text": .text("Something else")]),
            SampleCommand(
                "mental-models observations edit",
                ["record": .text("Something else"), "text": .text("We wasted it")]),
            SampleCommand(
                "mental-models edit",
                ["record": .text("Inversion"), "addKeywords": .list([.text("swamp, swamp fever, fever")])]),
            SampleCommand(
                "mental-models observations analyze", ["record": .text("Nothing of it but swamp fever")]),
            SampleCommand("mental-models observations add", ["text": .text("To be removed")]),
            SampleCommand("mental-models observations remove", ["record": .text("To be removed")]),
            SampleCommand("mental-models stats"),
        ],
        files: [Fixtures.tree, Fixtures.observations])

    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        try ModuleConformance(mentalModelsModule, formats: [OPMLFileFormat()], samples: samples).check(rule)
    }
}
