import AtriumHost
import AtriumSDK
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Reads bodies that fit into memory.
enum RequestBodyReader {
    /// The media type of the body without its parameters, in lower case; nil where the request names none.
    ///
    /// - Throws: ``HTTPFailure`` with status 415 for a charset other than UTF-8, and for a body that is compressed.
    static func mediaType(_ request: Request) throws -> String? {
        try refuseCompressed(request)
        guard let header = request.headers[.contentType] else { return nil }
        let parts = header.split(separator: ";").map { $0.trimmed.lowercased() }
        let charset = parts.dropFirst().first { $0.hasPrefix("charset=") }?.dropFirst(8)
        if let charset, charset.trimmed(of: "\"") != "utf-8" {
            throw HTTPFailure.unsupportedType("application/json")
        }
        return parts.first
    }

    /// Refuses a body with a Content-Encoding.
    ///
    /// - Throws: ``HTTPFailure`` with status 415.
    static func refuseCompressed(_ request: Request) throws {
        if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" {
            throw HTTPFailure(
                .unsupportedMediaType, "unsupported-type", "the body is compressed",
                remedy: "send it without Content-Encoding")
        }
    }

    /// The bytes of the body.
    ///
    /// - Throws: ``HTTPFailure`` with status 413 as soon as it is known that there are more than `limit`.
    static func bytes(_ request: Request, limit: Int) async throws -> ByteBuffer {
        try checkLength(request, limit: limit)
        do {
            return try await request.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw HTTPFailure.tooLarge(limit)
        }
    }

    /// The parts of a form, taken apart as they come; or what is wrong with them, which is for those who may send a form.
    ///
    /// - Parameters:
    ///   - limit: how many bytes the form may have, files included.
    ///   - files: the fields that are files.
    ///   - textLimit: how many bytes all others may have together.
    /// - Throws: ``HTTPFailure`` with status 413 as soon as it is known that there are more than `limit` bytes.
    static func form(
        _ request: Request, limit: Int, files: Set<String>, textLimit: Int
    ) async throws -> Result<MultipartForm, HTTPFailure> {
        try checkLength(request, limit: limit)
        let length = request.headers[.contentLength].flatMap { Int($0) }
        var reader: MultipartReader<MultipartForm>
        do throws(HTTPFailure) {
            reader = try MultipartReader(
                contentType: request.headers[.contentType] ?? "", mostParts: ListLengths.formParts,
                MultipartForm(length: length, files: files, textLimit: textLimit))
        } catch { return .failure(error) }
        var count = 0
        for try await piece in request.body {
            count += piece.readableBytes
            guard count <= limit else { throw HTTPFailure.tooLarge(limit) }
            do {
                try reader.read(piece.readableBytesView)
            } catch let failure as HTTPFailure { return .failure(failure) }
        }
        do throws(HTTPFailure) { return .success(try reader.finish()) } catch { return .failure(error) }
    }

    /// Refuses a body by its announced length, before any of it is read.
    static func checkLength(_ request: Request, limit: Int) throws {
        guard let text = request.headers[.contentLength] else { return }
        guard let length = Int(text), length >= 0 else {
            throw HTTPFailure.malformed("Content-Length is not a number")
        }
        guard length <= limit else { throw HTTPFailure.tooLarge(limit) }
    }

    /// A JSON object.
    ///
    /// - Throws: ``HTTPFailure`` with status 400 for anything else.
    static func object(_ bytes: ByteBuffer) throws -> DataObject {
        guard bytes.readableBytes > 0 else { return [:] }
        let value: DataValue
        do {
            value = try bytes.withUnsafeReadableBytes { try DataValue(json: Data($0)) }
        } catch let error as AtriumError {
            throw HTTPFailure(.badRequest, "usage", error.message, remedy: error.remedy.description)
        }
        guard let object = value.objectValue else {
            throw HTTPFailure(
                .badRequest, "usage", "the body is not a JSON object",
                remedy: "send the fields as {\"name\":value}")
        }
        return object
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    var trimmed: String {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let text = String(self)
        guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
            let last = text.utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(text[first...last])
    }

    /// The text without a character at its ends.
    func trimmed(of character: Character) -> String {
        String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
    }
}
