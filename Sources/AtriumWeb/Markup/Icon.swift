/// The icons of the page: drawings of 24 by 24 in the colour of the words beside them.
enum Icon: String, CaseIterable, Sendable {
    case bell
    case bolt
    case book
    case bulb
    case cal
    case cam
    case check
    case clock
    case copy
    case device
    case down
    case drag
    case drop
    case export
    case eye
    case feed
    case file
    case filter
    case flame
    case gear
    case habit
    case heart
    case help
    case `import`
    case inbox
    case journal
    case key
    case left
    case link
    case lock
    case mail
    case mobile
    case moon
    case more
    case msg
    case note
    case people
    case phone
    case pin
    case plus
    case `repeat`
    case right
    case run
    case scale
    case search
    case spark
    case star
    case today
    case undo
    case up
    case warn
    case x

    /// The icon of a module or a kind of entries on days, by the name that it declares; names are those of Lucide.
    init(module name: String) { self = Icon(lucide: name) ?? .book }

    /// The drawing for a name of the Lucide set; nil if the page has none.
    init?(lucide name: String) {
        switch name {
        case "users": self = .people
        case "calendar-days": self = .cal
        case "bell": self = .bell
        case "map-pin": self = .pin
        case "compass", "sparkles": self = .spark
        case "repeat", "circle-check": self = .habit
        case "dumbbell": self = .bolt
        case "notebook-pen": self = .journal
        case "brain", "scale": self = .scale
        case "quote": self = .msg
        case "book-open": self = .book
        case "triangle-alert": self = .warn
        case "file-search", "search": self = .search
        case "clock": self = .clock
        case "flame": self = .flame
        case "heart": self = .heart
        case "lightbulb": self = .bulb
        case "star": self = .star
        case "list-checks", "check": self = .check
        case "file-text": self = .file
        case "inbox": self = .inbox
        default: return nil
        }
    }

    /// The icon of an action, by its command's name or the kind of a link.
    init(action name: String) {
        self =
            switch name {
            case "call": .phone
            case "message", "chat": .msg
            case "mail": .mail
            case "log", "add", "capture": .plus
            case "toggle", "complete", "done": .check
            case "reopen", "undone": .undo
            case "snooze": .clock
            case "cancel": .x
            case "vote": .up
            case "achieve", "prioritize", "top": .star
            case "archive": .file
            case "finish": .check
            case "plan-for": .cal
            case "relate": .people
            case "merge": .copy
            case "seal": .lock
            case "review", "analyze": .eye
            case "add-photo": .cam
            case "timeline", "history", "upcoming", "upcoming-reminders": .clock
            case "follow-up": .heart
            case "recently-met": .people
            case "shared-interests": .spark
            case "overdue": .warn
            case "today": .today
            case "month": .cal
            case "year", "progress", "records": .habit
            default: .right
            }
    }

    /// The icon at the size of words, or smaller; whoever hears the page is not told of it.
    func drawn(_ style: String = "i") -> HTML {
        tag(
            "svg", .class(style), Attribute("viewBox", "0 0 24 24"), .isDecoration
        ) { shapes }
    }

