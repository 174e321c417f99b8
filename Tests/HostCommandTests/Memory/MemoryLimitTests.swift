import Glibc
import Platform
import Testing

@Suite("--memory-limit")
struct MemoryLimitTests {
  private let folder = AppFolder(
    app: """
      local udf = require "udf"
      return udf.app { name = "bomb", features = { udf.feature {
        name = "bomb", state = { text = "" }, uses = { "json" },
        reduce = { failed = function(state, action) state.text = action.text end },
        actions = { decode = { count = "integer" }, failed = { text = "string" } },
        effects = {
          decode = function(cx, action)
            local ok, problem = pcall(cx.services.json.decode, "[" .. ("[],"):rep(action.count) .. "0]")
            cx.send { type = "failed", text = ok and "read" or problem.code .. ": " .. problem.message }
          end,
        },
      } } }
      """, features: [:])

  /// The most memory that a process had, in MiB.
  private func peak(_ process: pid_t) -> Int {
    let descriptor = Descriptor("/proc/\(process)/status", O_RDONLY)
    let status = String(decoding: descriptor?.rest ?? [], as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 >> 10 } ?? 0
  }

  @Test("6 MB of [[],[],…], 260 MB as values, use at most the limit and the process's own memory")
  func json() throws {
    var used = 0
    let run = try Batch(
      folder, "--memory-limit", "32", "--time-limit", "60", "--keep-alive",
      "-e", "bomb.decode { count = 2000000 }", "-e", "settle(600)", "-e", "state.bomb.text",
      "-e", "bomb.decode { count = 2 }", "-e", "settle(600)", "-e", "state.bomb.text", input: ""
    ) { process in
      used = peak(process)
      kill(process, SIGTERM)
    }
    #expect(run.lines.first?.hasPrefix("memory: json.decode: 1:") ?? false, "\(run.output)\(run.error)")
    // A sanitizer keeps what was freed.
    #expect((20..<400).contains(used), "\(used) MiB")
  }

  @Test("is a whole number of MiB, 1024 by default; 0 means no limit")
  func option() throws {
    #expect(try Batch(folder, "--memory-limit", "0", "-e", "1").output == "1\n")
    let wrong = try Batch(folder, "--memory-limit", "-1", "-e", "1")
    #expect(wrong.code == 2)
    #expect(
      wrong.error.hasPrefix("Error: --memory-limit: the MiB must be between 0 and 1073741824\n"), "\(wrong.error)")
    let script = try Batch(
      folder, "--memory-limit", "32", "-e", "t = {} for i = 1, 1000 do t[i] = ('x'):rep(100000) .. i end")
    #expect(script.error.hasPrefix("-e:1: stopped: the memory limit of 32 MiB is reached\n"), "\(script.error)")
    #expect(script.code == 1)
  }
}
