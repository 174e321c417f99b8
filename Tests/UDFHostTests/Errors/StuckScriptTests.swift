import HostTesting
import Platform
import Testing
import UDF
import UDFHost

@Suite("a script that does not stop, in a program")
struct StuckScriptTests {
  /// Moving the keys to more room, where they share one place, takes the square of their number.
  private static let feature = Source.feature(
    """
      name = "s", state = { n = 0 },
      reduce = {
        inc = function(state) state.n = state.n + 1 end,
        hang = function()
          local t = {}
          for i = 1, (1 << 14) + 1 do t[i * ((1 << 15) - 1)] = true end
        end,
      },
    """)

  @Test("is reported once with its line, on another thread; the host goes on when the script has ended")
  func reported() throws {
    let reports = Guarded<[HostError]>([])
    let app = try TestHost(["s": Self.feature]) {
      $0.timeBudget = 0.05
      $0.stuckSeconds = 0.05
      $0.onStuck = { error in reports.withLock { $0.append(error) } }
    }
    #expect(failure { try app.host.send("s/hang") }.contains("stopped: the time budget"))
    let all = reports.withLock { $0 }
    #expect(all.map(\.code) == ["stuck"])
    #expect(all.first?.message.hasPrefix("s.lua:8: the script does not stop\n") == true, "\(all)")
    #expect(all.first?.line == 8)
    try app.host.send("s/inc")
    #expect(try app.state("s.n") == 1)
  }
}
