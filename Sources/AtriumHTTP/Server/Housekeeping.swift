import AtriumHost
import ServiceLifecycle

/// What is to be done now and then; and when the server stops, first of all: it ends jobs and streams, for which the
/// server would wait.
struct Housekeeping: Service {
    let service: HubService
    /// The time between two looks at whether those for whom jobs work may have them still.
    var pause = Duration.seconds(1)
    /// After how many of them streams have a sign of life, and what is idle is closed.
    var pausesPerRound = 15

    func run() async throws {
        let service = service
        await cancelWhenGracefulShutdown {
            var count = 0
            while !Task.isCancelled {
                try? await Task.sleep(for: pause)
                if service.jobs.hasOpen { try? await service.upkeep.run { service.jobs.stopUnwelcome() } }
                count = (count + 1) % pausesPerRound
                guard count == 0 else { continue }
                service.jobs.beat()
                service.jobs.forgetOld()
                try? await service.upkeep.run { try service.hub.accounts().writeUses() }
                try? await service.upkeep.run { service.hub.closeIdleVaults() }
            }
        }
        service.jobs.stop()
        // A job notices at its next step; one that is already being committed is waited for.
        while service.jobs.runningCount > 0, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(50))
        }
    }
}
