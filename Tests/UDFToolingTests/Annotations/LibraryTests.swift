import FolderTesting
import HostTesting
import Testing

@testable import UDFHost
@testable import UDFTooling

@Suite("the description of the library")
struct LibraryTests {
  /// The members of a class as the annotations have them.
  private static func members(_ name: String, of texts: [(name: String, text: String)]) -> [String] {
    let lines = texts.flatMap { $0.text.split(separator: "\n") }
    let start = lines.firstIndex { $0 == "---@class \(name)" }.map { $0 + 1 } ?? lines.endIndex
    return lines[start...].prefix { $0.hasPrefix("---@") }
      .compactMap { $0.firstMatch(of: #/^---@field (\w+)/#).map { String($0.1) } }
  }

  /// The values that a script prints, one a line.
  private static func printed(_ source: String) throws -> [String] {
    let files = ["app.lua": Source.app(["counter"]), "counter.lua": Source.counter]
    return try TestedApp(source, files: files).results[0].output
  }

  private static func host() throws -> AppHost {
    let folder = try TemporaryFolder()
    try folder.save(Source.counter, to: "counter.lua")
    try folder.save(Source.app(["counter"]), to: "app.lua")
    var configuration = HostConfiguration(app: folder("app.lua"))
    configuration.watch = .off
    return try AppHost(configuration)
  }

  private static func texts() throws -> [(name: String, text: String)] { try host().annotationTexts() }

  @Test("has the members of udf and udf.test, and no others")
  func modules() throws {
    let texts = try Self.texts()
    let listing = "local names = {} for name in pairs(LIBRARY) do names[#names + 1] = name end table.sort(names)"
    for (name, source) in [("udf", #"require "udf""#), ("udf.test", "test")] {
      let there = try Self.printed(
        "it('x', function() \(listing.replacing("LIBRARY", with: source)) for _, n in ipairs(names) do print(n) end end)"
      )
      #expect(Self.members(name, of: texts) == there)
    }
  }

  @Test("has the functions of io, os and debug that scripts have, and no others")
  func standard() throws {
    let texts = try Self.texts()
    for library in ["io", "os", "debug"] {
      let there = try Self.printed(
        """
        it('x', function()
          local names = {}
          for name, value in pairs(\(library)) do if value then names[#names + 1] = name end end
          table.sort(names)
          for _, name in ipairs(names) do print(name) end
        end)
        """)
      #expect(Self.members("udf.\(library)", of: texts) == there)
    }
  }

  @Test("names only members of effects, middleware, flows, screens and stores")
  func objects() throws {
    let texts = try Self.texts()
    // These refuse what they do not have.
    for (name, source) in [("udf.test.Store", "test.store()"), ("udf.test.Expectation", "expect(1)")] {
      let members = Self.members(name, of: texts)
      #expect(members.count > 3)
      let reads = members.map { "local _ = it.\($0)" }.joined(separator: " ")
      #expect(try TestedApp("it('x', function() local it = \(source) \(reads) end)").failure == "")
    }
    let drawn = UDFTooling.PackageResources.screen_lua.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      .matches(of: #/function ui\.(\w+)/#).map { String($0.1) }
    #expect(Self.members("udf.ui", of: texts) == drawn.sorted())
    let context = Self.members("udf.Context", of: texts)
    var files = TestedApp.users
    let reads = context.map { "if cx.\($0) == nil then error('no \($0)') end" }.joined(separator: " ")
    files["users.lua"] = files["users.lua"]?.replacing("error(\"no luck\")", with: "local cx = ... \(reads)")
    files["users.lua"] = files["users.lua"]?.replacing("fail = function()", with: "fail = function(...)")
    let app = try TestedApp("it('x', function() test.store().send { type = 'users/fail' } end)", files: files)
    #expect(context.count > 10)
    #expect(app.failure == "")
  }

  @Test("gives the console the members of `nav`")
  func navigation() throws {
    let flow = #"flow = udf.flow { start = "a", routes = { a = { scene = "a" } } }"#
    let scene = #"scenes = { udf.scene { name = "a", view = function() end } }"#
    let source = "local udf = require 'udf'\nreturn udf.app { name = 'x', features = {}, \(flow), \(scene) }"
    let app = try TestHost(["app": source])
    let there = try app.run("local t = {} for name in pairs(nav) do t[#t + 1] = name end table.sort(t) return t")
    #expect(
      try app.host.libraryMembers(of: "udf.Navigator") == (there.items.compactMap(\.text) + ["path", "view"]).sorted())
  }

  @Test("gives the console the syntax of each member, and its purpose with all its keys")
  func words() throws {
    let words = try Self.host().libraryWords()
    #expect(words.map(\.name) == Self.members("udf", of: try Self.texts()).map { "udf.\($0)" })
    #expect(
      words.first { $0.name == "udf.optional" }
        == LibraryWord(
          name: "udf.optional", usage: "udf.optional { … }", text: "A feature that can be added and removed.",
          keys: [
            LibraryWord.Key(name: "feature", text: "The feature while it exists."),
            LibraryWord.Key(name: "name", text: "The name of the feature."),
          ]))
    let flow = words.first { $0.name == "udf.flow" }
    #expect(flow?.keys.map(\.name) == ["name?", "notFound?", "on?", "routes", "start"])
    #expect(words.first { $0.name == "udf.middleware" }?.usage == "udf.middleware { … }")
    #expect(words.first { $0.name == "udf.list" }?.usage == "udf.list(items: table): table")
    #expect(words.first { $0.name == "udf.args" }?.usage == "udf.args: string[]")
  }

  @Test("has each checked key with its purpose")
  func keys() throws {
    let text = try #require(try Self.texts().first).text
    #expect(text.contains("---@field name string The name in the banner, the history file and the data folder.\n"))
    #expect(text.contains("---@field flow? udf.Flow The routes, and the navigation between them.\n"))
    let undocumented = text.split(separator: "\n").filter { $0.hasPrefix("---@field") && !$0.hasSuffix(".") }
    #expect(undocumented.filter { !$0.hasSuffix("`") } == [])
  }
}
