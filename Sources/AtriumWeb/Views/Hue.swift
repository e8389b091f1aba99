import AtriumSDK
import Foundation

/// A colour of the sheet, whose texts can be read on its tint in both themes.
enum Hue: String {
    case blue, green, amber, purple, red, gold

    /// The hue of what a colour says.
    init(_ tint: Figure.Tint) {
        self =
            switch tint {
            case .primary, .info: .blue
            case .accent: .gold
            case .success: .green
            case .warning: .amber
            case .error: .red
            case .purple: .purple
            }
    }

    /// The nearest to a colour as people write it, a name of CSS or `#RRGGBB`; nil for greys, and for what is no colour.
    init?(_ color: String?) {
        guard let color = color?.lowercased(), !color.isEmpty else { return nil }
        if color.hasPrefix("#") {
            self.init(hex: color.dropFirst())
        } else {
            // `lightgoldenrodyellow`, `darkolivegreen`: the word at the end says most.
            let found = Self.words.compactMap { word in
                color.range(of: word.part).map { (at: $0.upperBound, hue: word.hue) }
            }
            guard let last = found.max(by: { $0.at < $1.at }) else { return nil }
            self = last.hue
        }
    }

    /// Parts of the names of CSS.
    private static let words: [(part: String, hue: Hue)] = [
        ("blue", .blue), ("navy", .blue), ("cyan", .blue), ("aqua", .blue), ("azure", .blue),
        ("turquoise", .blue), ("teal", .blue), ("green", .green), ("lime", .green), ("olive", .gold),
        ("chartreuse", .green), ("red", .red), ("crimson", .red), ("maroon", .red), ("tomato", .red),
        ("salmon", .red), ("coral", .red), ("brick", .red), ("orange", .amber), ("brown", .amber),
        ("chocolate", .amber), ("sienna", .amber), ("peru", .amber), ("peachpuff", .amber), ("tan", .amber),
        ("purple", .purple), ("violet", .purple), ("orchid", .purple), ("magenta", .purple),
        ("fuchsia", .purple), ("indigo", .purple), ("plum", .purple), ("lavender", .purple),
        ("pink", .purple), ("thistle", .purple), ("yellow", .gold), ("gold", .gold), ("khaki", .gold),
    ]

    /// By the angle of a colour on its circle.
    private init?(hex: Substring) {
        let digits = hex.count == 3 ? hex.map { "\($0)\($0)" }.joined() : String(hex.prefix(6))
        guard digits.utf8.count == 6, let number = Int(digits, radix: 16) else { return nil }
        let parts = [number >> 16, number >> 8 & 0xFF, number & 0xFF].map(Double.init)
        let (red, green, blue) = (parts[0], parts[1], parts[2])
        let (most, least) = (max(red, green, blue), min(red, green, blue))
        let spread = most - least
        guard spread > 24 else { return nil }
        let sixth =
            most == red
            ? (green - blue) / spread : most == green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
        switch (sixth * 60 + 360).truncatingRemainder(dividingBy: 360) {
        case 18..<44: self = .amber
        case 44..<66: self = .gold
        case 66..<172: self = .green
        case 172..<252: self = .blue
        case 252..<336: self = .purple
        default: self = .red
        }
    }
}
