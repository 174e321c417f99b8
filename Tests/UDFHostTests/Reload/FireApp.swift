import FileWatching
import HostTesting
import LuaRuntime
import Platform

@testable import UDFHost

/// An app whose files are edited at random while it runs, and the expected results.
final class FireApp {
  /// The file of a module on the disk.
  struct File {
    enum Content {
      case good
      case broken(line: Int)
      /// The beginning of a good one that compiles: what comes of it only a load can tell.
      case cut
    }

    var content: Content
    var text: String
    var stamp: String
    /// The modules that it requires if it is whole, each with the line.
    var requires: [(name: String, line: Int)]
  }

  struct Place: Equatable {
    var file: String
    var line: Int?
  }

  static let features = ["one", "two", "three", "four", "five"]
  static let modules = features + ["step", "seen", "scene", "flow"]
  static let all = modules + ["app"]

  let app: TestHost
  var disk: [String: File] = [:]
  /// The name of each module's file.
  var names = Dictionary(uniqueKeysWithValues: modules.map { ($0, $0) })
  /// The features that `app.lua` lists.
  var listed = features
  /// The stamps of the running code, by module. A missing module has none.
  private(set) var running: [String: String] = [:]
  var stamp = 0
  /// The other half of an edit that is seen half done.
  var pending: (() throws -> [String])?
  private let lua = LuaMachine()

  init(watch: WatchMode = .off) throws {
    let sources = FireSources(stamp: 0, names: names, listed: listed)
    app = try TestHost(files: FireApp.all.map { ($0, sources[$0]) }) {
      $0.historyLimit = 40
      $0.watch = watch
    }
    for file in FireApp.all { note(sources[file], as: file, in: file, .good) }
    tookOver()
  }

  // MARK: the disk

  var sources: FireSources { FireSources(stamp: stamp, names: names, listed: listed) }

  /// The file of a module, without its ending.
  func file(_ module: String) -> String { names[module] ?? module }

  /// Saves something as a module, in its file or in another one.
  func put(_ text: String, as module: String, in other: String? = nil, _ content: File.Content) throws {
    let file = other ?? file(module)
    try app.save(text, to: file)
    note(text, as: module, in: file, content)
  }

  private func note(_ text: String, as module: String, in file: String, _ content: File.Content) {
    // Returns the digits of the number that are left.
    let stamp = module == "step" ? String(text.dropFirst("return ".count)) : "\(stamp)"
    disk[file] = File(content: content, text: text, stamp: stamp, requires: sources.requires(of: module))
  }

  func remove(_ file: String) {
    unlink(app.folder(file + ".lua"))
    disk[file] = nil
  }

  /// Leaves nothing under the old name, and under the new one what was there.
  func move(_ old: String, to new: String) {
    remove(new)
    guard let file = disk[old] else { return }
    rename(app.folder(old + ".lua"), app.folder(new + ".lua"))
    (disk[old], disk[new]) = (nil, file)
  }

  /// The error of Lua's compiler for the beginning of a file.
  func verdict(onCut text: String) -> File.Content {
    do throws(LuaError) {
      _ = try lua.load(Array(text.utf8), name: "cut", in: nil)
      return .cut
    } catch {
      return .broken(line: ScriptPosition.split(error.message).position?.line ?? 0)
    }
  }

  // MARK: expectations

  private enum Verdict {
    case refused(Place)
    case unknown
  }

  /// Where a load of the files on the disk fails, nil if it does not.
  var problem: Place? {
    switch verdict(on: "app") {
    case .refused(let place)?: place
    case .unknown?: loadProblem ?? pathProblem
    case nil: pathProblem
    }
  }

  private func verdict(on name: String) -> Verdict? {
    guard let file = disk[name] else { return .unknown }
    switch file.content {
    case .broken(let line): return .refused(Place(file: name + ".lua", line: line))
    case .cut: return .unknown
    case .good: break
    }
    for (required, line) in file.requires {
      if disk[required] == nil { return .refused(Place(file: name + ".lua", line: line)) }
      if let verdict = verdict(on: required) { return verdict }
    }
    return nil
  }

  /// The errors of another host that loads all files.
  private var loadProblem: Place? {
    var configuration = HostConfiguration(app: app.folder("app.lua"))
    configuration.watch = .off
    configuration.clock = ManualClock()
    configuration.core = QuietCore()
    do {
      _ = try AppHost(configuration)
      return nil
    } catch {
      let error = error as? HostError
      return Place(file: error?.file ?? "", line: error?.line)
    }
  }

  /// A flow may not leave out the route of a screen that is on the path.
  private var pathProblem: Place? {
    let flow = file("flow")
    guard let stamp = disk[flow]?.stamp, !FireSources.offersDetail(stamp), app.routes.contains("detail") else {
      return nil
    }
    return Place(file: flow + ".lua", line: 2)
  }

  /// The files on the disk run now.
  func tookOver() {
    running = [:]
    for (name, _) in disk["app"]?.requires ?? [] {
      let module = name.replacing("_b", with: "")
      let step = disk[name]?.requires.first.flatMap { disk[$0.name]?.stamp }
      running[module] = (disk[name]?.stamp ?? "") + (step.map { "." + $0 } ?? "")
    }
  }
}