    private var shapes: HTML {
        switch self {
        case .bell:
            .constant(
                #"<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2.200 2.200 0 0 0 4 0"/>"#)
        case .bolt: .constant(#"<path d="M13 3.5 5.5 13.5H12l-1 7 7.5-10H12z"/>"#)
        case .book:
            .constant(
                #"<path d="M12 6.5C10 5 7 4.5 3.5 5v13.5c3.5-.5 6.5 0 8.5 1.5 2-1.5 5-2 8.5-1.5V5C17 4.5 14 5 12 6.5zM12 6.5V20"/>"#
            )
        case .bulb:
            .constant(
                #"<path d="M9.5 17.5h5M10.5 20.5h3M12 3.5a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2v1.1h5v-1.1c0-.8.4-1.5 1-2A6 6 0 0 0 12 3.5z"/>"#
            )
        case .cal:
            .constant(
                #"<rect x="3.5" y="5" width="17" height="15.5" rx="3"/><path d="M3.5 10h17M8 3v4M16 3v4"/>"#)
        case .cam:
            .constant(
                #"<rect x="3.5" y="6.5" width="17" height="13" rx="3"/><circle cx="12" cy="13" r="3.5"/><path d="m8.5 6.5 1-2h5l1 2"/>"#
            )
        case .check: .constant(#"<path d="m5 12.5 4.5 4.5L19 7.5"/>"#)
        case .clock: .constant(#"<path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2"/>"#)
        case .copy:
            .constant(
                #"<rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5"/><path d="M15.5 8.5V6A2 2 0 0 0 13.5 4H6a2 2 0 0 0-2 2v7.5a2 2 0 0 0 2 2h2.5"/>"#
            )
        case .device: .constant(#"<rect x="3.5" y="5" width="17" height="11.5" rx="2"/><path d="M8 20h8"/>"#)
        case .down: .constant(#"<path d="m6 9.5 6 6 6-6"/>"#)
        case .drag: .constant(#"<path d="M9 6h0M15 6h0M9 12h0M15 12h0M9 18h0M15 18h0"/>"#)
        case .drop: .constant(#"<path d="M12 3.5s6 6.300 6 10.5a6 6 0 0 1-12 0c0-4.200 6-10.5 6-10.5z"/>"#)
        case .export:
            .constant(
                #"<path d="M12 15V4M7.5 8.5 12 4l4.5 4.5M4 16.5V18a2.5 2.5 0 0 0 2.5 2.5h11A2.5 2.5 0 0 0 20 18v-1.5"/>"#
            )
        case .eye:
            .constant(
                #"<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="3"/>"#
            )
        case .feed:
            .constant(
                #"<path d="M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14"/><circle cx="6" cy="18" r="1.200"/>"#)
        case .file:
            .constant(
                #"<path d="M7 3.5h7l5 5V19a1.5 1.5 0 0 1-1.5 1.5h-10A1.5 1.5 0 0 1 6 19V4.5A1 1 0 0 1 7 3.5zM14 3.5v5h5"/>"#
            )
        case .filter: .constant(#"<path d="M4 7h16M7 12h10M10 17h4"/>"#)
        case .flame:
            .constant(
                #"<path d="M12 3.5c1 3.5 5.5 5 5.5 10a5.5 5.5 0 0 1-11 0c0-2 1-3.5 2-4.5.3 1.5 1 2.300 2 2.5 0-3 .3-5.5 1.5-8z"/>"#
            )
        case .gear:
            .constant(
                #"<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>"#
            )
        case .habit:
            .constant(#"<path d="M20 12a8 8 0 1 1-2.600-5.900"/><path d="m8.5 12 2.700 2.700L20.5 5.5"/>"#)
        case .heart:
            .constant(
                #"<path d="M12 20S4 15.200 4 9.5A4.200 4.200 0 0 1 12 7.600a4.200 4.200 0 0 1 8 1.900C20 15.200 12 20 12 20z"/>"#
            )
        case .help:
            .constant(
                #"<circle cx="12" cy="12" r="8.5"/><path d="M9.500 9.800a2.500 2.500 0 1 1 3.600 2.200c-.8.4-1.100.9-1.100 1.700M12 16.500h0"/>"#
            )
        case .import:
            .constant(
                #"<path d="M12 3.5v11M7.5 10.5 12 15l4.5-4.5M4 16.5V18a2.5 2.5 0 0 0 2.5 2.5h11A2.5 2.5 0 0 0 20 18v-1.5"/>"#
            )
        case .inbox:
            .constant(
                #"<path d="M3 13.5 5.6 5.4A2 2 0 0 1 7.5 4h9a2 2 0 0 1 1.9 1.4l2.6 8.1V18a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/><path d="M3 13.5h5l1.4 2.5h5.2l1.4-2.5h5"/>"#
            )
        case .journal:
            .constant(
                #"<path d="M6 3.5h11a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 19V5A1.5 1.5 0 0 1 6 3.5zM8.5 3.5v17"/><path d="M12 8h3.5"/>"#
            )
        case .key: .constant(#"<circle cx="8" cy="15.5" r="4.5"/><path d="m11.5 12.5 8-8M16 8l3 3"/>"#)
        case .left: .constant(#"<path d="m14.5 6-6 6 6 6"/>"#)
        case .link:
            .constant(
                #"<path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"/>"#
            )
        case .lock:
            .constant(
                #"<rect x="5" y="10.5" width="14" height="10" rx="2.5"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>"#
            )
        case .mail:
            .constant(#"<rect x="3.5" y="5" width="17" height="14" rx="2.5"/><path d="m4 7.5 8 6 8-6"/>"#)
        case .mobile: .constant(#"<rect x="7" y="3" width="10" height="18" rx="2.5"/><path d="M11 18h2"/>"#)
        case .moon: .constant(#"<path d="M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z"/>"#)
        case .more:
            .constant(
                #"<circle cx="5" cy="12" r="1.2"/><circle cx="12" cy="12" r="1.2"/><circle cx="19" cy="12" r="1.2"/>"#
            )
        case .msg:
            .constant(
                #"<path d="M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 4v-4A2.5 2.5 0 0 1 4 13.5z"/>"#
            )
        case .note:
            .constant(
                #"<path d="M9 18V6l10-2v12"/><circle cx="6.5" cy="18" r="2.5"/><circle cx="16.5" cy="16" r="2.5"/>"#
            )
        case .people:
            .constant(
                #"<circle cx="9" cy="8" r="3.5"/><path d="M2.8 19.5c.5-3.4 3-5.5 6.2-5.5s5.700 2.100 6.200 5.5M15.5 4.900a3.5 3.5 0 0 1 0 6.200M17.5 14.400c2 .7 3.300 2.5 3.700 5.100"/>"#
            )
        case .phone:
            .constant(
                #"<path d="M5 4.5h3.5l1.5 4-2 1.5a12 12 0 0 0 6 6l1.5-2 4 1.5V19a1.5 1.5 0 0 1-1.5 1.5A15 15 0 0 1 3.5 6 1.5 1.5 0 0 1 5 4.5z"/>"#
            )
        case .pin:
            .constant(
                #"<path d="M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0c0 5 6.5 11 6.5 11z"/><circle cx="12" cy="10" r="2.300"/>"#
            )
        case .plus: .constant(#"<path d="M12 5v14M5 12h14"/>"#)
        case .repeat: .constant(#"<path d="M4 11a5 5 0 0 1 5-5h10l-3-3M20 13a5 5 0 0 1-5 5H5l3 3"/>"#)
        case .right: .constant(#"<path d="m9.5 6 6 6-6 6"/>"#)
        case .run:
            .constant(
                #"<path d="M3.5 16.5c0-3 1.5-5 3-8.5l3 2.5c1.5 2 4 3.5 7 4 2.5.5 4 1.5 4 4H6a2.5 2.5 0 0 1-2.5-2z"/><path d="m12 10-1.5 1.5M14.5 12.5 13 14"/>"#
            )
        case .scale:
            .constant(
                #"<path d="M12 4v16M7 20h10M5 7h14M5 7l-2.5 6a2.800 2.800 0 0 0 5 0zM19 7l-2.5 6a2.800 2.800 0 0 0 5 0z"/>"#
            )
        case .search: .constant(#"<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>"#)
        case .spark:
            .constant(
                #"<path d="M12 3.5c.7 5 3.5 7.800 8.5 8.5-5 .7-7.800 3.5-8.5 8.5-.7-5-3.5-7.800-8.5-8.5 5-.7 7.800-3.5 8.5-8.5z"/>"#
            )
        case .star:
            .constant(
                #"<path d="m12 4 2.5 5.200 5.700.8-4.100 4 1 5.700L12 17l-5.100 2.700 1-5.700-4.100-4 5.700-.8z"/>"#
            )
        case .today:
            .constant(
                #"<circle cx="12" cy="12" r="4"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4"/>"#
            )
        case .undo: .constant(#"<path d="M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3"/>"#)
        case .up: .constant(#"<path d="m6 14.5 6-6 6 6"/>"#)
        case .warn: .constant(#"<path d="M12 4.5 21 19.5H3z"/><path d="M12 10.5v4M12 17h0"/>"#)
        case .x: .constant(#"<path d="M6 6l12 12M18 6 6 18"/>"#)
        }
    }
}
