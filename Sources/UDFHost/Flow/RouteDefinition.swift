import LuaRuntime
import UDF

/// A route of a flow or of one of its child flows, as the files describe it.
package struct RouteDefinition {
  /// The name with those of the enclosing flows: `checkout/address`.
  package let name: String
  package let scene: String
  package let link: LinkPattern?
  package let isGuarded: Bool
  /// The flow that contains it, as errors name it.
  package let flow: String
  package let place: ScriptPosition?

  init(_ value: Value) throws(HostError) {
    name = value["name"].text ?? ""
    scene = value["scene"].text ?? ""
    isGuarded = value["guarded"] == true
    flow = value["flow"].text ?? ""
    place = ScriptPosition(site: value["site"])
    guard let text = value["link"].text else {
      link = nil
      return
    }
    let subject = "\(flow): routes.\(name)"
    do throws(LinkError) { link = try LinkPattern(text) } catch {
      throw HostError(load: "\(subject): \(error)", at: place)
    }
  }

  func problem(_ text: String) -> HostError { HostError(load: "\(flow): routes.\(name): \(text)", at: place) }
}
