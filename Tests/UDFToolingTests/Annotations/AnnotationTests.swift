import FolderTesting
import HostTesting
import LuaRuntime
import Platform
import Testing
import UDFHost

@testable import UDFTooling

@Suite("annotations for an editor")
struct AnnotationTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, source) in sources { try folder.save(source, to: name) }
    return folder
  }

  private static func host(_ folder: TemporaryFolder) throws -> AppHost {
    var configuration = HostConfiguration(app: folder("app.lua"))
    configuration.watch = .off
    configuration.startsFeatures = false
    return try AppHost(configuration)
  }

  @Test("describe an app's features: their types, view states, actions and arguments, and the names")
  func features() throws {
    let folder = try Self.folder()
    let texts = try Self.host(folder).annotationTexts()
    #expect(texts.map(\.name) == ["udf.lua", "udf/test.lua", "features.lua", "services.lua", "lua.lua"])
    #expect(texts[2].text == Self.features)
  }

  @Test("describe services: how each method is called, by position or by name, its result and purpose")
  func services() throws {
    let folder = try Self.folder()
    let text = try Self.host(folder).annotationTexts()[3].text
    for part in [
      "---@field shop udf.services.shop\n",
      "--- A service of the app's own.\n---@class udf.services.shop\n---@field pay fun(...: any): any\n",
      "---@field now fun(): number Seconds since the beginning of 1970, with fractions.\n",
      "---@field lines (fun(path: string): fun(): string)|(fun(arguments: { path: string }): fun(): string) Iterates",
      "---@field list (fun(path?: string): string[])|(fun(arguments: { path?: string }): string[]) The names in",
      "---@field encode fun(value: any, pretty?: boolean): string ",
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test("stay comments, whatever lines a doc has")
  func lines() {
    var made = AnnotationClass(name: "udf.services.shop", doc: "Pays.\n\nAnd more.\r\n")
    made.add("pay", "fun()", doc: "One line,\nand another.")
    made.add("back", "fun()")
    #expect(
      made.text == """
        --- Pays.
        --- And more.
        ---@class udf.services.shop
        ---@field pay fun() One line, and another.
        ---@field back fun()
        """)
  }

  @Test(
    "can be read by LuaLS, with every name declared, for each example and for rows from a server",
    arguments: ["", "counter", "login", "news", "packages", "repositories", "shop", "userlist"])
  func grammar(_ example: String) throws {
    let folder = try Self.folder()
    if example.isEmpty {
      try folder.save(Self.rows, to: "app.lua")
    } else {
      try folder.run("cp", "-R", Example.folder(example) + "/.", ".")
    }
    var grammar = AnnotationGrammar()
    for (name, text) in try Self.host(folder).annotationTexts() { grammar.read(name, text) }
    grammar.finish()
    #expect(grammar.problems == [])
  }

  @Test("are read by this test as LuaLS would")
  func wrongGrammar() {
    var grammar = AnnotationGrammar()
    grammar.read(
      "a",
      """
      ---@class A: B
      ---@field x fun(a: string, b?: {c: integer[]}): table<string, A>, "x"|nil What it is for.
      ---@field x string
      ---@field y fun(a: string
      ---@field z { a string }
      ---@class A
      ---@fild z string
      """)
    grammar.finish()
    #expect(
      grammar.problems == [
        "a:3: the field x twice: ---@field x string",
        "a:4: no , or ): : ---@field y fun(a: string",
        "a:5: no : behind a name:  string }: ---@field z { a string }",
        "a:6: \"A\" is declared twice",
        "a:7: unknown tag fild: ---@fild z string",
        "a:1: there is no type B",
      ])
  }

  @Test("describe the functions of files for rows, with their own cx")
  func rows() throws {
    let folder = try Self.folder()
    try folder.save(Self.rows, to: "app.lua")
    let text = try Self.host(folder).annotationTexts()[2].text
    for part in [
      "---@field sync news.Sync\n", "--- The status of its sync engine.\n---@class news.Sync\n",
      "---@field retryIn? number\n",
      """
      --- The table of its file: `---@type tickets.Definition`.
      ---@class tickets.Definition: udf.EntitiesDefinition
      """,
      """
      --- Functions that call its server.
      ---@class news.Remote: udf.SyncRemote
      ---@field pull fun(cx: news.Context, request: table): table
      ---@field push? fun(cx: news.Context, mutations: table[], request: table): table[]

      --- The table of its file: `---@type news.Definition`.
      ---@class news.Definition: udf.SyncDefinition
      ---@field auth? fun(cx: news.Context, request: { refused: boolean }): table<string, string>
      ---@field remote? string|news.Remote
      """,
    ] { #expect(text.contains(part), "\(part)") }
  }

  private static let rows = """
    local udf = require "udf"
    return udf.app {
      name = "rows",
      features = {
        udf.entities { name = "tickets", key = "id" },
        udf.sync { name = "news", key = "id", remote = { pull = function() return { changes = {} } end } },
      },
    }
    """

  @Test("are Lua that loads, and returns the modules' values")
  func parses() throws {
    let folder = try Self.folder()
    let machine = LuaMachine()
    // `lua.lua` declares globals, which scripts may not write.
    for (name, text) in try Self.host(folder).annotationTexts() where name != "lua.lua" {
      let chunk = try machine.load(Array(text.utf8), name: name, in: machine.environment())
      let values = try machine.call(chunk)
      #expect(values == (name.hasPrefix("udf") ? [.map([:])] : []), "\(name)")
    }
  }

  @Test("are written as a whole and only if they differ, also through links to their folder")
  func written() throws {
    let folder = try Self.folder()
    let host = try Self.host(folder)
    let files = try host.annotate()
    #expect(files.map(\.isNew) == [true, true, true, true, true, true])
    #expect(try host.annotate().map(\.isNew) == [false, false, false, false, false, false])
    try folder.save("mine", to: ".udfhost/annotations/services.lua")
    #expect(try host.annotate().map(\.isNew) == [false, false, false, true, false, false])
    try folder.run("ln", "-s", ".", "here")
    let elsewhere = try host.annotate(into: folder("here/new/lib"))
    #expect(elsewhere.map(\.isNew) == [true, true, true, true, true, true])
    #expect(elsewhere[1].path.hasSuffix("/new/lib/udf/test.lua"))
    #expect(readFile(folder("new/lib/features.lua")).map { String(decoding: $0, as: UTF8.self) } == Self.features)
  }

  @Test("that cannot be written have an error with the reason")
  func refused() throws {
    let folder = try Self.folder()
    try folder.save("in the way", to: "lib")
    let host = try Self.host(folder)
    let error = #expect(throws: HostError.self) { try host.annotate(into: folder("lib")) }
    #expect(
      error?.message.hasSuffix("/lib/udf.lua: is inside a path that is not a folder\n  The existing file is unchanged.")
        == true,
      "\(error?.message ?? "")")
  }

  private static let sources = [
    "app.lua": """
    local udf = require "udf"
    return udf.app {
      name = "small", features = { require "cart", require "log" },
      services = { shop = { pay = function() end } },
      flow = udf.flow {
        start = "list",
        routes = { list = { scene = "basket" }, buying = { flow = udf.flow { start = "pay", routes = { pay = { scene = "basket" } } } } },
      },
      scenes = { udf.scene { name = "basket", model = { "cart.items", "log", "view.cart" }, view = function() return {} end, events = { leave = "cart.tap" } } },
    }
    """,
    "cart.lua": """
    local udf = require "udf"
    return udf.feature {
      name = "cart",
      state = { items = { { sku = "A1", qty = 1 } }, note = udf.null, total = 39.5, ["odd key"] = true },
      actions = {
        add = { sku = "string", qty = "integer?", color = udf.enum { "red", "green" } },
        pay = { cards = { { number = "string", valid = "boolean?" } }, tip = "number", bag = "table", more = "any" },
      },
      events = { tap = "add" },
      reduce = { add = function(state) state.total = 1 end, ["log/write"] = function() end },
      uses = { "shop", "clock" }, reads = { "log" },
      computed = { count = { "items", function(items) return #items end } },
      effects = { pay = udf.latest(function(cx) cx.services.shop.pay() end) },
      view = function(state, computed) return { label = "x", count = computed.count, rows = state.items } end,
    }
    """,
    "log.lua": """
    local udf = require "udf"
    return udf.feature { name = "log", state = { lines = {} }, reduce = { write = function() end }, view = function(s) return s.none.more end }
    """,
  ]

  private static let features = #"""
    ---@meta _
    -- Written by `udfhost annotations`: changes in this file are lost.
    -- luacheck: no max line length

    ---@alias udf.EventName
    ---| "basket.leave"
    ---| "cart.tap"

    ---@alias udf.RouteName
    ---| "buying"
    ---| "buying/pay"
    ---| "list"
    ---| "notFound"
    ---| "pay"

    ---@alias udf.SceneName
    ---| "basket"
    ---| "error"

    -- MARK: cart, cart.lua:2

    --- The state of the feature cart.
    ---@class cart.State
    ---@field items { qty: number, sku: string }[]
    ---@field note udf.Null
    ---@field ["odd key"] boolean
    ---@field total number
    ---@field [string] any

    --- Its computed values.
    ---@class cart.Computed
    ---@field count number
    ---@field [string] any

    --- The states of the features that it reads.
    ---@class cart.Others
    ---@field log log.State

    --- Its view state.
    ---@class cart.View
    ---@field count number
    ---@field label string
    ---@field rows { qty: number, sku: string }[]
    ---@field [string] any

    ---@class cart.Action.add: udf.Action
    ---@field type "cart/add"|"add"
    ---@field color "red"|"green"
    ---@field qty? integer
    ---@field sku string

    ---@class cart.Action.pay: udf.Action
    ---@field type "cart/pay"|"pay"
    ---@field bag table
    ---@field cards { number: string, valid?: boolean }[]
    ---@field more any
    ---@field tip number

    --- The services that its effects may reach.
    ---@class cart.Services
    ---@field clock udf.services.clock
    ---@field shop udf.services.shop

    --- The `cx` of its effects.
    ---@class cart.Context: udf.Context
    ---@field state cart.State
    ---@field computed cart.Computed
    ---@field others cart.Others
    ---@field services cart.Services

    --- The table of its file: `---@type cart.Definition`.
    ---@class cart.Definition: udf.FeatureDefinition
    ---@field reduce? { add?: (fun(state: cart.State, action: cart.Action.add): table?), ["log/write"]?: (fun(state: cart.State, action: log.Action.write): table?) }
    ---@field effects? { pay?: (udf.Policy|fun(cx: cart.Context, action: cart.Action.pay)) }
    ---@field view? fun(state: cart.State, computed: cart.Computed, others: cart.Others): cart.View|table

    --- The table cart at the prompt, in -e and in -f: each member sends its action.
    ---@class cart.Members
    ---@field add fun(fields: { color: "red"|"green", qty?: integer, sku: string })
    ---@field pay fun(fields: { bag: table, cards: { number: string, valid?: boolean }[], more: any, tip: number })
    ---@field make cart.Make

    --- Makes actions without sending them.
    ---@class cart.Make
    ---@field add fun(fields: { color: "red"|"green", qty?: integer, sku: string }): cart.Action.add
    ---@field pay fun(fields: { bag: table, cards: { number: string, valid?: boolean }[], more: any, tip: number }): cart.Action.pay

    -- MARK: log, log.lua:2

    --- The state of the feature log.
    ---@class log.State
    ---@field lines table
    ---@field [string] any

    ---@class log.Action.write: udf.Action
    ---@field type "log/write"|"write"
    ---@field [string] any

    --- The services that its effects may reach.
    ---@class log.Services

    --- The `cx` of its effects.
    ---@class log.Context: udf.Context
    ---@field state log.State
    ---@field computed {}
    ---@field others {}
    ---@field services log.Services

    --- The table of its file: `---@type log.Definition`.
    ---@class log.Definition: udf.FeatureDefinition
    ---@field reduce? { write?: (fun(state: log.State, action: log.Action.write): table?) }

    --- The table log at the prompt, in -e and in -f: each member sends its action.
    ---@class log.Members
    ---@field write fun(fields?: table)
    ---@field make log.Make

    --- Makes actions without sending them.
    ---@class log.Make
    ---@field write fun(fields?: table): log.Action.write

    -- MARK: scene basket, app.lua:9

    --- The parts of the state that the scene basket reads.
    ---@class basket.Model
    ---@field cart { items: { qty: number, sku: string }[] }
    ---@field log log.State
    ---@field view { cart: cart.View }

    --- The scenes that it renders.
    ---@class basket.Render

    --- The table of its file: `---@type basket.Definition`.
    ---@class basket.Definition: udf.SceneDefinition
    ---@field view fun(model: basket.Model, params: table, render: basket.Render): table

    -- MARK: scene error, app.lua:5

    --- The parts of the state that the scene error reads.
    ---@class error.Model

    --- The scenes that it renders.
    ---@class error.Render

    --- The table of its file: `---@type error.Definition`.
    ---@class error.Definition: udf.SceneDefinition
    ---@field view fun(model: error.Model, params: table, render: error.Render): table

    """#
}
