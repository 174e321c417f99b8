import Glibc
import Testing

@Suite("udfhost new")
struct NewTests {
  private let folder = AppFolder(app: "", features: [:])

  private func run(_ kind: String, _ name: String, in place: String? = nil) throws -> Batch {
    try Batch(folder, kind, name, app: "new", in: place ?? folder.path)
  }

  @Test("makes an app that passes its tests and runs")
  func app() throws {
    let made = try run("app", "shop")
    #expect(
      made.output == """
        made shop/app.lua
        made shop/README.md
        made shop/features/items.lua
        made shop/features/items_test.lua
        made shop/services/items.lua

        To see it:
          udfhost shop/app.lua
          udfhost test shop/app.lua
          udfhost annotations shop/app.lua    (for an editor with LuaLS)

        """)
    #expect(made.code == 0)
    let tested = try Batch(folder, "shop/app.lua", app: "test", in: folder.path)
    #expect(tested.output.hasPrefix("✓ shop/features/items_test.lua  4 passed"))
    #expect(tested.code == 0)
    let session = try Batch(
      folder, "-e", #"event("items.appear")"#, "-e", "#view.items.rows", app: "shop/app.lua", in: folder.path)
    #expect(session.output == "2\n")
    #expect(session.error == "")
  }

  @Test("ten-step recipe for a feature: makes one that passes its tests and runs after the app lists it")
  func feature() throws {
    folder.write(
      "app.lua",
      """
      local udf = require "udf"
      return udf.app {
        name = "shop", features = { require "features.cart" }, services = { cart = require "services.cart" },
      }
      """)
    let made = try run("feature", "cart")
    #expect(
      made.output == """
        made features/cart.lua
        made features/cart_test.lua
        made services/cart.lua

        To use it, add to app.lua:
          features = { …, require "features.cart" },
          services = { …, cart = require "services.cart" },

        """)
    #expect(made.code == 0)
    #expect(try Batch(folder, folder.path, app: "test").code == 0)
    #expect(try Batch(folder, "-e", "cart.load()", "-e", "#state.cart.items").output == "2\n")
  }

  @Test(
    "makes parts that pass their tests and run after the app lists them",
    arguments: [
      ("flow", "main", 2, #"features = {}, scenes = require "scenes.main", flow = require "flows.main","#),
      (
        "scene", "home", 2,
        #"features = {}, scenes = { require "scenes.home" }, flow = udf.flow { start = "h", routes = { h = { scene = "home" } } },"#
      ),
      ("entities", "goods", 3, #"features = { require "features.goods" },"#),
      (
        "sync", "notes", 2, #"features = { require "features.notes" }, grants = { hosts = { "127.0.0.1:8790" } },"#
      ),
      ("service", "post", 1, #"features = {}, services = { post = require "services.post" },"#),
    ])
  func parts(kind: String, name: String, tests: Int, keys: String) throws {
    folder.write("app.lua", #"local udf = require "udf" return udf.app { name = "shop", \#(keys) }"#)
    let made = try run(kind, name)
    #expect(made.code == 0)
    #expect(made.output.contains("To use it, add to app.lua:\n"))
    let tested = try Batch(folder, folder.path, app: "test")
    #expect(tested.output.contains("\n\(tests) passed ("), "\(tested.output)")
    #expect(tested.code == 0)
    let checked = try Batch(folder, folder.path + "/app.lua", app: "check")
    #expect(checked.code == 0, "\(checked.output)")
  }

  @Test("lists the kinds if the kind is unknown")
  func kinds() throws {
    let run = try run("reducer", "cart")
    #expect(run.code == 2)
    #expect(run.error.contains("- app\n  - feature\n  - flow\n  - scene\n  - entities\n  - sync\n  - service\n"))
  }

  @Test("overwrites nothing")
  func existing() throws {
    folder.write("features/cart.lua", "return 1")
    let feature = try run("feature", "cart")
    #expect(
      feature.error == """
        features/cart.lua: this exists already; nothing was written
          To fix this, choose another name

        """)
    #expect(feature.code == 2)
    #expect(folder.read("features/cart.lua") == "return 1")
    #expect(folder.read("services/cart.lua") == "")
    #expect(try run("app", "features").error.hasPrefix("features: this exists already; nothing was written\n"))
  }

  @Test("leaves nothing behind if one of its files cannot be made")
  func halfway() throws {
    folder.write("services", "a file")
    let feature = try run("feature", "cart")
    #expect(feature.error == "services/cart.lua: Not a directory; nothing was written\n")
    #expect(feature.code == 2)
    #expect(access(folder.path + "/features/cart.lua", F_OK) != 0)
    #expect(folder.read("services") == "a file")
  }

  @Test("overwrites no link either, also one without a target")
  func link() throws {
    symlink("nowhere", folder.path + "/features/cart_test.lua")
    let feature = try run("feature", "cart")
    #expect(
      feature.error == """
        features/cart_test.lua: this exists already; nothing was written
          To fix this, choose another name

        """)
    #expect(access(folder.path + "/features/cart.lua", F_OK) != 0)
    #expect(access(folder.path + "/nowhere", F_OK) != 0)
  }

  @Test("accepts names that look like the templates' placeholder", arguments: ["APPLE", "FEATURE", "__APP__"])
  func namesOfTemplates(name: String) throws {
    #expect(try run("feature", name).code == 0)
    #expect(folder.read("features/\(name).lua").contains("name = \"\(name)\","))
    let tested = try Batch(folder, folder.path, app: "test")
    #expect(tested.code == 0)
  }

  @Test("makes a feature only in an app")
  func noApp() throws {
    let run = try run("feature", "cart", in: folder.path + "/features")
    #expect(
      run.error == """
        there is no app.lua in this folder
          To fix this, go to the folder of your app, or make one: udfhost new app NAME

        """)
    #expect(run.code == 2)
  }

  @Test(
    "accepts only valid names",
    arguments: [
      ("app", "my-shop", "my-shop: a name has letters, digits and _, and does not begin with a digit\n"),
      ("feature", "1st", "1st: a name has letters, digits and _, and does not begin with a digit\n"),
      ("feature", "end", "end: this is a keyword of Lua; choose another name\n"),
      ("feature", "state", "state: the console uses this name itself; choose another\n"),
    ])
  func names(kind: String, name: String, message: String) throws {
    let run = try run(kind, name)
    #expect(run.error == message)
    #expect(run.code == 2)
  }
}
