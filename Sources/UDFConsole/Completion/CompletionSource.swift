import UDFHost
import UDFTooling

/// What completion asks a host; small enough that a test can stand in for one.
protocol CompletionSource {
  var features: [FeatureInfo] { get }
  var services: [ServiceInfo] { get }
  /// nil if the app has none.
  var flow: FlowInfo? { get }
  /// What the module `udf` has.
  var library: [String] { get }
  /// What `nav` has.
  var navigation: [String] { get }
  /// The keys of what stands at a path of the state, positions in a list as `[1]`.
  func keys(at path: String) -> [String]
  /// What `:tap` can be given: each number with its label.
  var targets: [String] { get }
  /// What `:type` can be given.
  var fields: [String] { get }
  /// The types of actions that `:trace` can be given.
  var types: [String] { get }
}

extension CompletionSource {
  var library: [String] { [] }
  var navigation: [String] { [] }
  var flow: FlowInfo? { nil }
  var targets: [String] { [] }
  var fields: [String] { [] }
  var types: [String] { features.flatMap(\.actions).map(\.fullName) }
}
