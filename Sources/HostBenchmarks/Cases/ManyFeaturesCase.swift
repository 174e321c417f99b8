import UDFHost

/// W4: the counter of W1 in an app of 50 features, compared with an app of one feature.
struct ManyFeaturesCase {
  let rounds: Int
  private let count = 100_000

  func run() throws -> [Result] {
    let apps = [try app(of: 1), try app(of: 50)]
    let hosts = try apps.map { try $0.host() }
    let subscriptions = hosts.map { $0.subscribe { _ in } }
    let loop = "for i = 1, \(count) do counter1.inc{ by = 1 } end"
    let times = try Timing.medians(rounds: rounds, count: count, hosts.map { host in { try host.run(loop) } })
    withExtendedLifetime(subscriptions) {}
    return [
      Result(
        name: "W4 counter.inc among 50 features", seconds: times[1], floor: times[0], floorName: "the only feature",
        promise: 1.1)
    ]
  }

  private func app(of features: Int) throws -> TemporaryApp {
    try TemporaryApp([
      "app.lua": """
      local udf = require "udf"
      local features = {}
      for i = 1, \(features) do
        features[i] = udf.feature {
          name = "counter" .. i,
          state = { count = 0 },
          reduce = { inc = function(state, action) state.count = state.count + action.by end },
        }
      end
      return udf.app { name = "bench", features = features }
      """
    ])
  }
}
