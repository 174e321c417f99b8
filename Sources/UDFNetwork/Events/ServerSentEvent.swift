/// An event of a `text/event-stream`.
///
///     let event = ServerSentEvent(type: "page", data: Array("hello".utf8), id: "T1")
///     event.text   // "hello"
public struct ServerSentEvent: Sendable, Hashable {
  /// The event's type; `message` if the server names none.
  public var type: String
  /// The values of its `data` lines, joined by line feeds: the bytes as they came, so that a reader can detect invalid UTF-8.
  public var data: [UInt8]
  /// The last id that the stream has set up to this event; empty if it has set none.
  public var id: String
  /// Seconds to wait before a reconnect, as the stream has last asked for up to this event; nil if it has not.
  public var retry: Double?

  public init(type: String = "message", data: [UInt8], id: String = "", retry: Double? = nil) {
    self.type = type
    self.data = data
    self.id = id
    self.retry = retry
  }

  /// The data as text; invalid UTF-8 is replaced by U+FFFD.
  public var text: String { String(decoding: data, as: UTF8.self) }
}
