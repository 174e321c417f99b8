import Platform

/// The doc comments of one source file of `UDF` or `UDFTesting`.
struct CommentedFile {
  /// An example: code in a doc comment that is indented by four more spaces.
  struct Example: CustomStringConvertible {
    /// `File#2` for the second example of `File.swift`.
    let id: String
    let text: String

    var description: String { id }
  }

  /// A public type, function or initializer.
  struct Symbol {
    /// `EntityQuery.filter`; `EntityQuery.init` for an initializer.
    let name: String
    let isType: Bool
    /// Whether its own doc comment has an example.
    let hasExample: Bool
  }

  let name: String
  private(set) var examples: [Example] = []
  private(set) var symbols: [Symbol] = []

  /// All files, by path.
  static let all: [CommentedFile] = ["UDF", "UDFTesting"].flatMap { module in
    files(in: "\(DocumentationBlock.root)/Sources/\(module)")
  }

  private static func files(in folder: String) -> [CommentedFile] {
    Folder.names(in: folder).sorted().flatMap { name -> [CommentedFile] in
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") {
        return [CommentedFile(String(name.dropLast(6)), String(decoding: readFile(path) ?? [], as: UTF8.self))]
      }
      return name.contains(".") ? [] : files(in: path)
    }
  }

  init(_ name: String, _ text: String) {
    self.name = name
    var (comment, example): ([Substring], [Substring]) = ([], [])
    var hasExample = false
    var types: [(indent: Int, name: String)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.drop { $0 == " " }
      let indent = line.count - words.count
      // An example follows an empty line of the comment. Other indented lines continue the one before.
      let isCode = words.hasPrefix("///     ") && (!example.isEmpty || comment.last == "///")
      if isCode || words == "///" && !example.isEmpty {
        example.append(words.dropFirst(8))
        hasExample = true
      } else if !example.isEmpty {
        let text = example.joined(separator: "\n")
        examples.append(Example(id: "\(name)#\(examples.count + 1)", text: text))
        example = []
      }
      if words.hasPrefix("///") {
        comment.append(words)
        continue
      }
      if words == "}", let open = types.last, open.indent == indent { types.removeLast() }
      let declaration = Declaration(words)
      if let declaration, declaration.isPublic {
        let owner = types.map(\.name)
        let name = (owner + [declaration.name]).joined(separator: ".")
        symbols.append(Symbol(name: name, isType: declaration.isType, hasExample: hasExample))
      }
      if let declaration, declaration.isType || declaration.isExtension, words.hasSuffix("{") {
        types.append((indent, declaration.name))
      }
      // Attributes stand between a comment and its declaration.
      if !words.hasPrefix("@") || declaration != nil { (comment, hasExample) = ([], false) }
    }
  }
}

/// The first line of a declaration of a type, an extension, a function or an initializer.
private struct Declaration {
  let name: String
  let isPublic: Bool
  let isType: Bool
  let isExtension: Bool

  init?(_ line: Substring) {
    let pattern =
      #/^(?:@\w+(?:\([^)]*\))? )*((?:[a-z]+ )*)(struct|class|enum|protocol|extension|func|init)\b[ ]*`?([\w.]*|[^\w\s(]+)/#
    guard !line.hasPrefix("//"), let match = line.firstMatch(of: pattern) else { return nil }
    isPublic = match.1.split(separator: " ").contains("public")
    isExtension = match.2 == "extension"
    isType = !isExtension && match.2 != "func" && match.2 != "init"
    name = match.2 == "init" ? "init" : String(match.3)
  }
}
