import UDFHost
import UDFTooling

/// The data that completion reads from a host. The protocol is small, so that a test can implement it.
package protocol CompletionSource {
  var features: [FeatureInfo] { get }
  var services: [ServiceInfo] { get }
  /// nil if the app has none.
  var flow: FlowInfo? { get }
  /// The names in the module `udf`.
  var library: [String] { get }
  /// The names in `nav`.
  var navigation: [String] { get }
  /// Returns the keys of the value at a path of the state; positions in a list as `[1]`.
  func keys(at path: String) -> [String]
  /// Returns the keys of the value at a path of a view state or the computed values, `view.cart.rows`.
  func derived(at path: String) -> [String]
  /// Returns the keys of the value of a chain of field accesses at the prompt, `it.rows` or `string`.
  func members(of chain: String) -> [String]
  /// Returns the full type of the action that a view event is mapped to, `cart.tap`; nil if there is none, or if a
  /// function makes it.
  func action(ofEvent name: String) -> String?
  /// Returns the fields that the function of a view event reads from the event.
  func fields(ofEvent name: String) -> [String]
  /// The numbers of past actions, newest first.
  var actions: [String] { get }
  /// The numbers of the effects that can be cancelled.
  var effects: [String] { get }
  /// The arguments of `:tap`: each number with its label.
  var targets: [String] { get }
  /// The labels of the elements that can be tapped.
  var labels: [String] { get }
  /// The field names that `:type` accepts.
  var fields: [String] { get }
  /// The action types that `:trace` accepts.
  var types: [String] { get }
}

extension CompletionSource {
  var library: [String] { [] }
  var navigation: [String] { [] }
  package var flow: FlowInfo? { nil }
  func derived(at path: String) -> [String] { [] }
  func members(of chain: String) -> [String] { [] }
  package func action(ofEvent name: String) -> String? { nil }
  package func fields(ofEvent name: String) -> [String] { [] }
  package var actions: [String] { [] }
  package var effects: [String] { [] }
  var targets: [String] { [] }
  var labels: [String] { [] }
  package var fields: [String] { [] }
  var types: [String] { features.flatMap(\.actions).map(\.fullName) }
}
