import Testing

@Suite("udfhost reference")
struct ReferenceCommandTests {
  private let folder = AppFolder(app: "", features: [:])

  private func reference(_ arguments: String...) throws -> Batch {
    try Batch(folder, arguments: arguments, app: "reference", in: folder.path)
  }

  @Test("lists the pages, and prints one by its name with or without udf.")
  func pages() throws {
    let names = try reference().lines
    #expect(
      ["udf", "udf.app", "udf.feature", "udf.sync", "udf.Context", "test.store"].allSatisfy(names.contains), "\(names)")
    for name in ["udf.feature", "feature"] {
      let page = try reference(name)
      #expect(page.lines.first == "# udf.feature")
      #expect(page.output.contains("## Example\n\n```lua\n"))
      #expect(page.lines.contains { $0.contains("`onReload`") })
      #expect(page.code == 0)
    }
  }

  @Test("prints the row of a member, and the types of fields")
  func members() throws {
    for name in ["udf.latest", "latest"] {
      let lines = try reference(name).lines
      #expect(lines.first == "# udf.latest" && lines.contains { $0.hasPrefix("| `latest` | `fun(") }, "\(lines)")
    }
    #expect(try reference("udf.Context.sleep").lines.contains { $0.hasPrefix("| `sleep` |") })
    #expect(try reference("udf.Type").lines.contains(#"| `udf.enum { "name", "price" }` | One of these texts. |"#))
    #expect(try !reference("udf.Policy").output.contains("|"))
  }

  @Test("prints the page of cx, and one of its members")
  func context() throws {
    #expect(try reference("cx").lines.first == "# udf.Context")
    #expect(try reference("cx.send").lines.first == "# udf.Context.send")
  }

  @Test("writes all pages into a folder, and nothing the second time")
  func written() throws {
    let first = try reference("--out", "pages")
    #expect(first.lines.first == "wrote pages/Reference.md", "\(first.lines)")
    #expect(first.code == 0)
    let second = try reference("--out", "pages")
    #expect(second.lines.count == first.lines.count)
    #expect(second.lines.allSatisfy { $0.hasPrefix("unchanged ") }, "\(second.lines)")
  }

  @Test("exits with 2 for a name that no page has")
  func missing() throws {
    let run = try reference("udf.entitie")
    #expect(
      run.error == """
        udf.entitie: there is no such page. Did you mean "udf.entities"?
          To see their names: udfhost reference

        """)
    #expect(run.code == 2)
    let hints = [
      "feture": " Did you mean \"udf.feature\"?", "udf.featur": " Did you mean \"udf.feature\"?", "cart": "",
    ]
    for (name, hint) in hints {
      #expect(try reference(name).error.hasPrefix("\(name): there is no such page.\(hint)\n"))
    }
  }
}
