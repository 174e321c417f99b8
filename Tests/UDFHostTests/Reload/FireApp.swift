import SeededTesting

@testable import UDFHost

/// An app whose files are edited at random while it runs, and what must come of it.
final class FireApp {
  /// What a file holds.
  enum Content {
    case good
    /// With the line that is wrong, nil where any will do.
    case broken(line: Int?)
    case missing
  }

  static let names = ["one", "two", "three", "four", "five"]
  private static let effects = [
    "EFFECT", "EFFECT", "EFFECT", "udf.queue(EFFECT)", "udf.latest(EFFECT)",
  ]
  private static let onReload = ["finish", "cancel", "restart", "restart", "finish"]

  let app: TestHost
  private(set) var disk: [String: (content: Content, stamp: Int)] = [:]
  /// The features that `app.lua` lists on the disk.
  private(set) var listed = names
  /// What the running code stamps, by feature; those that are not there have none.
  private(set) var running: [String: String] = [:]
  private var stamp = 0

  init(step: String = "app") throws {
    var files = [(name: "step", source: "return 0")]
    for (index, name) in FireApp.names.enumerated() { files.append((name, FireApp.source(name, index, stamp: 0))) }
    files.append(("app", FireApp.appSource(FireApp.names, stamp: 0)))
    app = try TestHost(files: files) {
      $0.historyLimit = 40
      $0.timeBudget = 5
    }
    for (name, _) in files { disk[name] = (.good, 0) }
    running = stamps()
  }

  /// Counts, and stamps what its code and that of the file it requires are; one file line for each thing that can go wrong.
  private static func source(_ name: String, _ index: Int, stamp: Int) -> String {
    """
    local udf = require "udf"
    local step = require "step"
    return udf.feature {
      name = "\(name)", onReload = "\(onReload[index])",
      state = { count = 0, stamp = "" },
      reduce = {
        hit = function(state)
          state.count = state.count + 1
          state.stamp = "\(stamp)." .. step .. "#" .. state.count
        end,
        slow = function(state) end,
      },
      effects = { slow = \(effects[index].replacing("EFFECT", with: "function(cx) cx.sleep(1) cx.send { type = 'hit' } end")) },
    }
    """
  }

  private static func appSource(_ names: [String], stamp: Int) -> String {
    """
    local udf = require "udf"
    return udf.app { name = "fire", features = {
    \(names.map { "  require \"\($0)\"," }.joined(separator: "\n"))
    } } -- \(stamp)
    """
  }

  /// What the files on the disk would stamp.
  private func stamps() -> [String: String] {
    let step = disk["step"]?.stamp ?? 0
    return Dictionary(uniqueKeysWithValues: listed.map { ($0, "\(disk[$0]?.stamp ?? 0).\(step)") })
  }

  // MARK: edits

  /// One save, deletion or rename; gives the files that were touched.
  func edit(_ generator: inout SeededGenerator) throws -> [String] {
    stamp += 1
    let file = (FireApp.names + ["step", "app"]).randomElement(using: &generator) ?? "app"
    let good = source(of: file)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0:
      let lines = good.split(separator: "\n", omittingEmptySubsequences: false).count
      try put(file, good + "\n)", .broken(line: lines + 1))
    case 1:
      // Half of it: what comes after the first word of its last line is missing.
      let half = good.prefix(Int.random(in: 1..<good.count / 2, using: &generator))
      try put(file, half + "\nlocal = --\(stamp)", .broken(line: nil))
    case 2: try put(file, "\n\nerror('boom')\n" + good, .broken(line: 3))
    case 3 where file != "app" && FireApp.isThere(disk[file]?.content):
      try app.folder.run("rm", "-f", file + ".lua")
      disk[file] = (.missing, stamp)
    case 4:
      // Renamed, and back again under the same name: what an editor does.
      try put(file + ".new", good, .good)
      try app.folder.run("mv", file + ".new.lua", file + ".lua")
      disk[file + ".new"] = nil
      disk[file] = (.good, stamp)
    case 5, 6:
      listed = FireApp.names.shuffled(using: &generator).dropLast(Int.random(in: 0...2, using: &generator))
      try put("app", source(of: "app"), .good)
      return ["app"]
    default: try put(file, good, .good)
    }
    return [file]
  }

  /// Makes all files good.
  func repair() throws -> [String] {
    stamp += 1
    listed = FireApp.names
    let files = FireApp.names + ["step", "app"]
    for file in files { try put(file, source(of: file), .good) }
    return files
  }

  private func source(of file: String) -> String {
    switch file {
    case "app": FireApp.appSource(listed, stamp: stamp)
    case "step": "return \(stamp)"
    default: FireApp.source(file, FireApp.names.firstIndex(of: file) ?? 0, stamp: stamp)
    }
  }

  private func put(_ file: String, _ source: String, _ content: Content) throws {
    try app.save(source, to: file)
    disk[file] = (content, stamp)
  }

  private static func isThere(_ content: Content?) -> Bool {
    if case .missing? = content { false } else { true }
  }

  // MARK: what must come of it

  /// Where a load of the files on the disk fails, nil if it does not.
  var problem: (file: String, line: Int?)? {
    if case .broken(let line) = disk["app"]?.content { return ("app.lua", line) }
    for (index, name) in listed.enumerated() {
      switch disk[name]?.content {
      case .missing, nil: return ("app.lua", index + 3)
      case .broken(let line): return ("\(name).lua", line)
      case .good: break
      }
      switch disk["step"]?.content {
      case .missing, nil: return ("\(name).lua", 2)
      case .broken(let line): return ("step.lua", line)
      case .good: break
      }
    }
    return nil
  }

  /// The files on the disk run now.
  func tookOver() { running = stamps() }
}
