import UDFNetwork

/// A live stream and its events so far.
struct CheckedStream {
  private let body: HTTPBody
  private var events: ServerSentEvents.AsyncIterator
  private let sent: String
  private var came: String

  /// The maximum number of events of other changes before the expected one.
  private static let eventLimit = 20

  init(_ stream: HTTPStream, sent: String, came: String) {
    body = stream.body
    events = stream.events(maxEventBytes: 64 << 20).makeAsyncIterator()
    self.sent = sent
    self.came = came
  }

  func evidence(_ problem: String) -> SyncEvidence { SyncEvidence(sent: sent, came: came, problem: problem) }

  /// Returns the next event; nil if the stream ends, fails or stays silent.
  mutating func next() async -> ServerSentEvent? {
    do throws(HTTPFailure) {
      guard let event = try await events.next() else {
        came = "the stream ended"
        return nil
      }
      came = CheckedAnswer.shortened("event: \(event.type) id: \(event.id) data: \(event.text)")
      return event
    } catch {
      came = error.message
      return nil
    }
  }

  /// Reads events until a page in one of them fulfils the condition. Returns false if there is none.
  mutating func reads(key: String, _ condition: (CheckedPage) -> Bool) async -> Bool {
    for _ in 0..<Self.eventLimit {
      guard let event = await next() else { return false }
      if condition(CheckedPage(event.data, key: key)) { return true }
    }
    return false
  }

  /// Reads bytes until a line starts with a colon. Returns false if the stream ends or stays silent first.
  mutating func readsComment() async -> Bool {
    var last = UInt8(ascii: "\n")
    var chunks = body.makeAsyncIterator()
    do throws(HTTPFailure) {
      while let chunk = try await chunks.next() {
        for byte in chunk {
          if byte == UInt8(ascii: ":"), last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { return true }
          last = byte
        }
      }
      came = "the stream ended"
    } catch {
      came = error.message
    }
    return false
  }
}
