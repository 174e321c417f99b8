import FlyingFox
import Foundation

extension HTTPResponse {
  static func json(_ value: some Encodable, _ status: HTTPStatusCode = .ok) throws -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return HTTPResponse(
      statusCode: status, headers: [.contentType: "application/json"], body: try encoder.encode(value))
  }

  static func failure(_ message: String, _ status: HTTPStatusCode) throws -> HTTPResponse {
    try json(["message": message], status)
  }
}
