import LuaRuntime
import UDFHost

extension AppHost {
  /// The folder of the annotations, relative to the app's folder.
  static let annotations = ".udfhost/annotations"

  /// Writes LuaLS annotations for `udf` and for this app's features and services, and `.luarc.json` in the app's
  /// folder.
  ///
  /// Each file is written completely or not at all, and only if its text has changed. Settings of other tools in
  /// `.luarc.json` are kept, and a file that has the needed settings is not changed. Call this for an app that has not
  /// started, because the types of the states are derived from their present values.
  ///
  ///     var configuration = HostConfiguration(app: "examples/shop/app.lua")
  ///     configuration.startsFeatures = false
  ///     for file in try AppHost(configuration).annotate() where file.isNew { print(file.path) }
  ///
  /// - Parameter out: a folder to use instead of `.udfhost/annotations` in the app's folder.
  /// - Returns: all files, including those that were already up to date.
  /// - Throws: a `HostError`. If `.luarc.json` is not JSON or would lose comments, nothing is written. It also throws
  ///   if a file cannot be written.
  public func annotate(into out: String? = nil) throws(HostError) -> [AnnotationFile] {
    try requireOwner()
    let folder = loader.folder
    let target = AnnotationTarget(out ?? "\(folder)/\(AppHost.annotations)")
    let beside = AnnotationTarget(folder)
    let settings = "\(beside.path)/.luarc.json"
    var editor = try EditorSettings(beside.read(".luarc.json"), file: settings)
    let inside = target.path.hasPrefix(folder + "/") ? String(target.path.dropFirst(folder.count + 1)) : target.path
    try editor.add(library: inside)
    let contents = try annotationTexts()
    var files: [AnnotationFile] = []
    for (name, text) in contents { files.append(try target.save(text, to: name)) }
    if let text = try editor.text() {
      files.append(try beside.save(text, to: ".luarc.json"))
    } else {
      files.append(AnnotationFile(path: settings, isNew: false))
    }
    return files
  }

  /// Returns the name and text of each annotation file.
  func annotationTexts() throws(HostError) -> [(name: String, text: String)] {
    let library = LibraryAnnotations(try declaredLibrary())
    let services = try ServiceAnnotations(methods: loadedApp.methods, natives: table.services).text()
    let head = "-- Written by `udfhost annotations`: changes in this file are lost.\n-- luacheck: no max line length"
    func file(_ name: String, _ module: String, _ texts: String...) -> (String, String) {
      (name, (["---@meta \(module)\n\(head)"] + texts).joined(separator: "\n\n") + "\n")
    }
    return [
      file("udf.lua", "udf", library.language),
      file("udf/test.lua", "udf.test", library.tests),
      file("features.lua", "_", names, try featureTexts().joined(separator: "\n\n")),
      file("services.lua", "_", services),
      file("lua.lua", "_", StandardAnnotations.text),
    ]
  }

  /// The descriptions of the members of `udf` for the console.
  package func libraryWords() throws(HostError) -> [LibraryWord] { LibraryAnnotations(try declaredLibrary()).words }

  /// Returns the members of a class that the library declares, such as `udf.Navigator`.
  package func libraryMembers(of name: String) throws(HostError) -> [String] {
    LibraryAnnotations(try declaredLibrary()).members(of: name).map(\.name)
  }

  /// Returns the declarations of `library.lua`.
  func declaredLibrary() throws(HostError) -> Value { try result(of: PackageResources.library_lua) }

  /// Returns the example of each class, by the class's name.
  func examples() throws(HostError) -> Value { try result(of: PackageResources.examples_lua) }

  private func result(of tool: [UInt8]) throws(HostError) -> Value {
    do throws(LuaError) {
      guard let identity = prelude["identity"], let result = try prelude.adding(tool: tool) else { return .none }
      return try machine.call(identity, first: result).first ?? .none
    } catch { throw HostError(error) }
  }

  private func featureTexts() throws(HostError) -> [String] {
    var texts: [String] = []
    var states: [String: Value] = [:]
    var views: Set<String> = []
    for feature in loadedApp.features where feature.name != FlowDefinition.feature {
      let annotations = FeatureAnnotations(
        feature: feature, state: try read(Path([.key(feature.name)])),
        // The check reports failures before the first action; here they are ignored.
        computed: (try? computed(feature.name)) ?? .none, view: try? view(of: feature.name))
      texts.append(annotations.text)
      states[feature.name] = annotations.state
      if annotations.view != nil { views.insert(feature.name) }
    }
    return texts + loadedApp.scenes.map { SceneAnnotations(scene: $0, states: states, views: views).text }
  }

  /// The names of events, routes and scenes as types.
  private var names: String {
    let events =
      loadedApp.features.flatMap { feature in feature.events.keys.map { "\(feature.name).\($0)" } }
      + loadedApp.scenes.flatMap { scene in scene.events.keys.map { "\(scene.name).\($0)" } }
    // Inside a flow its routes have short names, and a child flow is a route too.
    let routes = (loadedApp.flow?.routes ?? []).flatMap { route in
      let steps = route.name.split(separator: "/")
      return steps.indices.flatMap { first in
        (first..<steps.count).map { steps[first...$0].joined(separator: "/") }
      }
    }
    return [
      AnnotationClass.alias("udf.EventName", of: events.sorted()),
      AnnotationClass.alias("udf.RouteName", of: Set(routes).sorted()),
      AnnotationClass.alias("udf.SceneName", of: loadedApp.scenes.map(\.name).sorted()),
    ].joined(separator: "\n\n")
  }
}
