import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird

/// What somebody sees who is not logged in: the log-in, an invitation, the first user's name and password.
struct GatePages {
    let pages: Pages
    let visit: Visit

    private var service: HubService { pages.service }

    // MARK: - Looking

    func shown() async throws -> Drawn {
        let segments = visit.segments
        switch segments.first {
        case "setup" where segments.count == 2:
            guard service.firstUserLink.isGood(segments[1]) else {
                return pages.frame.draw(gate: usedUp("setup"))
            }
            return pages.frame.draw(gate: setUp())
        case "join":
            if segments.count == 2 {
                guard try await service.isInvitation(segments[1]) else {
                    return pages.frame.draw(gate: usedUp("join"))
                }
                return pages.frame.draw(gate: join(invitation: segments[1]))
            }
            guard segments.count == 1, try await service.isSignUpOpen() else {
                return pages.frame.draw(gate: usedUp("join"))
            }
            return pages.frame.draw(gate: join(invitation: nil))
        case "login" where segments.count == 1:
            return try await pages.frame.draw(gate: logIn(next: visit.query().next))
        default:
            // Where a session ended on the way.
            guard let path = visit.request.head.path, visit.request.method == .get else {
                return try await pages.frame.draw(gate: logIn(next: nil))
            }
            return try await pages.frame.draw(gate: logIn(next: SafeLink(next: path)))
        }
    }

    private func logIn(
        next: SafeLink?, name: String = "", isElsewhere: Bool = false, problem: String? = nil,
        status: HTTPStatus = .ok, form: (path: String, typed: String)? = nil
    ) async throws -> Page {
        var page = Page("Log in")
        page.status = status
        page.isError = problem != nil
        page.subtitle = HTML(
            form == nil
                ? "Your data are where you left them."
                : "Your session has ended. What you typed is kept: log in to go on.")
        let isOpen = try await service.isSignUpOpen()
        page.content = tag("div", .class("mid")) {
            if let problem { errors(problem) }
            tag("form", Attribute("method", "post"), .action(.own(["login"])), .class("mid")) {
                if let next { void("input", .type("hidden"), .name("next"), .value(next.address)) }
                if let form {
                    void("input", .type("hidden"), .name(FormNames.form), .value(form.path))
                    void("input", .type("hidden"), .name(FormNames.typed), .value(form.typed))
                }
                field("username", "Name or e-mail address", autocomplete: "username", value: name)
                field("password", "Password", type: "password", autocomplete: "current-password")
                tag("label", .class("chk")) {
                    void(
                        "input", .type("checkbox"), .name("elsewhere"), .value("true"),
                        Attribute("checked").when(isElsewhere))
                    tag("span") {
                        "This is not my device"
                        void("br")
                        tag("span", .class("foot soft")) {
                            "Nothing is kept here, and you are logged out with the browser."
                        }
                    }
                }
                tag("button", .class("btn")) { "Log in" }
            }
            if isOpen {
                tag("p", .class("sub")) { link(.own(["join"])) { "Make an account" } }
            } else {
                tag("p", .class("sub soft")) {
                    "No account yet? Ask the person who runs this hub for an invitation."
                }
            }
        }
        return page
    }

    private func setUp(name: String = "", problem: String? = nil, status: HTTPStatus = .ok) -> Page {
        var page = Page("Welcome to Atrium")
        page.status = status
        // Its address is a secret, beside what was typed.
        page.isSecret = true
        page.isError = problem != nil
        page.subtitle = HTML(
            "Choose the name and the password with which you will log in. This page works once.")
        page.content = tag("div", .class("mid")) {
            if let problem { errors(problem) }
            tag("form", Attribute("method", "post"), .action(.own(visit.segments)), .class("mid")) {
                field("username", "Name", autocomplete: "username", value: name)
                field(
                    "password", "Password, at least 12 characters", type: "password",
                    autocomplete: "new-password")
                tag("button", .class("btn")) { "Begin" }
            }
        }
        return page
    }

    private func join(
        invitation: String?, typed: FormTexts = FormTexts(), problem: String? = nil, status: HTTPStatus = .ok
    ) -> Page {
        var page = Page(invitation == nil ? "Make an account" : "You are invited")
        page.status = status
        // Its address is a secret, beside what was typed.
        page.isSecret = true
        page.isError = problem != nil
        page.subtitle = HTML("You get a vault of your own: nobody else on this hub sees what you keep in it.")
        page.content = tag("div", .class("mid")) {
            if let problem { errors(problem) }
            tag("form", Attribute("method", "post"), .action(.own(visit.segments)), .class("mid")) {
                field(
                    "username", "Name, to log in with", autocomplete: "username",
                    value: typed["username"] ?? "")
                field(
                    "displayName", "Name, as others see it", autocomplete: "name",
                    value: typed["displayName"] ?? "", isRequired: false)
                field(
                    "email", "E-mail address", autocomplete: "email", value: typed["email"] ?? "",
                    isRequired: false)
                field(
                    "password", "Password, at least 12 characters", type: "password",
                    autocomplete: "new-password")
                tag("button", .class("btn")) { "Join" }
            }
            tag("p", .class("sub")) { link(.own(["login"])) { "I have an account" } }
        }
        return page
    }

    private func usedUp(_ what: String) -> Page {
        var page = Page("This link is no longer valid")
        page.status = .forbidden
        page.content = tag("div", .class("mid")) {
            tag("p") {
                what == "setup"
                    ? "It works once, within an hour. Restart the server to get a new link, as long as no user has a password."
                    : "An invitation works once, and it expires. Ask the person who runs this hub for a new one."
            }
            tag("p") { button("Log in", to: .own(["login"]), style: "btn") }
        }
        return page
    }

