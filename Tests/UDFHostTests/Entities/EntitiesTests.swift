import HostTesting
import Testing
import UDFHost

@Suite("rows by key")
struct EntitiesTests {
  private static let packages = """
    local udf = require "udf"
    return udf.entities {
      name = "packages", key = "name", indexes = { "section" }, sort = { "section", "name" }, text = { "name", "summary" },
    }
    """
  private static let browser = Source.feature(
    """
      name = "browser",
      reads = { "packages" },
      state = { seen = udf.list {} },
      actions = { note = {} },
      reduce = { note = function() end },
      effects = {
        note = function(cx) cx.send { type = "packages/update", key = "vim", changes = { marked = true } } end,
      },
      view = function(_, _, others)
        local rows = udf.list {}
        for i, row in ipairs(others.packages.results) do rows[i] = row.name .. (row.marked and "!" or "") end
        return { rows = rows, matches = others.packages.matches, count = others.packages.count }
      end,
    """)
  private static let some = """
    packages.upsert{ rows = {
      { name = "vim", section = "editors", size = 30, summary = "Vi IMproved" },
      { name = "bash", section = "shells", size = 20, summary = "GNU Bourne Again SHell" },
      { name = "ed", section = "editors", size = 10, summary = "classic UNIX line editor" },
    } }
    """

  private static func app() throws -> TestHost {
    let app = try TestHost(["packages": packages, "browser": browser])
    try app.run(some)
    return app
  }

