/// The media types of files that people attach to events (IANA's registry), by file name.
enum MediaTypes {
    /// What RFC 2046 calls bytes of an unknown kind.
    static let unknown = "application/octet-stream"

    private static let byExtension = [
        "csv": "text/csv", "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "gif": "image/gif", "html": "text/html", "ics": "text/calendar", "jpeg": "image/jpeg",
        "jpg": "image/jpeg",
        "json": "application/json", "md": "text/markdown", "mp3": "audio/mpeg",
        "odt": "application/vnd.oasis.opendocument.text", "pdf": "application/pdf", "png": "image/png",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "txt": "text/plain",
        "vcf": "text/vcard", "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "zip": "application/zip",
    ]

    /// The media type that a file's name says, else ``unknown``.
    static func ofFile(named name: String) -> String {
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return byExtension[ending] ?? unknown
    }
}
