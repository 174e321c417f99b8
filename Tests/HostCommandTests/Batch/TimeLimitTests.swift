import Testing

@Suite("--time-limit")
struct TimeLimitTests {
  private let folder = AppFolder()

  private static func stopped(_ place: String) -> String {
    """
    \(place): stopped: the time budget of 0.3 s is spent
      Its earlier changes are kept.
      To fix this, do less in one line, or allow it more time: --time-limit SECONDS

    """
  }

  @Test("stops a line of -e, of a pipe and a file of -f that compute too long, and names the position")
  func lines() throws {
    let limit = ["--time-limit", "0.3"]
    let line = try Batch(folder, arguments: limit + ["-e", "counter.inc{}\nwhile true do end", "-e", "1"])
    #expect(line.error == Self.stopped("-e 1:2"))
    #expect((line.output, line.code) == ("", 1))
    let pipe = try Batch(
      folder, arguments: limit + ["--keep-going"], input: "1 + 1\nwhile true do end\nstate.counter.count\n")
    #expect(pipe.error == Self.stopped("stdin:2"))
    #expect(pipe.lines == ["2", "0"])
    let file = folder.write("endless.lua", "local n = 0\nrepeat n = n + 1 until false\n")
    #expect(try Batch(folder, arguments: limit + ["-f", file]).error == Self.stopped("\(file):2"))
    let json = try Batch(folder, arguments: limit + ["--json", "-e", "while true do end"])
    #expect(json.answers.first?.hasPrefix(#"{"kind":"error","code":"budget","message":"-e:1: stopped: "#) == true)
  }

  @Test("limits reducers too, and does not count waiting")
  func others() throws {
    folder.write(
      "features/counter.lua",
      AppFolder.counterFeature.replacing(
        "reset = function(state) state.count = 0 end", with: "reset = function(state) while true do end end"))
    let run = try Batch(folder, "--time-limit", "0.3", "-e", "counter.reset{}")
    #expect(run.error.hasPrefix("features/counter.lua:16: counter/reset: stopped: the time budget of 0.3 s is spent\n"))
    let waiting = try Batch(
      folder, "--time-limit", "0.3", "-e", "counter.later{ s = 0.5 } settle()", "-e", "state.counter.count")
    #expect(waiting.lines == ["1"])
    #expect(waiting.code == 0)
  }

  @Test("takes a number of seconds above 0", arguments: ["0", "-1", "inf"])
  func wrong(seconds: String) throws {
    let run = try Batch(folder, "--time-limit", seconds, "-e", "1")
    #expect(run.error.hasPrefix("Error: --time-limit: the seconds must be a number above 0\n"))
    #expect(run.code == 2)
  }
}
