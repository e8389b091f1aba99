import AtriumSDK

/// The colours that a record can have: a name of CSS, or `#RRGGBB`.
public enum CSSColor {
    /// A colour in the form in which it is kept: names in lower case, hexadecimal digits in upper case; nil where the text
    /// is none.
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

    /// The names of CSS Color Module Level 3, section 4.3.
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
    /// A colour: ``CSSColor``.
    public static let color = WordRule(
        "the colour is neither a name of CSS nor #RRGGBB",
        remedy: "it is a CSS name such as teal, or #RRGGBB",
        CSSColor.normalized)

    /// The name of an icon of Lucide: words of small letters and digits with hyphens between, such as `heart-pulse`.
    ///
    /// Which icons there are, surfaces know; one that a surface does not have is drawn as another.
    public static let icon = WordRule(
        "the icon is no name such as heart-pulse",
        remedy: "it is the name of an icon of Lucide, such as heart-pulse"
    ) { text in
        let name = text.lowercased()
        let words = name.split(separator: "-", omittingEmptySubsequences: false)
        let isName = words.allSatisfy { word in
            !word.isEmpty && word.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
        }
        return isName ? name : nil
    }
}
