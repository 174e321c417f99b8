import UDFHost
import UDFTooling

/// Completes in a session, from the host and the visible part of the screen.
package struct SessionSource: CompletionSource {
  let host: AppHost
  let pane: ScreenPane

  package init(host: AppHost, pane: ScreenPane) {
    (self.host, self.pane) = (host, pane)
  }

  package var features: [FeatureInfo] { host.features }
  package var services: [ServiceInfo] { host.services }
  package var flow: FlowInfo? { host.flow }
  // A failure is ignored here. Commands that read the same data report it.
  package var library: [String] { ((try? host.libraryWords()) ?? []).map { String($0.name.dropFirst("udf.".count)) } }
  package var navigation: [String] { (try? host.libraryMembers(of: "udf.Navigator")) ?? [] }
  package var targets: [String] { pane.targets }
  package var fields: [String] { pane.fields }
  package var types: [String] { host.actionTypes }

  package var actions: [String] { host.history(last: 100).reversed().map { "\($0.n)" } }
  package var effects: [String] { host.effectsUnderWay.map { "\($0.number)" } }
  package var labels: [String] { pane.labels }

  package func keys(at path: String) -> [String] { host.keys(at: path) }
  package func derived(at path: String) -> [String] { (try? ObservedPlace(path).names(in: host)) ?? [] }
  package func members(of chain: String) -> [String] { host.promptKeys(of: chain) }
  package func action(ofEvent name: String) -> String? { host.action(ofEvent: name) }
  package func fields(ofEvent name: String) -> [String] { host.fields(ofEvent: name) }
}
