import UDFHost
import UDFTooling

extension FlowInfo {
  /// The flow as plain data, for JSON.
  var described: Record {
    [
      "start": .string(start),
      "routes": .list(
        routes.map { route in
          [
            "name": .string(route.name), "scene": .string(route.scene),
            "link": route.link.map { .string($0) } ?? .none, "guarded": .boolean(route.isGuarded),
          ]
        }),
      "scenes": .list(
        scenes.map { scene in
          [
            "name": .string(scene.name), "events": .list(scene.events.map { .string($0) }),
            "renders": .list(scene.renders.map { .string($0) }),
          ]
        }),
    ]
  }
}
