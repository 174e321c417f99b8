import LuaRuntime
import UDFHost

extension AppHost {
  /// What the app's features offer, in the app's order.
  public var features: [FeatureInfo] {
    loadedApp.features.filter { $0.name != FlowDefinition.feature }.map { feature in
      let actions = feature.ownActions.map { action in
        ActionInfo(
          name: action, fullName: "\(feature.name)/\(action)",
          fields: feature.schemas?[action]?.fields.map { .init(name: $0.name, type: $0.type.text) } ?? [],
          declared: feature.schemas?[action] != nil)
      }
      return FeatureInfo(
        name: feature.name, isNative: feature.home != .lua, actions: actions, events: feature.events.keys.sorted(),
        hasView: feature.hasView,
        effects: feature.effects.map(feature.fullType).sorted(), uses: feature.uses.sorted(),
        computed: feature.derived.computed.sorted(), sync: syncInfo(of: feature.name), file: feature.file,
        line: feature.line)
    }
  }

  /// What effects can use if their feature lists it, and a line at the prompt too.
  public var services: [ServiceInfo] {
    loadedApp.methods.map { name, methods in
      let native = table.services.first { $0.name == name }
      return ServiceInfo(
        name: name, doc: native?.doc ?? "",
        methods: methods.texts.sorted().map { method in
          guard let signature = table.signature(of: method, in: name),
            let declared = native?.methods.first(where: { $0.name == method })
          else { return ServiceInfo.Method(name: method, parameters: nil, signature: "\(name).\(method)(…)") }
          return ServiceInfo.Method(
            name: method, parameters: signature.parameters.map(\.name), signature: signature.text, doc: declared.doc)
        })
    }
  }

  /// What the flow and the scenes are, nil if the app has no flow.
  public var flow: FlowInfo? {
    loadedApp.flow.map { flow in
      FlowInfo(
        start: flow.start,
        routes: flow.routes.map {
          RouteInfo(name: $0.name, scene: $0.scene, link: $0.link?.description, isGuarded: $0.isGuarded)
        },
        scenes: loadedApp.scenes.map { SceneInfo(name: $0.name, events: $0.events.keys.sorted(), renders: $0.renders) })
    }
  }
}
