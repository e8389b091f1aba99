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
        var headers = headers
        headers[.contentType] = jsonType
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: bytes))
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
        }
        return DataValue.object(["error": .object(error)]).jsonBytes
    }
}

extension Answer {
    /// JSON with its entity tag; 304 where the client has it already (RFC 9110 section 13.1.2).
    ///
    /// - Throws: ``HTTPFailure`` with status 412 where it wants another state.
    static func conditional(_ value: DataValue, _ request: Request) throws -> Response {
        let json = value.jsonBytes
        let tag = RecordVersion.tag(of: json)
        // Kept by the client alone, and asked for again before every use.
        let headers: HTTPFields = [.eTag: "\"\(tag)\"", .cacheControl: "private, no-cache"]
        if try Conditions.isNotModified(request, tag: tag) { return empty(.notModified, headers: headers) }
        return self.json(bytes: json, headers: headers)
    }
}
