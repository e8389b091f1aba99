import AtriumSDK

/// A parser for a record's color, which is a CSS name or `#RRGGBB`.
public enum CSSColor {
    /// Returns the color's stored form, or nil if the text is not a color.
    ///
    /// The stored form has CSS names in lower case, and hexadecimal digits in upper case.
    public static func normalized(_ text: String) -> String? {
        let name = text.lowercased()
        if names.contains(name) { return name }
        let digits = text.utf8.dropFirst()
        let isHex = digits.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20)
        }
        return text.hasPrefix("#") && digits.count == 6 && isHex ? text.uppercased() : nil
    }

    /// The color names from CSS Color Module Level 3, section 4.3.
    private static let names: Set<String> = Set(
        """
        aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
        cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
        darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
        darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
        firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
        hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
        lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
        lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
        mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
        midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
        palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple red
        rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray
        slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow
        yellowgreen
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}

extension WordRule {
    /// A rule that validates colors with ``CSSColor``.
    public static let color = WordRule(
        "the color is neither a CSS name nor #RRGGBB",
        remedy: "it must be a CSS name such as teal, or #RRGGBB",
        CSSColor.normalized)

    /// A rule that validates Lucide icon names, such as `heart-pulse`.
    ///
    /// An icon name consists of words that are joined by hyphens and contain only lower-case letters and
    /// digits. Each user interface knows which icons are available, and shows another icon if the name is
    /// unknown.
    public static let icon = WordRule(
        "the icon is not a name such as heart-pulse",
        remedy: "it must be the name of a Lucide icon, such as heart-pulse"
    ) { text in
        let name = text.lowercased()
        let words = name.split(separator: "-", omittingEmptySubsequences: false)
        let isName = words.allSatisfy { word in
            !word.isEmpty && word.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
        }
        return isName ? name : nil
    }
}