    private func errors(_ problem: String) -> HTML { ErrorSummary(content: HTML(problem)).html }

    private func field(
        _ name: String, _ label: String, type: String = "text", autocomplete: String, value: String = "",
        isRequired: Bool = true
    ) -> HTML {
        tag("div", .class("f")) {
            tag("label", Attribute("for", "g-\(name)")) { label }
            void(
                "input", .class("in"), .id("g-\(name)"), .name(name), .type(type), .value(value),
                Attribute("autocomplete", autocomplete),
                Attribute("autocapitalize", "none").when(name == "username"),
                Attribute("required").when(isRequired))
        }
    }

    // MARK: - Doing

    func done() async throws -> Drawn {
        let form = try await FormInput(visit, limit: FormInput.limitOfNobody)
        let texts = FormTexts(form.fields)
        switch visit.segments.first {
        case "login" where visit.segments.count == 1: return try await logIn(form)
        case "setup" where visit.segments.count == 2: return try await setUp(form)
        case "join" where visit.segments.count <= 2:
            let invitation = visit.segments.count == 2 ? visit.segments[1] : nil
            do {
                _ = try await service.signUp(
                    visit, name: form["username"] ?? "", password: form["password"] ?? "",
                    displayName: form["displayName"] ?? "", email: form["email"] ?? "", invitation: invitation
                )
            } catch let error as AtriumError where error.code.httpStatus < 500 {
                if let drawn = try await ifDoneBefore(form) { return drawn }
                return pages.frame.draw(
                    gate: join(
                        invitation: invitation, typed: texts, problem: sentence(error),
                        status: .init(code: error.code.httpStatus)))
            }
            return try await logIn(form)
        default: throw HTTPFailure.notFound
        }
    }

    private func sentence(_ error: AtriumError) -> String {
        let remedy = error.remedy.text { part in
            if case .command = part { "the hub’s settings" } else { "" }
        }
        let message = error.message.capitalizedFirst
        return remedy.isEmpty ? message + "." : "\(message): \(remedy)."
    }

    /// Logs in who has this name and password already: a second tap on the same button finds the first one's work done.
    private func ifDoneBefore(_ form: FormInput) async throws -> Drawn? {
        do {
            let (_, headers) = try await service.logIn(
                visit, name: form["username"] ?? "", password: form["password"] ?? "")
            return .seeOther(.own([""]), headers: headers)
        } catch let error as AtriumError where error.code.httpStatus < 500 {
            return nil
        }
    }

    private func setUp(_ form: FormInput) async throws -> Drawn {
        guard service.firstUserLink.isGood(visit.segments[1]) else {
            return try await ifDoneBefore(form) ?? pages.frame.draw(gate: usedUp("setup"))
        }
        do {
            try await service.setUpFirstUser(name: form["username"] ?? "", password: form["password"] ?? "")
        } catch let error as AtriumError where error.code.httpStatus < 500 {
            return pages.frame.draw(
                gate: setUp(
                    name: form["username"] ?? "", problem: sentence(error),
                    status: .init(code: error.code.httpStatus)))
        }
        service.firstUserLink.end()
        return try await logIn(form)
    }

    private func logIn(_ form: FormInput) async throws -> Drawn {
        let isElsewhere = form["elsewhere"] == "true"
        let next = form["next"].flatMap { SafeLink(next: $0) }
        let kept = form[FormNames.form].flatMap { path in
            form[FormNames.typed].map { (path: path, typed: $0) }
        }
        do {
            let (logIn, headers) = try await service.logIn(
                visit, name: form["username"] ?? "", password: form["password"] ?? "",
                isElsewhere: isElsewhere)
            guard let kept, let path = SafeLink(next: kept.path) else {
                return .seeOther(next ?? .own([""]), headers: headers)
            }
            return back(to: path, typed: kept.typed, of: logIn.principal.user, headers)
        } catch let error as AtriumError where error.code.httpStatus < 500 {
            let problem =
                error.code == .notAuthenticated
                ? "The name or the password is wrong. Try again." : sentence(error)
            var page = try await logIn(
                next: next, name: form["username"] ?? "", isElsewhere: isElsewhere, problem: problem,
                status: error.code == .notAuthenticated ? .unauthorized : .init(code: error.code.httpStatus),
                form: kept)
            if let seconds = error.retryAfter { page.headers[.retryAfter] = String(seconds) }
            return pages.frame.draw(gate: page)
        }
    }

    // MARK: - Where a session ended while somebody typed

    /// The log-in, with the form that was sent: it is not done, and not lost.
    func logInAgain(_ form: FormInput, _ entry: CatalogEntry?) async throws -> Drawn {
        let path = SafeLink.own(visit.segments)
        let typed = TypedForm(form, of: entry, to: path).text
        let page = try await logIn(
            next: nil, status: .unauthorized, form: typed.map { (path: path.address, typed: $0) })
        return pages.frame.draw(gate: page)
    }

    /// The form again, for whoever has just logged in: they look, and send it themselves.
    ///
    /// What somebody else typed is gone.
    private func back(to path: SafeLink, typed: String, of user: User, _ headers: HTTPFields) -> Drawn {
        let form = TypedForm(typed, to: path)
        guard form.user == user.mark else { return .seeOther(.own([""]), headers: headers) }
        var page = Page("You are logged in again")
        page.headers = headers
        page.subtitle = HTML("This is what you were about to send. Nothing was done yet.")
        page.content = form.html(title: "Send it now")
        return pages.frame.draw(gate: page)
    }
}
