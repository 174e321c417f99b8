import LuaRuntime

/// The flow of an app or one in it, where its routes stand among all.
package struct FlowPart {
  /// What the full names of its routes begin with, `checkout/`; empty for the outermost flow.
  package let prefix: String
  package let place: ScriptPosition?

  init(_ value: Value) {
    prefix = value["prefix"].text ?? ""
    place = ScriptPosition(site: value["site"])
  }
}
