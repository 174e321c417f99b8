import Platform
import Testing

/// A block of code of the documentation: of a page of a catalog, or of README.md.
struct DocumentationBlock: CustomStringConvertible {
  /// The name of its file, without `.md`.
  let page: String
  /// The word behind the fence.
  let language: String
  /// Counts the blocks of its language on its page from 1.
  let number: Int
  let text: String
  /// The paragraph before it.
  let introduction: String

  /// `Page#2`: the name of the block in the lists of contexts and of exceptions.
  var id: String { "\(page)#\(number)" }
  var description: String { "\(language) of \(id)" }

  static let root = String(#filePath.prefix(upTo: #filePath.range(of: "/Tests/HostCommandTests/")!.lowerBound))

  /// All of them, page by page.
  static let all: [DocumentationBlock] = pages.flatMap { blocks(of: $0) }

  static func of(_ language: String) -> [DocumentationBlock] { all.filter { $0.language == language } }

  /// The paths of all pages.
  static let pages: [String] = {
    let modules = Folder.names(in: root + "/Sources").sorted()
    return modules.flatMap { module -> [String] in
      let catalog = "\(root)/Sources/\(module)/\(module).docc"
      return Folder.names(in: catalog).filter { $0.hasSuffix(".md") }.sorted().map { "\(catalog)/\($0)" }
    } + [root + "/README.md"]
  }()

  private static func blocks(of path: String) -> [DocumentationBlock] {
    let page = String(path.split(separator: "/").last!.dropLast(3))
    let lines = String(decoding: readFile(path) ?? [], as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    var blocks: [DocumentationBlock] = []
    var paragraph: [Substring] = []
    var fence: (indent: Int, language: String, lines: [Substring])?
    for line in lines {
      let words = line.drop { $0 == " " }
      if let open = fence {
        if words == "```" {
          blocks.append(
            DocumentationBlock(
              page: page, language: open.language,
              number: blocks.count { $0.language == open.language } + 1,
              text: open.lines.map { $0 + "\n" }.joined(), introduction: paragraph.joined(separator: "\n")))
          (fence, paragraph) = (nil, [])
        } else {
          fence?.lines.append(line.dropFirst(min(open.indent, line.count - words.count)))
        }
      } else if words.hasPrefix("```") {
        fence = (line.count - words.count, String(words.dropFirst(3)), [])
      } else if words.isEmpty {
        if paragraph.last?.isEmpty == false { paragraph.append("") }
      } else {
        // Code without a fence, which has no language.
        if line.hasPrefix("    "), paragraph.last?.isEmpty ?? true {
          blocks.append(
            DocumentationBlock(page: page, language: "", number: 0, text: String(line), introduction: ""))
        }
        if paragraph.last?.isEmpty == true { paragraph = [] }
        paragraph.append(line)
      }
    }
    return blocks
  }
}
