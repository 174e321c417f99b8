import LuaSyntax

/// The files of an app, and what the names in them stand for as far as that can be known without a run.
package struct CheckedProgram {
  package private(set) var files: [String: CheckedFile] = [:]
  /// Of files that are no Lua, or that are not there.
  package private(set) var problems: [Finding] = []
  /// Whether all files were looked at to their ends, as far as they are Lua.
  package private(set) var isWhole = true
  /// How many files were read.
  package private(set) var count = 0

  /// Reads a file and all that it requires, also in functions, but for what are no files.
  package init(main: String, libraries: some Sequence<String>, reading: (String) -> [UInt8]?) {
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
        if error.isLimit { isWhole = false }
        problems.append(CheckedProgram.problem(error, in: name, source))
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

  /// What Lua would refuse too is an error; of what is only too long for this check the load tells if it is none.
  private static func problem(_ error: LuaSyntaxError, in name: String, _ source: [UInt8]) -> Finding {
    let (line, column) = (error.position.line, error.position.column)
    let place = "\(name):\(line):\(column)"
    let excerpt = SourceExcerpt(source, line: line, column: column).text()
    let head =
      error.isLimit
      ? """
      \(place): warning: \(error.text) is too deep to be looked at
        Lua may take it, but nothing in this file was checked, nor what is never used in the others.
        To fix this, put it together in several steps, or keep long data in a table.
      """ : "\(place): \(error.text)"
    return Finding(
      severity: error.isLimit ? .warning : .error,
      error: HostError(
        code: error.isLimit ? "depth" : "syntax", message: "\(head)\n\(excerpt)", file: name, line: line,
        column: column))
  }

  /// By name.
  package var all: [CheckedFile] { files.values.sorted { $0.name < $1.name } }

  /// A file and all that it requires.
  package func closure(of file: CheckedFile) -> [CheckedFile] {
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
