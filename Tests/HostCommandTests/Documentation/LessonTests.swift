import Glibc
import Testing

@Suite("terminal sessions in the documentation")
struct LessonTests {
  /// Pages whose reader saves the files that they show, and types what they show, from the first block to the last.
  private static let lessons = ["FirstApp", "Errors"]

  @Test("each step prints what the page shows", arguments: lessons)
  func whole(_ page: String) throws {
    var lesson = Lesson()
    let blocks = DocumentationBlock.all.filter { $0.page == page && ["lua", "console"].contains($0.language) }
    for block in blocks { try lesson.add(block) }
    #expect(lesson.steps.count > 12)
    let folder = AppFolder(app: "", features: [:])
    mkdir(folder.path + "/todo", 0o700)
    mkdir(folder.path + "/todo/features", 0o700)
    try lesson.run(in: folder)
  }

  @Test(
    "a typed line prints what the page shows",
    arguments: DocumentationBlock.of("console").filter { !lessons.contains($0.page) })
  func block(_ block: DocumentationBlock) throws {
    guard let context = ConsoleContexts.all[block.id] else {
      #expect(ConsoleContexts.exempt[block.id] != nil, "\(block): give it a context, or say why it does not run")
      return
    }
    var lesson = Lesson()
    try lesson.add(block)
    let folder = AppFolder(app: "", features: [:])
    for (name, text) in context.files { folder.write(name, text) }
    if let example = context.example {
      mkdir(folder.path + "/examples", 0o700)
      let copied = system("cp -R '\(DocumentationBlock.root)/examples/\(example)' '\(folder.path)/examples/\(example)'")
      try #require(copied == 0)
    }
    try lesson.run(in: folder, after: context.lines)
  }
}
