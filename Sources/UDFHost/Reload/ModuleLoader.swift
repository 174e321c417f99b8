import FileWatching
import LuaRuntime
import LuaSyntax
import Platform
import UDFServices

/// Runs an app's files into a new generation, and keeps the unchanged modules of the previous one.
package final class ModuleLoader {
  let folder: String
  private let machine: LuaMachine
  private let prelude: Prelude
  private let budget: Double
  /// The maximum width of an excerpt of a file, in columns.
  private let columns: Int
  private let additions: LuaReference
  /// The results of `require` for names that are not files, such as `udf`.
  private let libraries: [String: LuaReference]
  private let reading: (String) -> Result<[UInt8], FileProblem>
  /// Makes the `require` function of a file.
  private let makeRequire: (String) -> LuaReference?
  package private(set) var modules: [String: Module] = [:]
  /// The hashes of the files that were read in this attempt; 0 for a missing file.
  package private(set) var loadedHashes: [String: UInt64] = [:]
  private(set) var loaded: [String] = []
  private(set) var sources: [String: [UInt8]] = [:]
  /// The files whose code runs now, outermost first.
  private var loading: [String] = []
  /// The first error with all its parts; Lua passes on only the text.
  package private(set) var failure: HostError?

  init(
    folder: String, machine: LuaMachine, prelude: Prelude, budget: Double, columns: Int, additions: LuaReference,
    libraries: [String: LuaReference], keeping modules: [String: Module],
    reading: @escaping (String) -> Result<[UInt8], FileProblem>,
    makeRequire: @escaping (String) -> LuaReference?
  ) {
    self.folder = folder
    self.machine = machine
    self.prelude = prelude
    self.budget = budget
    self.columns = columns
    self.additions = additions
    self.libraries = libraries
    self.reading = reading
    self.modules = modules
    self.makeRequire = makeRequire
  }

  /// Returns the modules that are kept: those that neither changed nor require a changed file. The main file runs again if any
  /// file changed.
  static func unchanged(_ modules: [String: Module], changed: Set<String>, main: String) -> [String: Module] {
    var stale = changed.isEmpty ? [] : changed.union([main])
    var grows = true
    while grows {
      grows = false
      for module in modules.values where !stale.contains(module.file) && !module.requires.isDisjoint(with: stale) {
        stale.insert(module.file)
        grows = true
      }
    }
    return modules.filter { !stale.contains($0.key) }
  }

  /// Returns the modules of a file and of all files that it requires.
  func modules(from file: String) -> [String: Module] {
    var needed: Set<String> = []
    var waiting = [file]
    while let file = waiting.popLast() {
      if let module = modules[file], needed.insert(file).inserted { waiting += module.requires }
    }
    return modules.filter { needed.contains($0.key) }
  }

  /// Runs a file and all files that it requires, and returns its result. Throws a ``HostError``.
  package func load(_ file: String) throws(HostError) -> LuaReference {
    guard let value = try run(file) else {
      modules[file] = nil
      throw HostError(
        code: "load", message: "\(file): returns nothing\n  To fix this, end the file with: return …", file: file)
    }
    modules[file]?.value = value
    return value
  }

  /// Runs a file that may return nothing.
  package func run(_ file: String) throws(HostError) -> LuaReference? {
    let content: [UInt8]
    do throws(FileProblem) { content = try reading(file).get() } catch {
      loadedHashes[file] = ContentHash.missing
      throw HostError(code: "load", message: "\(file): \(error.reason)", file: file)
    }
    let hash = ContentHash.of(content)
    loadedHashes[file] = hash
    let bytes = ByteOrderMark.removed(from: content)
    sources[file] = bytes
    loaded.append(file)
    loading.append(file)
    defer { loading.removeLast() }
    modules[file] = Module(file: file, hash: hash)
    do throws(LuaError) {
      guard let require = makeRequire(file), let own = machine.table() else { throw LuaError.last(of: machine) }
      machine.assign(require, to: "require", of: own)
      let environment = machine.environment(library: own, fallback: additions)
      let chunk = try machine.load(bytes, name: file, in: environment)
      modules[file]?.chunk = chunk
      try prelude.openRequire(of: own)
      // A module receives its name and its file, as from Lua's own `require`.
      let arguments: [Value] = loading.count > 1 ? [.string(ModuleName.name(of: file)), .string(file)] : []
      try machine.run(chunk, arguments, phase: .load, budget: budget)
    } catch {
      modules[file] = nil
      throw explain(error, in: file, source: bytes)
    }
    return machine.result(1)
  }

  /// `require(name)`, called by the code of `file`.
  func require(_ name: Value, from file: String) -> HostAnswer {
    guard let name = name.text else {
      return .failure(.string("require takes the name of a module, got \(name.shown)"))
    }
    if let library = libraries[name] { return .reference(library) }
    guard var required = ModuleName.file(of: name) else {
      return .failure(
        .string("require \"\(name)\": a name is written with dots: \"features.cart\" is features/cart.lua"))
    }
    let other = ModuleName.initFile(of: required)
    if isMissing(required), !isMissing(other) { required = other }
    modules[file]?.requires.insert(required)
    if loading.contains(required) {
      let cycle = loading.drop { $0 != required } + [required]
      return .failure(.string("require \"\(name)\": files require each other: \(cycle.joined(separator: " → "))"))
    }
    if let value = modules[required]?.value { return .reference(value) }
    guard machine.phase == .load || machine.phase == .effect || machine.phase == .prompt else {
      return .failure(.string(ModuleLoader.tooLate(name)))
    }
    do throws(HostError) { return .reference(try load(required)) } catch {
      if loadedHashes[required] == ContentHash.missing {
        let problem = isMissing(required) ? "there is no file \(required)\(nearby(required))" : error.message
        return .failure(.string("require \"\(name)\": \(problem)"))
      }
      failure = failure ?? error
      return .failure(.map(["message": .string(error.message)]))
    }
  }

  static func tooLate(_ name: String) -> String {
    """
    require \"\(name)\": it is not loaded, and files are loaded only while the app loads
      To fix this, require it at the beginning of the file.
    """
  }

  private func isMissing(_ file: String) -> Bool { access("\(folder)/\(file)", F_OK) != 0 }

  private func nearby(_ file: String) -> String {
    let wanted = ModuleName.name(of: file)
    let known = modules.keys.map(ModuleName.name(of:)).sorted()
    guard let meant = suggestion(for: wanted, among: known) else { return "" }
    return "; did you mean \"\(meant)\"?"
  }

  // MARK: errors

  /// Makes the error of a note that the prelude has recorded instead of raising an error.
  package func explain(_ note: Value) -> HostError {
    explain(LuaError(reason: .raised, message: note["message"].text ?? "", value: note), in: "", source: [])
  }

  private func explain(_ error: LuaError, in file: String, source: [UInt8]) -> HostError {
    // The message must match, because a script may have caught the error of an optional file.
    if let failure, error.message.hasSuffix(failure.message) { return failure }
    // An exceeded budget stops the loading file, and then each file that waits for it.
    if let failure, failure.code == "budget", error.reason == .budget { return failure }
    var result = HostError(error, place: ModuleLoader.raised(error))
    if result.code == "raised" { result.code = "load" }
    if result.file == nil { result.file = file }
    if error.reason == .syntax || error.reason == .incomplete {
      let (_, text) = ScriptPosition.split(error.message)
      let column = machine.errorOffset(in: source).map { ModuleLoader.column(of: $0, in: source, near: text) }
      if let column { result.point(at: column, of: source, text, columns: columns) }
    } else if let named = result.file, let line = result.line,
      let place = ModuleLoader.place(of: error.value["key"], in: sources[named] ?? [], from: line)
    {
      result.point(at: place, of: sources[named] ?? [], ScriptPosition.split(result.message).text, columns: columns)
    }
    return result
  }

  /// Returns the position at which an error table was raised, because the table contains none.
  private static func raised(_ error: LuaError) -> ScriptPosition? {
    guard case .map = error.value else { return nil }
    return error.whole.flatMap(ScriptPosition.innermost)
  }

  /// Returns the line and column of the token that the compiler did not accept, which is before a byte offset.
  static func column(of offset: Int, in source: [UInt8], near text: String) -> (line: Int, column: Int) {
    if let place = jump(in: source, named: text) { return place }
    // The compiler has read one byte after the token that it names.
    var end = min(offset, source.count)
    if text.hasSuffix("near <eof>") {
      end = source.count
    } else if let quoted = text.firstRange(of: "near '"), text.hasSuffix("'") {
      let token = Array(text[quoted.upperBound...].dropLast().utf8)
      var start = end - token.count
      while start > 0, start + token.count <= source.count, Array(source[start..<start + token.count]) != token {
        start -= 1
      }
      if start >= 0, start + token.count <= source.count { end = start }
    }
    let before = source[..<end]
    let line = before.count { $0 == 10 } + 1
    let column = before.count - (before.lastIndex(of: 10).map { $0 + 1 } ?? 0) + 1
    return (line, column)
  }

  /// Returns the place of a jump without a target. The compiler notices it at the end of the block, and names its line.
  private static func jump(in source: [UInt8], named text: String) -> (line: Int, column: Int)? {
    let lines = source.split(separator: 10, omittingEmptySubsequences: false)
    guard let named = text.prefixMatch(of: #/(?:no visible label '\w+' for )?<?(goto|break)\b.* at line ([0-9]+)/#),
      let line = Int(named.2), lines.indices.contains(line - 1)
    else { return nil }
    let words = String(decoding: lines[line - 1], as: UTF8.self)
    let before = words.firstRange(of: named.1).map { words[..<$0.lowerBound] } ?? ""
    return (line, before.utf8.count + 1)
  }

  /// Returns the place of a key in a source, at or after a line; of a list of keys, that of the last one.
  static func place(of key: Value, in source: [UInt8], from line: Int) -> (line: Int, column: Int)? {
    var place: (line: Int, column: Int)?
    for key in key.text.map({ [$0] }) ?? key.texts {
      place = self.place(of: key, in: source, after: place ?? (line, 0)) ?? place
    }
    return place
  }

  /// Returns the place of `key =` in a source, after another place.
  private static func place(
    of key: String, in source: [UInt8], after start: (line: Int, column: Int)
  ) -> (line: Int, column: Int)? {
    let line = start.line
    let lines = source.split(separator: 10, omittingEmptySubsequences: false)
    guard line >= 1, line <= lines.count else { return nil }
    for (index, bytes) in lines.enumerated().dropFirst(line - 1) {
      let text = String(decoding: bytes, as: UTF8.self)
      for found in text.ranges(of: key) {
        let rest = text[found.upperBound...].drop { " ]\"'".contains($0) }
        let before = text[..<found.lowerBound].last
        let isWhole = before.map { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." } ?? true
        let column = text[..<found.lowerBound].utf8.count + 1
        if rest.first == "=", !rest.hasPrefix("=="), isWhole, index + 1 > line || column > start.column {
          return (index + 1, column)
        }
      }
    }
    return nil
  }
}
