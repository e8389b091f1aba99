import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import AtriumHost

/// What happens where files of a hub are lost: it is said, and nothing begins anew in their place.
@Suite struct LostFilesTests {
    private let hub: TemporaryHub
    private var vault: String { hub.hub.home + "/vaults/1/vault.sqlite" }
    private var accounts: String { hub.hub.home + "/hub.sqlite" }

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module])
        try hub.run("workshop add", ["name": .text("Saw")])
    }

    @Test(arguments: [true, false])
    func aLostVaultIsNotBegunAnew(isEmptied: Bool) throws {
        try FileManager.default.removeItem(atPath: vault)
        if isEmptied { #expect(FileManager.default.createFile(atPath: vault, contents: nil)) }
        let error = error { _ = try hub.hub.open() }
        #expect(error?.code == .inputOutput)
        #expect(error?.message == "the vault of ada is missing or empty: \(vault)")
        #expect(FileSystem.size(ofFile: vault) == (isEmptied ? 0 : nil))
    }

    @Test func nobodyIsGivenTheVaultOfAnother() throws {
        try FileManager.default.removeItem(atPath: accounts)
        let next = try hub.reopened(with: [WorkshopModule.module]).hub
        let error = error { _ = try next.addUser("mallory") }
        #expect(error?.code == .inputOutput)
        #expect(error?.message.contains("contains no users") == true)
        #expect(AtriumHostTests.error { _ = try next.open() }?.code == .inputOutput)
    }
}
