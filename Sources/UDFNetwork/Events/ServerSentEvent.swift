/// An event of a `text/event-stream`.
///
///     let event = ServerSentEvent(type: "page", data: Array("hello".utf8), id: "T1")
///     event.text   // "hello"
public struct ServerSentEvent: Sendable, Hashable {
  /// The event's type; `message` if the server sends none.
  public var type: String
  /// The values of its `data` lines, joined by line feeds. They are the original bytes, so that a reader can detect invalid UTF-8.
  public var data: [UInt8]
  /// The most recent `id` in the stream up to this event; empty if there is none.
  public var id: String
  /// Seconds to wait before a reconnect: the most recent `retry` in the stream up to this event; nil if there is none.
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
