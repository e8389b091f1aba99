import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird

/// Does one of the hub's own operations for a request.
struct OperationAnswer {
    /// What bodies hold at most that are read before anybody is known.
    private static let openBodyLimit = 16 << 10

    let service: HubService
    let visit: Visit
    let operation: HubOperation

    /// The answer.
    ///
    /// - Parameter parameter: what stands in the path in place of `{…}`.
    func make(_ parameter: String?) async throws -> Response {
        if let type = operation.resultType { try Negotiation.require(type, visit.request) }
        // Asked here for all of them, so that none can forget to.
        if !operation.isOpen { try await service.principal(visit).requireScope(of: operation) }
        if operation.route.method != .get { try Conditions.ofWrite(visit.request, isOnRecord: false) }
        if let parameter = try visit.target.parameters().first, !operation.readsQuery {
            throw HTTPFailure(
                .badRequest, "usage", "there is no field “\(parameter.name)”", remedy: "leave it out",
                field: parameter.name)
        }
        return switch operation {
        case .whoAmI: try await whoAmI()
        case .logIn: try await logIn()
        case .logOut: try await logOut()
        case .signUp: try await signUp()
        case .importFile: try await ImportUpload(service: service, visit: visit).answer()
        case .listJobs: try await listJobs()
        case .showJob: try await showJob(parameter ?? "")
        case .watchJob: try await watchJob(parameter ?? "")
        case .cancelJob: try await cancelJob(parameter ?? "")
        case .applyJob: try await applyJob(parameter ?? "")
        case .listJobItems: try await listItems(of: parameter ?? "")
        case .listJobColumns: try await listColumns(of: parameter ?? "")
        case .exportModule:
            try await ExportDownload(service: service, visit: visit).answer(module: parameter ?? "")
        case .readAttachment:
            try await ExportDownload(service: service, visit: visit).answer(attachment: parameter ?? "")
        case .exportAll: try await ExportDownload(service: service, visit: visit).answerAll()
        }
    }

    // MARK: - Sessions

    private func whoAmI() async throws -> Response {
        Answer.json(.object(HubOperation.value(of: try await service.principal(visit))))
    }

    private func logIn() async throws -> Response {
        try CrossSite.check(visit, isSecure: service.gate.cookies.isSecure, rule: .open)
        let values = try operation.decodeOpen(try await openInput()).values
        let (logIn, headers) = try await service.logIn(
            visit, name: values["name"]?.textValue ?? "", password: values["password"]?.textValue ?? "")
        return Answer.json(.object(HubOperation.value(of: logIn.principal)), headers: headers)
    }

    private func logOut() async throws -> Response {
        Answer.empty(.noContent, headers: try await service.logOut(visit))
    }

    private func signUp() async throws -> Response {
        try CrossSite.check(visit, isSecure: service.gate.cookies.isSecure, rule: .open)
        let values = try operation.decodeOpen(try await openInput()).values
        let user = try await service.signUp(
            visit, name: values["name"]?.textValue ?? "", password: values["password"]?.textValue ?? "",
            displayName: values["displayName"]?.textValue ?? "", email: values["email"]?.textValue ?? "",
            invitation: values["invitation"]?.textValue)
        return Answer.json(.object(HubOperation.value(of: user)), status: .created)
    }

    /// The fields that somebody sends who is not known yet.
    private func openInput() async throws -> DataObject {
        let type = try RequestBodyReader.mediaType(visit.request)
        guard type == Answer.jsonType else { throw HTTPFailure.unsupportedType(Answer.jsonType) }
        visit.welcomeBody()
        return try RequestBodyReader.object(
            try await RequestBodyReader.bytes(visit.request, limit: Self.openBodyLimit))
    }
}
