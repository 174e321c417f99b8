import UDFHost
import UDFTooling

/// Formats an app's flow: a line for each route, and the scenes with their events.
package struct FlowFormatter: Sendable {
  var palette: Palette

  package init(palette: Palette = .plain) {
    self.palette = palette
  }

  /// `article  showArticle  /articles/:id`
  package func text(_ flow: FlowInfo) -> String {
    let width = flow.routes.map(\.name.count).max() ?? 0
    let scenes = flow.routes.map(\.scene.count).max() ?? 0
    var lines = ["\(palette.bold("flow"))  \(palette.dim("starts with \(flow.start)"))"]
    for route in flow.routes {
      let more = [route.link ?? "", route.isGuarded ? palette.dim("· guarded") : ""].filter { !$0.isEmpty }
      let scene = more.isEmpty ? route.scene : route.scene.padded(to: scenes)
      lines.append((["  " + route.name.padded(to: width), scene] + more).joined(separator: "  "))
    }
    let known = flow.scenes.map { scene in
      scene.events.isEmpty ? scene.name : "\(scene.name){\(scene.events.joined(separator: ", "))}"
    }
    lines.append("\(palette.bold("scenes"))  \(known.joined(separator: " "))")
    return lines.joined(separator: "\n")
  }
}
