import Dispatch
import UDFHost

/// From the moment a save is complete to the new code's answer, debounce included.
struct ReloadCase {
  let saves: Int

  func run() throws -> [Result] {
    try rows(["one", "two", "three"]) + rows((1...49).map { "f\($0)" } + ["two"])
  }

  private func rows(_ names: [String]) throws -> [Result] {
    let app = try ThreeFeatures.app(names)
    let host = try app.host { $0.watch = .auto }
    let woken = DispatchSemaphore(value: 0)
    host.handle.onWake { woken.signal() }
    var times: [Double] = []
    for save in 1...saves {
      try app.write(ThreeFeatures.feature("two", answer: save), to: "features/two.lua")
      times.append(
        try Timing.seconds {
          while try host.view(of: "two")["answer"] != .integer(Int64(save)) {
            _ = woken.wait(timeout: .now() + 1)
            host.poll()
          }
        })
    }
    return [
      Result(name: "reload, \(names.count) modules, median", seconds: Timing.median(times)),
      Result(
        name: "reload, \(names.count) modules, 95th percentile", seconds: Timing.percentile(times, 0.95),
        promise: 0.060),
    ]
  }
}
