import LuaRuntime
import UDFHost

extension AppHost {
  /// Where annotations go, in the app's folder.
  static let annotations = ".udfhost/annotations"

  /// Writes what LuaLS has to know of `udf`, of this app's features and services, and `.luarc.json` beside the app.
  ///
  /// Each file is written whole or not at all, and only if it is to have another text. Of `.luarc.json` what others have set
  /// is kept, and one that has what it needs is left as it is. For an app that has not started: states are told by what
  /// they are then.
  ///
  ///     var configuration = HostConfiguration(app: "examples/shop/app.lua")
  ///     configuration.startsFeatures = false
  ///     for file in try AppHost(configuration).annotate() where file.isNew { print(file.path) }
  ///
  /// - Parameter out: another folder than `.udfhost/annotations` beside the app.
  /// - Returns: all files, also those that were as they should be.
  /// - Throws: a ``HostError``, with nothing written, if `.luarc.json` is not JSON or would lose comments; or if a file cannot
  ///   be written.
  public func annotate(into out: String? = nil) throws(HostError) -> [AnnotationFile] {
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

  /// From each file of annotations to its text.
  func annotationTexts() throws(HostError) -> [(name: String, text: String)] {
    let library = LibraryAnnotations(try declaredLibrary())
    let services = try ServiceAnnotations(methods: loadedApp.methods, natives: table.services).text()
    let head = "-- Written by `udfhost annotations`: what is changed here is lost.\n-- luacheck: no max line length"
    func file(_ name: String, _ module: String, _ texts: String...) -> (String, String) {
      (name, (["---@meta \(module)\n\(head)"] + texts).joined(separator: "\n\n") + "\n")
    }
    return [
      file("udf.lua", "udf", library.language),
      file("udf/test.lua", "udf.test", library.tests),
      file("features.lua", "_", names, try featureTexts().joined(separator: "\n\n")),
      file("services.lua", "_", services),
    ]
  }

  /// What the console tells of the members of `udf`.
  package func libraryWords() throws(HostError) -> [LibraryWord] { LibraryAnnotations(try declaredLibrary()).words }

  /// What the console completes after `nav.`.
  package func navigationWords() throws(HostError) -> [String] {
    LibraryAnnotations(try declaredLibrary()).navigation
  }

  private func declaredLibrary() throws(HostError) -> Value {
    do throws(LuaError) {
      guard let identity = prelude["identity"], let library = try prelude.adding(tool: PackageResources.library_lua)
      else {
        return .none
      }
      return try machine.call(identity, first: library).first ?? .none
    } catch { throw HostError(error) }
  }

  private func featureTexts() throws(HostError) -> [String] {
    var texts: [String] = []
    for feature in loadedApp.features where feature.name != FlowDefinition.feature {
      let annotations = FeatureAnnotations(
        feature: feature, state: try read(Path([.key(feature.name)])),
        // What fails before anything has happened is for the check to tell.
        computed: (try? computed(feature.name)) ?? .none, view: try? view(of: feature.name))
      texts.append(annotations.text)
    }
    return texts
  }

  /// What can be named: events, routes and scenes.
  private var names: String {
    let events =
      loadedApp.features.flatMap { feature in feature.events.keys.map { "\(feature.name).\($0)" } }
      + loadedApp.scenes.flatMap { scene in scene.events.keys.map { "\(scene.name).\($0)" } }
    // Within a flow its routes have short names, and a flow in it is a route too.
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
