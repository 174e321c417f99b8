/// Adds up the cost of one function.
package final class Meter {
  package var cost: Cost
  private unowned let profiler: Profiler

  init(_ cost: Cost, of profiler: Profiler) {
    self.cost = cost
    self.profiler = profiler
  }

  /// Measures one part of the function's work, which belongs to an action; nil: the last dispatched one.
  package func measure<Result, Failure: Error>(
    of action: Int? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (spent, outer) = profiler.begin()
    defer {
      let own = profiler.end(spent, outer, cost, of: action)
      cost.seconds += own.seconds
      cost.worst = max(cost.worst, own.seconds)
      cost.bytes += own.bytes
    }
    return try body()
  }
}
