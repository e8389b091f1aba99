/// As what the content of an attachment is given to others.
enum AttachmentType {
    /// What is given as it says it is: no program of the client's runs anything in it.
    static let shown: Set<String> = [
        "image/avif", "image/bmp", "image/gif", "image/heic", "image/jpeg", "image/png", "image/tiff",
        "image/webp", "application/pdf", "audio/mpeg", "audio/ogg", "video/mp4", "text/plain",
    ]
    /// What all else is given as.
    static let other = "application/octet-stream"

    /// The type of an answer for what a file has said of its type.
    static func given(_ type: String) -> String {
        let essence = type.lowercased().prefix { $0 != ";" && $0 != " " }
        return shown.contains(String(essence)) ? String(essence) : other
    }
}
