extension StringProtocol {
    /// True if the text has no visible character.
    ///
    /// A blank text is empty, or consists of white space, control characters and invisible characters such as
    /// U+200B ZERO WIDTH SPACE.
    ///
    /// Invisible characters are the blank Braille pattern and all characters with the Unicode property
    /// Default_Ignorable_Code_Point.
    public var isBlank: Bool {
        unicodeScalars.allSatisfy { scalar in
            // Most texts begin with a visible character.
            if (0x21...0x7E).contains(scalar.value) { return false }
            let properties = scalar.properties
            return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
                || properties.generalCategory == .control || scalar == "\u{2800}"
        }
    }
}
