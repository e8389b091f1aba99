import AtriumHost
import AtriumSDK
import HTTPTypes
import Hummingbird
import NIOCore

/// The bodies of answers.
enum Answer {
    static let jsonType = "application/json"

    /// A value as JSON.
    static func json(
        _ value: DataValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = HTTPFields()
    ) -> Response {
        json(bytes: value.jsonBytes, status: status, headers: headers)
    }

    /// Bytes that are JSON.
    static func json(
        bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = HTTPFields()
    ) -> Response {
        json(bytes: ByteBuffer(bytes: bytes), status: status, headers: headers)
    }

    /// Bytes that are JSON, which may be shared with other answers.
    static func json(
        bytes: ByteBuffer, status: HTTPResponse.Status = .ok, headers: HTTPFields = HTTPFields()
    ) -> Response {
        json(body: body(bytes), status: status, headers: headers)
    }

    /// The same, with what is held until the client has all of it.
    static func json(
        bytes: ByteBuffer, _ place: Places.Place?, status: HTTPResponse.Status, headers: HTTPFields
    ) -> Response {
        json(body: body(bytes, place), status: status, headers: headers)
    }

    /// A body that is JSON.
    static func json(
        body: ResponseBody, status: HTTPResponse.Status, headers: HTTPFields
    ) -> Response {
        var headers = headers
        headers[.contentType] = jsonType
        return Response(status: status, headers: headers, body: body)
    }

    /// Says that a job has begun, and where it is told of (RFC 9110, section 15.3.3).
    static func begun(_ job: Job) -> Response {
        json(
            bytes: job.snapshot.json, status: .accepted,
            headers: [.location: "\(Route.base)/jobs/\(job.id)"])
    }

    /// How much of a body is handed over at once: no more of it waits beyond what the client has room for.
    static let pieceSize = 1 << 16

    /// Bytes in memory as a body that is given as the client takes it.
    private static func body(_ bytes: ByteBuffer, _ place: Places.Place? = nil) -> ResponseBody {
        guard bytes.readableBytes > pieceSize else { return ResponseBody(byteBuffer: bytes) }
        return ResponseBody(contentLength: bytes.readableBytes) { writer in
            defer { place?.leave() }
            try await writer.write(inPieces: bytes)
            try await writer.finish(nil)
        }
    }

    /// Nothing but a status.
    static func empty(_ status: HTTPResponse.Status, headers: HTTPFields = HTTPFields()) -> Response {
        Response(status: status, headers: headers)
    }

    /// An error as `{"error":{…}}`: below 500 with the reason, from 500 with the request's id only.
    static func failure(_ failure: HTTPFailure, requestID: String) -> Response {
        json(
            bytes: bytes(of: failure, requestID: requestID), status: failure.status, headers: failure.headers)
    }

    /// The body of ``failure(_:requestID:)``.
    static func bytes(of failure: HTTPFailure, requestID: String = "") -> [UInt8] {
        var error: DataObject = ["code": .text(failure.code), "message": .text(failure.message)]
        if failure.status.code >= 500 {
            error["id"] = .text(requestID)
        } else {
            error["remedy"] = .text(failure.remedy)
            error["field"] = .text(orNull: failure.field)
            if !failure.choices.isEmpty { error["choices"] = .list(failure.choices.map(\.value)) }
            if !failure.slots.isEmpty { error["slots"] = .list(failure.slots.map(\.value)) }
        }
        return DataValue.object(["error": .object(error)]).jsonBytes
    }
}

extension ResponseBodyWriter {
    /// Writes bytes as fast as they are taken.
    ///
    /// Whoever takes some of them within the time for that goes on: the time of one that has all to take at once would be
    /// over before.
    mutating func write(inPieces bytes: ByteBuffer) async throws {
        var rest = bytes
        while rest.readableBytes > 0,
            let piece = rest.readSlice(length: min(rest.readableBytes, Answer.pieceSize))
        {
            // A copy: the last piece under way would keep all the others in memory.
            try await write(ByteBuffer(bytes: piece.readableBytesView))
        }
    }
}

extension HubService {
    /// From how many bytes on an answer waits for its client on the vault's disk.
    static let largeAnswer = 1 << 20

    /// A command's result as an answer with its entity tag; 304 where the client has it already (RFC 9110 section 13.1.2).
    ///
    /// - Throws: ``HTTPFailure`` with status 412 where it wants another state; else as ``answer(_:of:status:headers:isWritten:)``.
    func answer(_ value: DataValue, to request: Request, of session: Session) throws -> Response {
        let json = value.jsonBytes
        let tag = RecordVersion.tag(of: json)
        // Kept by the client alone, and asked for again before every use.
        let headers: HTTPFields = [.eTag: "\"\(tag)\"", .cacheControl: "private, no-cache"]
        if try Conditions.isNotModified(request, tag: tag) {
            return Answer.empty(.notModified, headers: headers)
        }
        return try answer(json, of: session, headers: headers)
    }

    /// JSON as an answer that takes little memory, however many clients leave theirs unread.
    ///
    /// Each may hold a few kilobytes; what is more is counted by user. What is large, or has no room, waits on the vault's
    /// disk, in one of the places for downloads.
    ///
    /// - Parameter isWritten: whether it tells of a write that is done, which is never refused for want of a place.
    /// - Throws: ``HTTPFailure``: 429 where the user leaves too much unread, 503 where all do.
    func answer(
        _ json: [UInt8], of session: Session, status: HTTPResponse.Status = .ok, headers: HTTPFields,
        isWritten: Bool = false
    ) throws -> Response {
        let (user, count) = (session.user.id, json.count)
        guard count > Answer.pieceSize else {
            return Answer.json(bytes: json, status: status, headers: headers)
        }
        /// Nil for what is given without one.
        func enter(_ places: Places, _ count: Int = 1) throws -> Places.Place? {
            guard isWritten else { return try places.enter(user, count) }
            return try? places.enter(user, count)
        }
        func inMemory(_ place: Places.Place?) -> Response {
            Answer.json(bytes: ByteBuffer(bytes: json), place, status: status, headers: headers)
        }
        if count <= Self.largeAnswer, let place = try? answering.enter(user, count) { return inMemory(place) }
        let place = try enter(downloading)
        do {
            let spool = try session.makeSpool()
            try json.withUnsafeBytes { try spool.append($0) }
            return Answer.json(
                body: try fileBody(SpoolFile(name: "", spool), place), status: status, headers: headers)
        } catch let error as AtriumError where Spool.isWithoutRoom(error) {
            return inMemory(try enter(answering, count))
        }
    }
}
