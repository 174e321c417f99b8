import Platform
import SocketTesting
import UDF

/// A sync server with one row, which sends each change of the row over all open live streams.
final class LiveServer: Sendable {
  private let version = Guarded(1)
  private let streams = Guarded<[RawConnection]>([])

  /// The number of open live streams.
  var open: Int { streams.withLock(\.count) }

  /// Changes the row, and sends it over all streams.
  func edit() {
    let version = version.withLock { version in
      version += 1
      return version
    }
    send(version, after: version - 1, on: streams.withLock { $0 })
  }

  /// Answers the requests of a connection.
  func serve(_ connection: RawConnection) {
    while let request = connection.request() {
      let version = version.withLock { $0 }
      guard request.hasPrefix("GET /live") else {
        connection.send(RawServer.ok(Self.page(version, after: nil).map { $0 + "\n" }.joined()))
        return
      }
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
      send(version, after: version, on: [connection])
      streams.withLock { $0.append(connection) }
      connection.waitForEnd()
      return
    }
  }

  private func send(_ version: Int, after last: Int, on streams: [RawConnection]) {
    let lines = Self.page(version, after: last).map { "data: \($0)\n" }
    for stream in streams { stream.send("event: page\nid: T\(version)\n\(lines.joined())\n") }
  }

  /// The head and the row, if it has changed.
  private static func page(_ version: Int, after last: Int?) -> [String] {
    let from = last.map { "\"T\($0)\"" } ?? "null"
    let changes = last == version ? [] : [#"[\#(version),{"id":"a","title":"\#(version)"}]"#]
    return [
      #"{"version":2,"epoch":"E","from":\#(from),"next":"T\#(version)","more":false,"changes":\#(changes.count),"#
        + #""mutations":{},"live":true}"#
    ] + changes
  }
}
