import Glibc
import Testing

@Suite("the reports of sync in batch")
struct SyncReportTests {
  /// Notes whose server fails with the code and the message in the file `down`, if there is one.
  private let folder = AppFolder(
    app: """
      local udf = require "udf"
      local function reach(cx)
        if cx.services.files.exists("down") then
          local code, message = cx.services.files.read("down"):match("^(%a+) (.*)$")
          error { code = code, message = message }
        end
      end
      return udf.app { name = "notes", features = {
        udf.sync {
          name = "notes", key = "id", uses = { "files" },
          remote = {
            pull = function(cx) reach(cx) return { changes = {}, next = "t1" } end,
            push = function(cx) reach(cx) end,
          },
        },
        udf.feature {
          name = "network", uses = { "files" }, state = {}, reduce = { down = function() end, up = function() end },
          effects = {
            down = function(cx, action) cx.services.files.write("down", action.reason) end,
            up = function(cx) cx.services.files.remove("down") end,
          },
        },
      } }
      """, features: [:])

  /// The network fails, fails again in the same way, fails in another way, and recovers.
  private let lines = [
    #"network.down{ reason = "unavailable no network" }"#, #"notes.mutate{ put = { id = "a", title = "A" } }"#,
    "notes.pull{ force = true }", "notes.pull{ force = true }",
    #"network.down{ reason = "unauthorized log in first" }"#, "notes.pull{ force = true }",
    "network.up{}", "notes.pull{ force = true }", "notes.pull{ force = true }",
  ].flatMap { ["-e", $0] }

  @Test("one line on standard error for each change of the problem")
  func text() throws {
    let run = try Batch(folder, arguments: ["--keep-going"] + lines)
    #expect(
      run.errorLines.filter { $0.hasPrefix("sync notes: ") } == [
        "sync notes: no network; 1 edit waits",
        "sync notes: log in first; 1 edit waits; to try again, send notes.pull{}",
        "sync notes: synchronized again",
      ])
  }

  @Test("the exit code is 1 only if the engine waits for the app at the end, also if the text has not changed")
  func codes() throws {
    func run(_ reasons: String...) throws -> (code: Int32?, error: String) {
      let lines = reasons.flatMap { reason in
        [
          "-e", reason.isEmpty ? "network.up{}" : "network.down{ reason = '\(reason)' }", "-e",
          "notes.pull{ force = true }",
        ]
      }
      let run = try Batch(folder, arguments: lines)
      return (run.code, run.error)
    }
    #expect(try run("unavailable oops").code == 0)
    #expect(try run("unauthorized oops").code == 1)
    let halted = try run("unavailable oops", "unauthorized oops")
    #expect(halted.code == 1)
    #expect(halted.error.hasSuffix("sync notes: oops; to try again, send notes.pull{}\n"))
    #expect(try run("unauthorized oops", "unavailable oops").code == 0)
    #expect(try run("unauthorized oops", "unavailable no network").code == 0)
    #expect(try run("unauthorized oops", "").code == 0)
  }

  @Test("one object for each change of the problem, with --json")
  func json() throws {
    let run = try Batch(folder, arguments: ["--json", "--keep-going"] + lines)
    #expect(
      run.lines.filter { $0.hasPrefix(#"{"kind":"sync""#) } == [
        #"{"kind":"sync","feature":"notes","problem":"no network","pending":1,"dead":0}"#,
        #"{"kind":"sync","feature":"notes","problem":"log in first","pending":1,"dead":0}"#,
        #"{"kind":"sync","feature":"notes","problem":null,"pending":0,"dead":0}"#,
      ])
    #expect(!run.error.contains("sync notes"))
  }

  @Test("a second process on the same data folder names the file and the first process")
  func secondProcess() throws {
    let arguments = ["--data", "\(folder.path)/data", "-e", "state.notes.count"]
    let first = try LineProcess(
      Launch.command, [folder.app] + arguments.prefix(2), in: folder, error: "first.log")
    first.send("settle(600)\nprint(state.notes.sync.phase)")
    #expect(first.line() == "idle")
    let second = try Batch(folder, arguments: arguments)
    #expect(second.code == 1)
    let reports = second.errorLines.filter { $0.hasPrefix("sync notes: ") }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("notes.sqlite: is used by process \(first.process); ") == true, "\(reports)")
    let edit = try Batch(
      folder,
      arguments: Array(arguments.prefix(2)) + [
        "-e", #"notes.mutate{ put = { id = "b" } }"#, "-e", "settle()", "-e", "1",
      ])
    let lost = edit.errorLines.first { $0.hasPrefix(#"notes: put of "b" was not stored: "#) }
    #expect(lost?.contains("is used by process \(first.process); ") == true, "\(edit.error)")
    #expect(edit.output == "")
    #expect(edit.code == 1)
    let unawaited = try Batch(
      folder,
      arguments: Array(arguments.prefix(2)) + ["--settle", "0", "-e", #"notes.mutate{ put = { id = "b" } }"#])
    #expect(unawaited.error.contains(#"notes: put of "b" was not stored: "#), "\(unawaited.error)")
    #expect(unawaited.code == 1)
  }
}
