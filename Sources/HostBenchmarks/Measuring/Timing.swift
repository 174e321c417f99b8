import Platform

/// Measures times. `medians` runs several bodies alternately in each round, so that noise affects all of them equally.
enum Timing {
  /// The median seconds of each body for one of its `count` operations.
  static func medians(rounds: Int, count: Int, _ bodies: [() throws -> Void]) throws -> [Double] {
    for body in bodies { try body() }  // caches, allocators and branch predictors warm up
    var times = [[Double]](repeating: [], count: bodies.count)
    for _ in 0..<rounds {
      for (index, body) in bodies.enumerated() {
        times[index].append(try seconds(body) / Double(count))
      }
    }
    return times.map(median)
  }

  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let elapsed = try ContinuousClock().measure(body)
    return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
  }

  /// The seconds of processor time of a body, in all threads.
  static func processorSeconds(_ body: () throws -> Void) rethrows -> Double {
    let start = processorSeconds
    try body()
    return processorSeconds - start
  }

  /// The seconds of processor time that the process has used so far, in all threads.
  static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  static func secondsAwaiting(_ body: () async throws -> Void) async rethrows -> Double {
    let elapsed = try await ContinuousClock().measure(body)
    return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
  }

  static func median(_ times: [Double]) -> Double { percentile(times, 0.5) }

  static func percentile(_ times: [Double], _ part: Double) -> Double {
    let sorted = times.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}
