import AtriumHTTP

/// “Open on your phone”: the hub's address as a code for the camera, and what to do until there is one.
struct PhonePage {
    let address: HubAddress

    static let title = "Open on your phone"
    static let place = SafeLink.own(["settings", "phone"])

    init(site: Site) { address = site.hubAddress }

    func page() -> Page {
        var page = Page(Self.title, section: "settings")
        page.back = (.own(["settings"]), "Settings")
        page.subtitle = HTML(
            address.isOfThisMachine
                ? "The hub needs an address that the phone can reach."
                : "Point the phone’s camera at the code, open the link and log in.")
        page.content = tag("div", .class("flow")) {
            if address.isOfThisMachine { unreachable } else { code }
            if !address.isOfThisMachine { problems }
            install
            devices
        }
        return page
    }

    // MARK: - The address

    private var code: HTML {
        tag("section") {
            QRCode(address.text)?.drawn(label: "QR code of the address \(address.text)")
            tag("div", .class("f")) {
                tag("label", Attribute("for", "address")) { "Address of this hub" }
                void(
                    "input", .class("in code"), .id("address"), .type("text"), .value(address.text),
                    Attribute("readonly"), Attribute("data-copy"), Attribute("autocomplete", "off"))
            }
        }
    }

    /// What is said in place of a code that would lead a phone to itself.
    private var unreachable: HTML {
        Prose.section(
            address.isSecure ? "You opened the hub by a local address" : "Only this machine can open the hub",
            id: "address"
        ) {
            tag("p") {
                Prose.command(address.text)
                " always means the machine on which it is typed. On a phone it would lead to the phone."
            }
            if address.isSecure {
                tag("p") {
                    "Open the hub by its own name, as it stands in its certificate, and come back to this "
                    "page: it then shows the code."
                }
            } else {
                setUp
            }
        }
    }

    private var setUp: HTML {
        var html = Prose.steps([
            Prose.line {
                "Give the machine a name that the phone can look up, in your router or your VPN: "
                Prose.command("hub.home.arpa")
                ", say."
            },
            Prose.line {
                "Get a certificate for that name: the hub sends passwords over a network only by HTTPS. "
                "One that you make yourself will do."
            },
            Prose.line {
                "Start the hub with it: "
                Prose.command("atrium serve --host 0.0.0.0 --certificate chain.pem --key key.pem")
                ". If a proxy such as nginx has the certificate: "
                Prose.command("atrium serve --insecure-behind-proxy")
            },
            HTML("Open the hub by its new name and come back to this page: it then shows the code."),
        ])
        html.append(
            tag("p", .class("sub soft")) {
                "The file docs/web.md of Atrium has all steps, under “From the phone”: with nginx, with a "
                "certificate of your own, and over a VPN."
            })
        return html
    }

    private var problems: HTML {
        Prose.section("If it does not open", id: "problems") {
            Prose.points([
                Prose.line {
                    tag("span", .class("b")) { "The page is not found. " }
                    "The phone must be in the same network as the hub, or in your VPN. Mobile data and a "
                    "guest network are others. Then look whether the phone knows the name: your router or "
                    "your VPN has to."
                },
                Prose.line {
                    tag("span", .class("b")) { "Nothing answers. " }
                    "A firewall may be in the way: let port \(address.port) of the hub’s machine in from "
                    "your network, and from nowhere else."
                },
                Prose.line {
                    tag("span", .class("b")) { "The phone warns of the certificate. " }
                    "Do not go on. If you made the certificate yourself, install your authority’s on the "
                    "phone first. On an iPhone also switch it on in Settings, General, About, Certificate "
                    "Trust Settings."
                },
            ])
        }
    }

    // MARK: - On the phone

    private var install: HTML {
        Prose.section("Put it on the home screen", id: "install") {
            Prose.points([
                Prose.line {
                    tag("span", .class("b")) { "iPhone and iPad: " }
                    "open the hub in Safari, tap Share, then “Add to Home Screen”. Open it there and log "
                    "in once more: the icon has a log-in of its own."
                },
                Prose.line {
                    tag("span", .class("b")) { "Android: " }
                    "open the hub in Chrome, open the menu with the three dots, then “Add to home screen” "
                    "or “Install app”. In Firefox it is “Add app to Home screen”."
                },
            ])
        }
    }

    private var devices: HTML {
        Prose.section("If the phone gets lost", id: "lost") {
            tag("p") {
                "Each device has a log-in of its own. End the phone’s under "
                link(.own(["settings", "sessions"])) { "Devices" }
                ": from then on it opens nothing here. Choose “This is not my device” at the log-in on "
                "phones of others."
            }
        }
    }
}
