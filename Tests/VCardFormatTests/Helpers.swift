import ContentLine
import VCardFormat

/// Reads one card.
func read(_ text: String) -> VCardReader.Item {
    VCardReader.read(RawItem(name: "VCARD", bytes: Array(text.utf8)))
}

/// A card of a version with these lines.
func card(_ version: VCardVersion, _ lines: String) -> VCard {
    read("BEGIN:VCARD\r\nVERSION:\(version.rawValue)\r\n\(lines)\r\nEND:VCARD\r\n").card
}

/// Text of bytes, for comparing.
func string(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
}

/// The lines of a card as it would be written, without BEGIN, VERSION and END.
func lines(_ editor: VCardEditor) -> [String] {
    string(editor.written()).split(separator: "\r\n").map(String.init)
        .filter { !$0.hasPrefix("BEGIN:") && !$0.hasPrefix("VERSION:") && !$0.hasPrefix("END:") }
}
