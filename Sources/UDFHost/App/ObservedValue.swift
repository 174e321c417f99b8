import LuaRuntime
import Observation
import UDF

/// The value at a path of the state or of a view state, for views that use Observation. Confined to the host's owner.
/// The value is updated as long as the object is retained.
///
///     let count = try host.observed(at: "counter.count")
///     withObservationTracking { print(count.value) } onChange: { print("the value will change") }
@Observable public final class ObservedValue {
  public fileprivate(set) var value = Value.none
  @ObservationIgnored fileprivate var subscription: Subscription?
}

extension AppHost {
  /// The value at a path, now and after each change. Throws as ``subscribe(at:_:)`` does.
  public func observed(at path: String) throws -> ObservedValue {
    let observed = ObservedValue()
    observed.subscription = try subscribe(at: path) { [weak observed] in observed?.value = $0 }
    return observed
  }
}
