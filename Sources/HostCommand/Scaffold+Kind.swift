import ArgumentParser

extension Scaffold {
  typealias File = (path: String, text: String)

  /// The kinds of files that `udfhost new` makes.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case app, feature, flow, scene, entities, sync, service

    /// All kinds with descriptions, one line each.
    static var list: String {
      let width = allCases.map(\.rawValue.count).max() ?? 0
      return allCases.map { kind in
        kind.rawValue + String(repeating: " ", count: width + 2 - kind.rawValue.count) + kind.summary
      }.joined(separator: "\n")
    }

    private var summary: String {
      switch self {
      case .app: "a folder with an app that has one feature, its service, tests and README"
      case .feature: "a feature and its service"
      case .flow: "a flow and its scenes"
      case .scene: "a scene"
      case .entities: "a table of rows"
      case .sync: "rows that are synchronized with a server"
      case .service: "a service"
      }
    }

    /// Returns the files of a part with this name, with paths relative to the working folder.
    func files(_ name: String) -> [File] {
      func file(_ path: String, _ template: [UInt8]) -> File {
        let text = String(decoding: template, as: UTF8.self)
        return (path, text.replacing("__NAME__", with: name))
      }
      return switch self {
      case .app:
        [file("\(name)/app.lua", PackageResources.app_lua), file("\(name)/README.md", PackageResources.README_md)]
          + Kind.feature.files("items").map { ("\(name)/\($0.path)", $0.text) }
      case .feature:
        [
          file("features/\(name).lua", PackageResources.feature_lua),
          file("features/\(name)_test.lua", PackageResources.feature_test_lua),
          file("services/\(name).lua", PackageResources.service_lua),
        ]
      case .flow:
        [
          file("flows/\(name).lua", PackageResources.flow_lua),
          file("flows/\(name)_test.lua", PackageResources.flow_test_lua),
          file("scenes/\(name).lua", PackageResources.flow_scenes_lua),
        ]
      case .scene:
        [
          file("scenes/\(name).lua", PackageResources.scene_lua),
          file("scenes/\(name)_test.lua", PackageResources.scene_test_lua),
        ]
      case .entities:
        [
          file("features/\(name).lua", PackageResources.entities_lua),
          file("features/\(name)_test.lua", PackageResources.entities_test_lua),
        ]
      case .sync:
        [
          file("features/\(name).lua", PackageResources.sync_lua),
          file("features/\(name)_test.lua", PackageResources.sync_test_lua),
        ]
      case .service:
        [
          file("services/\(name).lua", PackageResources.service_lua),
          file("services/\(name)_test.lua", PackageResources.service_test_lua),
        ]
      }
    }

    /// Returns the lines to add to `app.lua`, or the commands to run, to use the part.
    func next(_ name: String) -> String {
      let feature = "features = { …, require \"features.\(name)\" },"
      let service = "services = { …, \(name) = require \"services.\(name)\" },"
      let lines =
        switch self {
        case .app:
          [
            "udfhost \(name)/app.lua", "udfhost test \(name)/app.lua",
            "udfhost annotations \(name)/app.lua    (for an editor with LuaLS)",
          ]
        case .feature: [feature, service]
        case .flow:
          [
            "flow = require \"flows.\(name)\",",
            "scenes = { …, table.unpack(require \"scenes.\(name)\") },    (comes last)",
          ]
        case .scene: ["scenes = { require \"scenes.\(name)\", … },"]
        case .entities: [feature]
        case .sync: [feature, "grants = { hosts = { \"127.0.0.1:8790\" } },"]
        case .service: [service]
        }
      let title = self == .app ? "To see it:" : "To use it, add to app.lua:"
      return ([title] + lines.map { "  " + $0 }).joined(separator: "\n")
    }
  }
}
