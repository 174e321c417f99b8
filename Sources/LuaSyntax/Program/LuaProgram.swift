/// The files of an app. Resolves the names in them as far as possible without running the app.
package struct LuaProgram {
  package enum Problem {
    /// A file that is not valid Lua, or that exceeds a limit of the parser.
    case syntax(file: String, source: [UInt8], LuaSyntaxError)
    case missingFile(LuaFile.Requirement, requiredBy: LuaFile)
  }

  /// The files by the path that `require` tries first: `a/b/init.lua` has the key `a/b.lua`.
  package private(set) var files: [String: LuaFile] = [:]
  package private(set) var problems: [Problem] = []
  /// False if a file exceeds a limit of this parser, so that its names are unknown although Lua may accept it.
  package private(set) var isComplete = true
  /// The number of files read.
  package private(set) var count = 0

  /// Reads a file and all files that it requires, including those required inside functions.
  ///
  /// - Parameter libraries: the names of modules that are not files.
  package init(main: String, libraries: some Sequence<String>, reading: (String) -> [UInt8]?) {
    let libraries = ModuleName.standard.union(libraries).compactMap(ModuleName.file)
    var waiting = [main]
    var seen = Set(libraries + [main])
    while let name = waiting.popLast() {
      var path = name
      var content = reading(path)
      if content == nil {
        path = ModuleName.initFile(of: name)
        content = reading(path)
      }
      guard let source = content else { continue }
      count += 1
      do throws(LuaSyntaxError) {
        let file = try LuaFile(path, source)
        files[name] = file
        for requirement in file.requires where seen.insert(requirement.file).inserted {
          waiting.append(requirement.file)
        }
      } catch {
        if error.isLimit { isComplete = false }
        problems.append(.syntax(file: path, source: source, error))
      }
    }
    for file in files.values {
      let missing = file.requires.filter { files[$0.file] == nil && !libraries.contains($0.file) }
      for requirement in missing
      where reading(requirement.file) == nil && reading(ModuleName.initFile(of: requirement.file)) == nil {
        problems.append(.missingFile(requirement, requiredBy: file))
      }
    }
  }

  /// All files, sorted by name.
  package var all: [LuaFile] { files.values.sorted { $0.name < $1.name } }

  /// A file and all files that it requires, directly or indirectly.
  package func closure(of file: LuaFile) -> [LuaFile] {
    var found: [String: LuaFile] = [:]
    var waiting = [file]
    while let file = waiting.popLast() {
      guard found.updateValue(file, forKey: file.name) == nil else { continue }
      waiting += file.requires.compactMap { files[$0.file] }
    }
    return Array(found.values)
  }

  // MARK: declarations

  /// All declarations, such as `udf.feature { … }`.
  package var declarations: [Declaration] {
    var found: [Declaration] = []
    for file in all {
      file.chunk.block.walk { node in
        guard case .expression(let expression) = node,
          let declaration = Declaration(Located(file, expression), in: self)
        else { return }
        found.append(declaration)
      }
    }
    return found
  }
}
