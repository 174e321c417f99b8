import Dispatch
import UDFHost

/// The time from the end of a save until the view comes from the new code, including the debounce.
struct ReloadCase {
  let saves: Int

  func run() throws -> [Result] {
    try rows("3 modules", ThreeFeatures.app(), of: "two", saving: "features/two") {
      ThreeFeatures.feature("two", answer: $0)
    }
      + rows("50 modules", FiftyModules.app(), of: "f48", saving: "features/f48") {
        FiftyModules.feature("f48", answer: $0)
      }
      + rows("one of 50 that 48 require", FiftyModules.app(), of: "f48", saving: "lib/money") {
        FiftyModules.money(answer: $0)
      }
  }

  /// Saves a file repeatedly. The view of a feature shows which version of the code runs.
  private func rows(
    _ name: String, _ app: TemporaryApp, of feature: String, saving file: String, _ text: (Int) -> String
  ) throws -> [Result] {
    let host = try app.host { $0.watch = .auto }
    let woken = DispatchSemaphore(value: 0)
    host.handle.onWake { woken.signal() }
    var times: [Double] = []
    for save in 1...saves {
      try app.write(text(save), to: file + ".lua")
      times.append(
        try Timing.seconds {
          while try host.view(of: feature)["answer"] != .integer(Int64(save)) {
            _ = woken.wait(timeout: .now() + 1)
            host.poll()
          }
        })
    }
    return [
      Result(name: "reload, \(name), median", seconds: Timing.median(times)),
      Result(
        name: "reload, \(name), 95th percentile", seconds: Timing.percentile(times, 0.95), promise: 0.060),
    ]
  }
}
