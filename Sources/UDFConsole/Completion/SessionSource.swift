import UDFHost
import UDFTooling

/// What completion asks in a session: the host, and the screen as far as it is shown.
struct SessionSource: CompletionSource {
  let host: AppHost
  let pane: ScreenPane

  var features: [FeatureInfo] { host.features }
  var services: [ServiceInfo] { host.services }
  var flow: FlowInfo? { host.flow }
  // What cannot be read is told by who asks for it in words.
  var library: [String] { ((try? host.libraryWords()) ?? []).map { String($0.name.dropFirst("udf.".count)) } }
  var navigation: [String] { (try? host.navigationWords()) ?? [] }
  var targets: [String] { pane.targets }
  var fields: [String] { pane.fields }
  var types: [String] { host.actionTypes }

  func keys(at path: String) -> [String] { host.keys(at: path) }
}
