import LuaSyntax

/// The files of an app, and what the names in them stand for as far as that can be known without a run.
struct CheckedProgram {
  private(set) var files: [String: CheckedFile] = [:]
  /// Of files that are no Lua, or that are not there.
  private(set) var problems: [Finding] = []
  /// How many files were read.
  private(set) var count = 0

  /// Reads a file and all that it requires, also in functions, but for what are no files.
  init(main: String, libraries: some Sequence<String>, reading: (String) -> [UInt8]?) {
    let libraries = Set(libraries.map(ModuleLoader.file))
    var waiting = [main]
    var seen = libraries.union([main])
    while let name = waiting.popLast() {
      guard let source = reading(name) else { continue }
      count += 1
      do throws(LuaSyntaxError) {
        let file = try CheckedFile(name, source)
        files[name] = file
        for requirement in file.requires where seen.insert(requirement.file).inserted {
          waiting.append(requirement.file)
        }
      } catch {
        let place = ScriptPosition(file: name, line: error.position.line)
        let excerpt = SourceExcerpt(source, line: place.line, column: error.position.column).text()
        let head = "\(name):\(place.line):\(error.position.column): \(error.text)"
        problems.append(
          Finding(
            severity: .error,
            error: HostError(
              code: "syntax", message: "\(head)\n\(excerpt)", file: name, line: place.line,
              column: error.position.column)))
      }
    }
    for file in files.values {
      let missing = file.requires.filter { files[$0.file] == nil && !libraries.contains($0.file) }
      for requirement in missing where reading(requirement.file) == nil {
        problems.append(
          file.finding("load", at: requirement.position, "require: there is no file \(requirement.file)"))
      }
    }
  }

  /// By name.
  var all: [CheckedFile] { files.values.sorted { $0.name < $1.name } }

  /// A file and all that it requires.
  func closure(of file: CheckedFile) -> [CheckedFile] {
    var found: [String: CheckedFile] = [:]
    var waiting = [file]
    while let file = waiting.popLast() {
      guard found.updateValue(file, forKey: file.name) == nil else { continue }
      waiting += file.requires.compactMap { files[$0.file] }
    }
    return Array(found.values)
  }

  // MARK: declarations

  /// What the files make by `udf.feature { … }` and its like.
  var declarations: [Declaration] {
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
