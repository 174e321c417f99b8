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

  /// A public symbol.
  struct Symbol {
    enum Kind {
      case type
      /// A function or an initializer.
      case function
      /// A property or a subscript.
      case property
      /// A case of an enum, a type alias or an associated type.
      case other
    }

    /// `EntityQuery.filter`; `EntityQuery.init` for an initializer, `Sharing.subscript` for a subscript.
    let name: String
    let kind: Kind
    let hasComment: Bool
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
    // The declarations around a line.
    var types: [(indent: Int, name: String, publicWords: [String])] = []
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
      let publicWords = types.last.map { indent == $0.indent + 2 ? $0.publicWords : [] } ?? []
      if let declaration, let kind = declaration.kind, declaration.isPublic || publicWords.contains(declaration.word) {
        let name = (types.map(\.name) + [declaration.name]).joined(separator: ".")
        symbols.append(Symbol(name: name, kind: kind, hasComment: !comment.isEmpty, hasExample: hasExample))
      }
      if let declaration, declaration.isScope, words.hasSuffix("{") {
        types.append((indent, declaration.name, declaration.publicWords))
      }
      // Attributes stand between a comment and its declaration.
      if !words.hasPrefix("@") || declaration != nil { (comment, hasExample) = ([], false) }
    }
  }
}

/// The first line of a declaration.
private struct Declaration {
  let name: String
  let isPublic: Bool
  let word: String

  init?(_ line: Substring) {
    let pattern =
      #/^(?:@\w+(?:\([^)]*\))? )*((?:[a-z]+(?:\(set\))? )*)(struct|class|enum|protocol|extension|func|init|var|let|subscript|case|typealias|associatedtype)\b[ ]*`?([\w.]+|[^\w\s(]+|)/#
    guard !line.hasPrefix("//"), let match = line.firstMatch(of: pattern) else { return nil }
    isPublic = match.1.split(separator: " ").contains("public")
    word = String(match.2)
    name = ["init", "subscript"].contains(word) ? word : String(match.3)
  }

  /// Nil for an extension.
  var kind: CommentedFile.Symbol.Kind? {
    switch word {
    case "extension": nil
    case "struct", "class", "enum", "protocol": .type
    case "func", "init": .function
    case "var", "let", "subscript": .property
    default: .other
    }
  }

  /// Whether other declarations may be inside.
  var isScope: Bool { kind == nil || kind == .type }

  /// The declarations inside that are public without the word: the cases of an enum, the requirements of a protocol.
  var publicWords: [String] {
    switch word {
    case "enum" where isPublic: ["case"]
    case "protocol" where isPublic: ["func", "init", "var", "subscript", "associatedtype"]
    default: []
    }
  }
}
