import Glibc
import Testing

@Suite("Batch: replay")
struct ReplayTests {
  private let folder = AppFolder()

  /// Waits at a barrier until the counter's step is another one, then reloads and does the rest.
  private func run(_ options: [String], _ lines: [String], step: String = "10 * (action.by or 1)") throws -> Batch {
    let wait = "repeat until services.files.exists('barrier')"
    let before = ["counter.inc{}", "counter.inc{ by = 0 }", "print(1)", wait].flatMap { ["-e", $0] }
    let after = ([":reload"] + lines).flatMap { ["-e", $0] }
    return try Batch(folder, arguments: options + before + after) { _ in
      let source = AppFolder.counterFeature
      folder.write("features/counter.lua", source.replacing("+ (action.by or 1)", with: "+ \(step)"))
      folder.write("barrier", "")
    }
  }

  @Test("a reload reports which past actions now differ, and :replay applies the differences")
  func adopts() throws {
    let run = try run(["-v"], [":replay 1..2", ":replay", "state.counter.count"])
    #expect(run.error.contains("   1 of 2 past actions now differs (#1) · :replay to adopt\n"))
    #expect(run.error.contains("✓ replay from #1 · 2 actions reduced again\n"))
    #expect(run.output.contains("   was counter.count: 0 → 1\n   now counter.count: 0 → 10\n#2 counter/inc {by=0}"))
    #expect(run.lines.last == "10")
    #expect(run.code == 0)
  }

  @Test("with --json, each of these is an object")
  func json() throws {
    let run = try run(["--json"], [":replay 1..1", ":replay"])
    #expect(run.lines.contains(#"{"kind":"preview","generation":2,"actions":2,"differing":[1]}"#))
    #expect(
      run.lines.contains(
        #"{"kind":"replayed","n":1,"type":"counter/inc","differs":true,"was":[{"new":1,"old":0,"op":"set","path":["counter","count"]}],"now":[{"new":10,"old":0,"op":"set","path":["counter","count"]}]}"#
      ))
    #expect(run.lines.contains(#"{"kind":"replay","first":1,"actions":2}"#))
  }

  @Test(
    "an invalid range is refused with an example",
    arguments: [
      ("x", ":replay: takes numbers of actions, 3..7, 3.., ..7 or 3; got x"),
      ("1..2..3", ":replay: takes numbers of actions, 3..7, 3.., ..7 or 3; got 1..2..3"),
      ("..", ":replay: takes numbers of actions, 3..7, 3.., ..7 or 3; got .."),
      ("0", ":replay: takes numbers of actions, 3..7, 3.., ..7 or 3; got 0"),
      ("7..3", ":replay: 7..3 ends before it begins; write 3..7"),
      ("3..", "replay: there is none from #3 on in the history; it is empty"),
      ("5", "replay: there is no action #5 in the history; it is empty"),
    ])
  func ranges(_ range: String, _ message: String) throws {
    let run = try Batch(folder, "-e", ":replay \(range)")
    #expect(run.error == message + "\n")
    #expect(run.code == 1)
  }

  @Test("--watch accepts auto, poll or off")
  func watch() throws {
    for mode in ["auto", "poll", "off"] { #expect(try Batch(folder, "--watch", mode, "-e", "1").output == "1\n") }
    let run = try Batch(folder, "--watch", "sometimes", "-e", "1")
    #expect(run.code == 2)
    #expect(run.error.contains("auto"))
  }
}
