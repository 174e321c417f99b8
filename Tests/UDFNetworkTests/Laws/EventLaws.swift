import SeededTesting
import Testing
import UDFNetwork

@Suite("a stream of events in chunks of any size")
struct EventLaws {
  /// A random event, and one of its text representations.
  private static func written(using generator: inout SeededGenerator) -> (event: ServerSentEvent, text: String) {
    let texts = ["", "a", " b", "é:𝄞", "[17,{\"id\":\"a1\"}]", "data: c"]
    let lines = (0...Int.random(in: 0...3, using: &generator)).map { _ in texts.randomElement(using: &generator) ?? "" }
    let type = ["message", "page"].randomElement(using: &generator) ?? ""
    let id = texts.randomElement(using: &generator)?.trimmingPrefix(" ").description ?? ""
    var fields = lines.map { "data: \($0)" }
    fields.insert("id: \(id)", at: .random(in: 0...fields.count, using: &generator))
    if type != "message" { fields.insert("event:\(type)", at: .random(in: 0...fields.count, using: &generator)) }
    for noise in [":", ": comment", "unknown: 1", "retry: x"] where Bool.random(using: &generator) {
      fields.insert(noise, at: .random(in: 0...fields.count, using: &generator))
    }
    var text = ""
    for line in fields + [""] {
      // A line feed after a carriage return would belong to the previous line end.
      let ends = line.isEmpty && text.hasSuffix("\r") ? ["\r", "\r\n"] : ["\n", "\r", "\r\n"]
      text += line + (ends.randomElement(using: &generator) ?? "\n")
    }
    return (ServerSentEvent(type: type, data: Array(lines.joined(separator: "\n").utf8), id: id), text)
  }

  /// Splits the bytes at random positions; chunks may be empty.
  private static func split(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [[UInt8]] {
    let count = Int.random(in: 0...bytes.count, using: &generator)
    let cuts = (0..<count).map { _ in Int.random(in: 0...bytes.count, using: &generator) }.sorted()
    return zip([0] + cuts, cuts + [bytes.count]).map { Array(bytes[$0..<$1]) }
  }

  @Test("has the events that were written")
  func writtenEvents() async {
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<Extent.runs(daily: 300, nightly: 5000) {
      let written = (0..<Int.random(in: 0...5, using: &generator)).map { _ in Self.written(using: &generator) }
      let bytes = Array(((Bool.random(using: &generator) ? "\u{FEFF}" : "") + written.map(\.text).joined()).utf8)
      let (read, failure) = await events(in: Self.split(bytes, using: &generator))
      #expect(read == written.map(\.event), "\(Seed.replay)")
      #expect(failure == nil, "\(Seed.replay)")
    }
  }

  @Test("has the same events and the same failure for every split of the same bytes")
  func anySplit() async {
    var generator = SeededGenerator(seed: Seed.current)
    let alphabet = Array("\n\n\n\r\r:: adeintrv0\0\u{FEFF}é".utf8) + [0xFF]
    let words = [
      "data:", "data: x\n", "data: y\r\r", "\n\n", "id: 1\n", "event: a\r", "retry: 10\r\n", ": c\n", "\u{FEFF}",
    ]
    .map { Array($0.utf8) }
    var dispatched = 0
    for _ in 0..<Extent.runs(daily: 1000, nightly: 20_000) {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...30, using: &generator) {
        if Bool.random(using: &generator) {
          bytes += words.randomElement(using: &generator) ?? []
        } else {
          bytes.append(alphabet.randomElement(using: &generator) ?? 0)
        }
      }
      let limit = Int.random(in: 1...60, using: &generator)
      let whole = await events(in: [bytes], maxEventBytes: limit)
      let parts = await events(in: Self.split(bytes, using: &generator), maxEventBytes: limit)
      #expect(whole.events == parts.events, "\(bytes) \(Seed.replay)")
      #expect(whole.failure == parts.failure, "\(bytes) \(Seed.replay)")
      dispatched += whole.events.count
    }
    #expect(dispatched > 200, "\(Seed.replay)")
  }
}
