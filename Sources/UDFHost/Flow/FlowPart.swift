import LuaRuntime

/// The flow of an app or one of its child flows.
package struct FlowPart {
  /// The prefix of the full names of its routes, such as `checkout/`; empty for the outermost flow.
  package let prefix: String
  package let place: ScriptPosition?

  init(_ value: Value) {
    prefix = value["prefix"].text ?? ""
    place = ScriptPosition(site: value["site"])
  }
}
