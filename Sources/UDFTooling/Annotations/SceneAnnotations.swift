import LuaRuntime
import UDFHost

/// Makes the annotations of a scene: the part of the state that it reads, and the scenes that it renders.
struct SceneAnnotations {
  let scene: SceneDefinition
  /// The initial states of features.
  let states: [String: Value]
  /// The features that have a view type.
  let views: Set<String>

  var text: String {
    let place = scene.place.map { ", \($0.file):\($0.line)" } ?? ""
    return (["-- MARK: scene \(name)\(place)"] + classes.map(\.text)).joined(separator: "\n\n")
  }

  private var name: String { scene.name }

  private var classes: [AnnotationClass] {
    var model = AnnotationClass(name: "\(name).Model", doc: "The parts of the state that the scene \(name) reads.")
    for (key, type) in members(scene.model.map { $0.split(separator: ".").map(String.init) }, at: []) {
      model.add(key, type)
    }
    var render = AnnotationClass(name: "\(name).Render", doc: "The scenes that it renders.")
    for other in scene.renders.sorted() { render.add(other, "fun(params?: table): table") }
    var definition = AnnotationClass(
      name: "\(name).Definition", doc: "The table of its file: `---@type \(name).Definition`.",
      parent: "udf.SceneDefinition")
    definition.add("view", "fun(model: \(name).Model, params: table, render: \(name).Render): table")
    return [model, render, definition]
  }

  /// Returns the next keys of paths that continue from `path`, each with the type of its value.
  private func members(_ paths: [[String]], at path: [String]) -> [(String, String)] {
    Dictionary(grouping: paths, by: { $0[0] }).sorted { $0.key < $1.key }.map { key, rest in
      let inner = rest.map { Array($0.dropFirst()) }
      let here = path + [key]
      if inner.contains([]) { return (key, type(of: here)) }
      let fields = members(inner, at: here).map { "\(LuaText.key($0)): \($1)" }
      return (key, "{ \(fields.joined(separator: ", ")) }")
    }
  }

  private func type(of path: [String]) -> String {
    if path[0] == "view" { return path.count == 2 && views.contains(path[1]) ? "\(path[1]).View" : "table" }
    if path.count == 1 { return "\(path[0]).State" }
    return path.dropFirst().reduce(states[path[0]] ?? .none) { $0[$1] }.annotated
  }
}
