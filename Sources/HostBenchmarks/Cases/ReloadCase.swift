import Dispatch
import UDFHost

/// From the moment a save is complete to the new code's answer, debounce included.
struct ReloadCase {
  let saves: Int

  func run() throws -> [Result] {
    let app = try ThreeFeatures.app()
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
      Result(name: "reload, median", seconds: Timing.median(times)),
      Result(name: "reload, 95th percentile", seconds: Timing.percentile(times, 0.95), promise: 0.060),
    ]
  }
}
