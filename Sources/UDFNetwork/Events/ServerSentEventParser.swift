/// Parses a `text/event-stream`, as the HTML standard defines it (section 9.2.6), from chunks of any size.
struct ServerSentEventParser: Sendable {
  /// The error for an event with more than `maxEventBytes` bytes.
  struct EventTooLarge: Error {}

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let colon = UInt8(ascii: ":")

  /// The maximum bytes of all lines of one event, without comments.
  private let maxEventBytes: Int
  private var chunk: ArraySlice<UInt8> = []
  /// The bytes of the current line so far. Comments are not stored.
  private var line: [UInt8] = []
  private var isInComment = false
  private var isAtStart = true
  /// Whether the last byte was a carriage return: a line feed after it belongs to the same line end.
  private var endedInReturn = false
  /// The bytes of the event's complete lines.
  private var size = 0

  private var type: [UInt8] = []
  /// Nil without a `data` line; then there is no event.
  private var data: [UInt8]?
  private var id = ""
  private var retry: Double?

  init(maxEventBytes: Int) { self.maxEventBytes = maxEventBytes }

  /// Adds bytes; call ``next()`` until it returns nil before the next chunk.
  mutating func append(_ bytes: [UInt8]) { chunk.append(contentsOf: bytes) }

  /// Returns the next event that is complete, or nil if more bytes are needed.
  mutating func next() throws(EventTooLarge) -> ServerSentEvent? {
    while !chunk.isEmpty {
      if endedInReturn, chunk.first == Self.lineFeed {
        chunk.removeFirst()
        endedInReturn = false
        continue
      }
      endedInReturn = false
      if line.isEmpty, !isInComment { isInComment = chunk.first == Self.colon }
      let end = chunk.firstIndex { $0 == Self.lineFeed || $0 == Self.carriageReturn } ?? chunk.endIndex
      if !isInComment { line += chunk[..<end] }
      guard size + line.count <= maxEventBytes else { throw EventTooLarge() }
      guard end < chunk.endIndex else {
        chunk = []
        return nil
      }
      endedInReturn = chunk[end] == Self.carriageReturn
      chunk = chunk[(end + 1)...]
      if let event = endLine() { return event }
    }
    chunk = []
    return nil
  }

  /// Interprets the line; returns the event that an empty line completes.
  private mutating func endLine() -> ServerSentEvent? {
    defer {
      line.removeAll(keepingCapacity: true)
      isInComment = false
      isAtStart = false
    }
    if isInComment { return nil }
    if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    guard !line.isEmpty else { return dispatch() }
    size += line.count
    let nameEnd = line.firstIndex(of: Self.colon) ?? line.endIndex
    var value = line[nameEnd...].dropFirst()
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    setField(String(decoding: line[..<nameEnd], as: UTF8.self), value)
    return nil
  }

  private mutating func setField(_ name: String, _ value: ArraySlice<UInt8>) {
    switch name {
    case "event": type = Array(value)
    case "data" where data == nil: data = Array(value)
    case "data":
      data?.append(Self.lineFeed)
      data?.append(contentsOf: value)
    // The standard ignores an id that contains NUL.
    case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
    case "retry" where !value.isEmpty && value.allSatisfy { (48...57).contains($0) }:
      retry = (Double(String(decoding: value, as: UTF8.self)) ?? 0) / 1000
    default: break
    }
  }

  private mutating func dispatch() -> ServerSentEvent? {
    defer {
      size = 0
      type = []
      data = nil
    }
    guard let data else { return nil }
    let name = type.isEmpty ? "message" : String(decoding: type, as: UTF8.self)
    return ServerSentEvent(type: name, data: data, id: id, retry: retry)
  }
}