  @Test("are ordered, found by position and by key, and reported as changes of a list")
  func order() throws {
    let app = try Self.app()
    #expect(try app.run("view.browser") == ["count": 3, "matches": 3, "rows": ["ed", "vim", "bash"]])
    #expect(try app.run("state.packages.byKey.vim.size") == 30)
    #expect(try app.run("rawequal(state.packages.byKey.vim, state.packages.rows[2])") == true)
    #expect(try app.run("state.packages.byKey.emacs") == .none)
    #expect(try app.run("#state.packages.rows") == 3)
    try app.run(#"packages.upsert{ row = { name = "ash", section = "shells" } }"#)
    try app.run(#"packages.update{ key = "vim", changes = { size = 31, marked = true } }"#)
    try app.run(#"packages.update{ key = "ed", changes = { section = "text" } }"#)
    try app.run(#"packages.remove{ key = "bash" }"#)
    #expect(
      app.actions.suffix(4).map { $0.changes.map(\.shown) } == [
        [#"insert packages.rows[3]: nil → {name="ash", section="shells"}"#],
        ["set packages.rows[2].marked: nil → true", "set packages.rows[2].size: 30 → 31"],
        [#"set packages.rows[1].section: "editors" → "text""#, "move packages.rows[1]: 1 → 4"],
        [#"remove packages.rows[3]: {name="bash", section="shells", size=20, summary="GNU Bourne Again SHell"} → nil"#],
      ])
    #expect(try app.run("view.browser.rows") == ["vim!", "ash", "ed"])
    for _ in 0..<4 { _ = try app.host.undo() }
    #expect(try app.run("view.browser.rows") == ["ed", "vim", "bash"])
    for _ in 0..<4 { _ = try app.host.redo() }
    #expect(try app.run("view.browser.rows") == ["vim!", "ash", "ed"])
  }

  @Test("are queried by an action: values of an index, words, another order, a page of the result")
  func query() throws {
    let app = try Self.app()
    try app.run(#"packages.query{ where = { section = "editors" } }"#)
    #expect(try app.run("view.browser.rows") == ["ed", "vim"])
    try app.run(#"packages.query{ text = "Unix LINE" }"#)
    #expect(try app.run("view.browser.rows") == ["ed"])
    try app.run(#"packages.query{ sort = "-size", offset = 1, limit = 1 }"#)
    #expect(try app.run("view.browser") == ["count": 3, "matches": 3, "rows": ["bash"]])
    try app.run("packages.query{}")
    #expect(try app.run("view.browser.rows") == ["ed", "vim", "bash"])
    _ = try app.host.undo()
    #expect(try app.run("view.browser.rows") == ["bash"])
    #expect(try app.state("packages.query") == ["limit": 1, "offset": 1, "sort": ["-size"]])
  }

  @Test("are found by an index after all rows were replaced, also if scripts have only asked for a value without rows")
  func replacedByIndex() throws {
    let app = try TestHost([
      "packages": """
      local udf = require "udf"
      return udf.entities { name = "packages", key = "name", indexes = { "section" } }
      """
    ])
    let isEmpty = "state.packages.by.section.editors == nil"
    #expect(try app.run(isEmpty) == true)
    try app.run("packages.replaceAll{ rows = { { name = 'vim', section = 'editors' } } }")
    #expect(try app.run(isEmpty) == false)
    try app.run("packages.replaceAll{ rows = {} }")
    #expect(try app.run(isEmpty) == true)
  }

  @Test("whose indexed value is null or a table are not found by it, and do not hide others")
  func unnamedIndex() throws {
    let app = try TestHost([
      "rows": "return require('udf').entities { name = 'rows', key = 'id', indexes = { 'group' } }"
    ])
    for group in ["udf.null", "{}", "{ a = 1 }", "{ udf.null, 'x' }", "{ { a = 1 } }", "udf.list {}"] {
      try app.run("rows.replaceAll{ rows = { { id = 1, group = 'x' }, { id = 2, group = \(group) } } }")
      let found = group.contains("'x'") ? 2 : 1
      #expect(try app.run("#state.rows.by.group.x") == .integer(Int64(found)), "\(group)")
      #expect(
        try app.run("(function() local n = 0 for _ in pairs(state.rows.by.group) do n = n + 1 end return n end)()") == 1
      )
      #expect(try app.run("#state.rows.rows") == 2)
    }
    try app.run("rows.update{ key = 1, changes = { group = udf.null } }")
    #expect(try app.run("state.rows.by") == ["group": [:]])
    #expect(try app.run("#state.rows.rows") == 2)
  }

  @Test("are found by scripts under the values of indexes; for a list, under each of its items")
  func byIndex() throws {
    let app = try TestHost([
      "packages": """
      local udf = require "udf"
      return udf.entities { name = "packages", key = "name", indexes = { "section", "needs", "size" }, sort = "name" }
      """
    ])
    try app.run(
      """
      packages.upsert{ rows = {
        { name = "vim", section = "editors", size = 30, needs = { "libc", "vim-common" } },
        { name = "ed", section = "editors", size = 2.0, needs = { "libc", "libc" } },
        { name = "libc", section = "libs", size = 30 },
      } }
      """)
    func names(_ place: String) throws -> Value {
      try app.run(
        "(function() local n = {} for i, r in ipairs(state.packages.by.\(place) or {}) do n[i] = r.name end return n end)()"
      )
    }
    #expect(try names("section.editors") == ["ed", "vim"])
    #expect(try names("needs.libc") == ["ed", "vim"])
    #expect(try names(#"needs["vim-common"]"#) == ["vim"])
    #expect(try names(#"size["30"]"#) == ["libc", "vim"])
    #expect(try names(#"size["2"]"#) == ["ed"])
    #expect(try app.run("state.packages.by.section.games") == .none)
    #expect(try app.run("state.packages.by.sectoin") == .none)
    #expect(try app.run("rawequal(state.packages.by.needs.libc[2], state.packages.byKey.vim)") == true)
    #expect(
      try app.run(
        "(function() local n = {} for k, rows in pairs(state.packages.by.section) do n[k] = #rows end return n end)()")
        == ["editors": 2, "libs": 1])

    try app.run(#"packages.upsert{ rows = { { name = "dash", section = "games", needs = { "libc" } } } }"#)
    try app.run(#"packages.update{ key = "ed", changes = { needs = { "vim-common" }, section = "text" } }"#)
    #expect(try names("section.games") == ["dash"])
    #expect(try names("needs.libc") == ["dash", "vim"])
    #expect(try names(#"needs["vim-common"]"#) == ["ed", "vim"])
    try app.run(#"packages.remove{ key = "vim" }"#)
    #expect(try names(#"needs["vim-common"]"#) == ["ed"])
    #expect(try app.run("state.packages.by.section.editors") == .none)
    for _ in 0..<3 { _ = try app.host.undo() }
    #expect(try names("needs.libc") == ["ed", "vim"])
    #expect(try app.run("state.packages.by.section.games") == .none)
    try app.run(#"packages.query{ where = { needs = "libc" }, sort = "-name" }"#)
    #expect(try app.run("#state.packages.results") == 2)
  }

  @Test("can be changed by effects of other features")
  func fromEffects() throws {
    let app = try Self.app()
    try app.run("browser.note{}")
    #expect(try app.run("view.browser.rows") == ["ed", "vim!", "bash"])
    _ = try app.host.undo()
    #expect(try app.run("view.browser.rows") == ["ed", "vim", "bash"])
  }

  @Test("are merged by upsert: later rows replace fields of earlier ones with the same key")
  func merge() throws {
    let app = try Self.app()
    try app.run(
      #"packages.upsert{ rows = { { name = "vim", size = 1 }, { name = "vim", marked = true }, { name = "ed", size = 10 } } }"#
    )
    #expect(
      try app.state("packages.byKey.vim") == [
        "marked": true, "name": "vim", "section": "editors", "size": 1, "summary": "Vi IMproved",
      ])
    #expect(app.actions.last?.changes.count == 2)
    try app.run(#"packages.replaceAll{ rows = { { name = "x", section = "a" } } }"#)
    #expect(try app.run("view.browser.rows") == ["x"])
    _ = try app.host.undo()
    #expect(try app.run("view.browser.rows") == ["ed", "vim!", "bash"])
  }

  @Test(
    "that do not fit are refused with their place, and nothing changes",
    arguments: [
      (
        "packages.upsert{ rows = { { name = 'a' }, { section = 'b' } } }",
        "packages/upsert: rows[2].name is missing; it must be a string or an integer"
      ),
      (
        "packages.upsert{ row = { name = true } }",
        "packages/upsert: row.name must be a string or an integer, got boolean true"
      ),
      (
        "packages.upsert{}",
        "packages/upsert: rows must be a list of rows, each a table|send one row as row, or a list as rows"
      ),
      (
        "packages.upsert{ rows = { { name = 1 }, { name = '1' } } }",
        "packages/upsert: name is the string \"1\", but another row has the number 1 as its key, and both are one key|give name one type in all rows: tostring(row.name) makes a string of it"
      ),
      (
        "packages.replaceAll{ rows = { { name = 'a' }, { name = 'b' }, { name = 'a' } } }",
        "packages/replaceAll: rows: two of them have the key \"a\"|send each row once"
      ),
      (
        "packages.update{ key = 'emacs', changes = { size = 1 } }",
        "packages/update: there is no row with the key \"emacs\"|send the key of an existing row, or add the row with packages.upsert"
      ),
      (
        "packages.update{ updates = { { key = 'vim', changes = { size = 1 } }, { key = 'emacs', changes = {} } } }",
        "packages/update: there is no row with the key \"emacs\"|send the key of an existing row, or add the row with packages.upsert"
      ),
      (
        "packages.update{ key = 'vim', changes = { name = 'vi' } }",
        "packages/update: changes.name would give the row \"vim\" another key|remove the row with packages.remove and add it again with packages.upsert"
      ),
      ("packages.update{ key = 'vim' }", "packages/update: changes must be a table of fields, got nil"),
      (
        "packages.remove{ keys = { 'vim', 'emacs' } }",
        "packages/remove: there is no row with the key \"emacs\"|send the key of an existing row, or add the row with packages.upsert"
      ),
      (
        "packages.query{ where = { sectoin = 'editors' } }",
        "packages/query: where: there is no index \"sectoin\". Did you mean \"section\"?|list it where the feature is made: udf.entities { name = \"packages\", indexes = { \"sectoin\" }, … }"
      ),
      ("packages.query{ limit = -1 }", "packages/query: limit must be a whole number from 0 on, got number -1"),
    ])
  func refused(line: String, problem: String) throws {
    let app = try Self.app()
    let before = try app.state()
    let parts = problem.split(separator: "|")
    #expect(
      app.failure(line) == "prompt:1: \(parts[0])\n  The action was refused and the state is unchanged."
        + (parts.count > 1 ? "\n  To fix this, \(parts[1])" : ""))
    #expect(try app.state() == before)
    #expect(try app.run("view.browser.rows") == ["ed", "vim", "bash"])
  }

  @Test("can be queried with any numbers, and may have keys that differ by a byte")
  func edges() throws {
    let app = try Self.app()
    try app.run("packages.query{ sort = 'name', offset = math.maxinteger, limit = math.maxinteger }")
    #expect(try app.run("#state.packages.results") == 0)
    try app.run("packages.query{ sort = {}, limit = 0 }")
    #expect(try app.run("#state.packages.results") == 0)
    #expect(try app.run(#"state.packages.byKey["caf\u{e9}"]"#) == .none)
    try app.run(#"packages.upsert{ rows = { { name = "caf\u{e9}" }, { name = "cafe\u{301}" } } }"#)
    #expect(try app.run("state.packages.count") == 5)
    #expect(try app.run(#"state.packages.byKey["caf\u{e9}"].name"#) == "caf\u{e9}")
    #expect(
      app.failure("packages.upsert{ row = { name = 'a' }, rows = {} }").contains(
        "row and rows are both set\n  The action was refused and the state is unchanged.\n  To fix this, send one of them"
      ))
  }

  @Test("lose a query whose index a reload removes")
  func indexGone() throws {
    let app = try Self.app()
    try app.run(#"packages.query{ where = { section = "editors" } }"#)
    try app.save(Self.packages.replacing(#"indexes = { "section" }, "#, with: ""), to: "packages")
    #expect(app.saved("packages")?.error == nil)
    #expect(try app.run("view.browser.matches") == 3)
  }

  @Test("may have integer keys, which are written as text")
  func integers() throws {
    let app = try TestHost([
      "items": #"local udf = require "udf" return udf.entities { name = "items", key = "id" }"#
    ])
    try app.run(#"items.upsert{ rows = { { id = 7, n = 1 }, { id = 3, n = 2 } } }"#)
    try app.run("items.update{ key = 7, changes = { n = 5 } }")
    #expect(try app.run(#"state.items.byKey["7"].n"#) == 5)
    #expect(try app.state("items.rows") == [["id": 7, "n": 5], ["id": 3, "n": 2]])
  }

  @Test("stay when the feature's file is saved with another order, and its declaration is checked")
  func reload() throws {
    let app = try Self.app()
    try app.save(Self.packages.replacing(#"{ "section", "name" }"#, with: #""-size""#), to: "packages")
    #expect(app.saved("packages")?.error == nil)
    #expect(try app.run("view.browser.rows") == ["vim", "bash", "ed"])
    try app.save(Self.packages.replacing("indexes =", with: "index ="), to: "packages")
    let problem = try #require(app.saved("packages")?.error?.message)
    #expect(problem.hasPrefix("packages.lua:3:"))
    #expect(problem.contains(#"udf.entities: unknown key "index". Did you mean "indexes"?"#))
    try app.save(Self.packages.replacing(#"key = "name", "#, with: ""), to: "packages")
    #expect(app.saved("packages")?.error?.message.contains("udf.entities: key is missing") == true)
    #expect(try app.run("view.browser.rows") == ["vim", "bash", "ed"])
  }
}

extension Change {
  var shown: String { "\(operation.rawValue) \(path): \(old) → \(new)" }
}
