/// The files of an app, and the meaning of the names in them as far as it is known without running them.
package struct LuaProgram {
  package enum Problem {
    /// A file that is not Lua, or that is nested too deeply to be read.
    case syntax(file: String, source: [UInt8], LuaSyntaxError)
    case missingFile(LuaFile.Requirement, requiredBy: LuaFile)
  }

  package private(set) var files: [String: LuaFile] = [:]
  package private(set) var problems: [Problem] = []
  /// Whether every file that is Lua was read completely.
  package private(set) var isWhole = true
  /// How many files were read.
  package private(set) var count = 0

  /// Reads a file and all files that it requires, also those that it requires inside functions.
  ///
  /// - Parameter libraries: modules that are not files.
  package init(main: String, libraries: some Sequence<String>, reading: (String) -> [UInt8]?) {
    let libraries = Set(libraries.compactMap(ModuleName.file))
    var waiting = [main]
    var seen = libraries.union([main])
    while let name = waiting.popLast() {
      guard let source = reading(name) else { continue }
      count += 1
      do throws(LuaSyntaxError) {
        let file = try LuaFile(name, source)
        files[name] = file
        for requirement in file.requires where seen.insert(requirement.file).inserted {
          waiting.append(requirement.file)
        }
      } catch {
        if error.isLimit { isWhole = false }
        problems.append(.syntax(file: name, source: source, error))
      }
    }
    for file in files.values {
      let missing = file.requires.filter { files[$0.file] == nil && !libraries.contains($0.file) }
      for requirement in missing where reading(requirement.file) == nil {
        problems.append(.missingFile(requirement, requiredBy: file))
      }
    }
  }

  /// All files, sorted by name.
  package var all: [LuaFile] { files.values.sorted { $0.name < $1.name } }

  /// A file and all files that it requires, directly or not.
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
