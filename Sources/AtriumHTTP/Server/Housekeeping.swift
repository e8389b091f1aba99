import AtriumHost
import ServiceLifecycle

/// What is to be done now and then; and when the server stops, first of all: it ends jobs and streams, for which the
/// server would wait.
struct Housekeeping: Service {
    /// The time between two signs of life in streams.
    static let interval = Duration.seconds(15)

    let service: HubService

    func run() async throws {
        let service = service
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                service.jobs.beat()
                service.jobs.forgetOld()
                try? await service.upkeep.run {
                    service.jobs.stopUnwelcome()
                    service.hub.closeIdleVaults()
                }
            }
        }
        service.jobs.stop()
        // A job notices at its next step; one that is already being committed is waited for.
        while service.jobs.runningCount > 0, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(50))
        }
    }
}
