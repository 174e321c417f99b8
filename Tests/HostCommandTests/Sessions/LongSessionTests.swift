import SeededTesting
import Testing

@Suite("A long session of mixed actions")
struct LongSessionTests {
  private static let wanted = Extent.runs(daily: 2_000, nightly: 20_000)

  @Test("replays with the same result twice, in other processes, with the recorded changes")
  func replayed() throws {
    let folder = AppFolder.depot()
    let session = folder.path + "/s.ndjson"
    folder.write("shift.lua", AppFolder.depotShift)
    let shift = ["-f", folder.path + "/shift.lua", "-e", ":undo"]
    let recording = try Batch(
      folder,
      arguments: ["--json", "--keep-going", "--seed", "\(Seed.current >> 1)", "--record", session]
        + (0..<Self.wanted / 500).flatMap { _ in shift })
    // The refused ones are reported.
    #expect(recording.code == 1, "\(Seed.replay)")

    let replays = try (0..<2).map { _ in try Batch(folder, folder.path, session, "--json", "-v", app: "replay") }
    for replay in replays { #expect(replay.code == 0, "\(replay.error)\(Seed.replay)") }
    let (first, second) = (Self.lines(replays[0]), Self.lines(replays[1]))
    let last = try #require(first.last)
    let summary = try #require(last.wholeMatch(of: /{"kind":"replay","actions":(\d+),"differing":0}/), "\(last)")
    #expect(try #require(Int(summary.1)) >= Self.wanted)
    try Self.expectSame(first, second)
    try Self.expectSame(Self.changes(Self.lines(recording)), Self.changes(first))
  }

  /// Fails with the first line that differs: both have tens of thousands.
  private static func expectSame(_ some: [Substring], _ others: [Substring]) throws {
    if let (one, other) = zip(some, others).first(where: { $0 != $1 }) {
      try #require(one == other, "\(Seed.replay)")
    }
    #expect(some.count == others.count, "\(Seed.replay)")
  }

  private static func lines(_ run: Batch) -> [Substring] {
    run.output.utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) }
  }

  private static func changes(_ lines: [Substring]) -> [Substring] {
    // Those of actions: a session has the whole state after an undo.
    lines.filter { $0.hasPrefix(#"{"kind":"change","n":"#) }
  }
}
