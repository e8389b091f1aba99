extension StringProtocol {
    /// Whether there is nothing to be seen in the text: it is empty, or all white space, controls and characters that leave no
    /// mark, such as U+200B ZERO WIDTH SPACE.
    ///
    /// What leaves no mark is what Unicode's property Default_Ignorable_Code_Point says, and the blank of Braille.
    public var isBlank: Bool {
        unicodeScalars.allSatisfy { scalar in
            // Most texts show something in their first byte.
            if (0x21...0x7E).contains(scalar.value) { return false }
            let properties = scalar.properties
            return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
                || properties.generalCategory == .control || scalar == "\u{2800}"
        }
    }
}
