import Foundation
import Testing
import UDFHost
import UDFTooling

@testable import UDFCommands

@Suite("Completion")
struct CompleterTests {
  private func candidates(_ text: String) -> [String] {
    Completer(source: ShopSource()).complete(text).candidates
  }

  @Test("an empty line offers the features and the names of the prompt")
  func emptyLine() {
    #expect(
      candidates("") == [
        "cart", "stock", "state", "view", "computed", "services", "event", "dispatch", "settle", "it", "print", "udf",
      ])
    #expect(candidates("st") == ["stock", "state"])
    #expect(candidates("x = ca") == ["cart"])
  }

  @Test("`:sync` offers the features that are synchronized with a server")
  func syncedFeatures() {
    struct Synced: CompletionSource {
      let services: [ServiceInfo] = []
      var features: [FeatureInfo] {
        var features = ShopSource().features
        features[1].sync = SyncInfo(rows: 0, state: [:])
        return features
      }
      func keys(at path: String) -> [String] { [] }
    }
    #expect(Completer(source: Synced()).complete(":sync ").candidates == ["stock"])
  }

  @Test("`udf.` offers the members of the library")
  func library() {
    #expect(candidates("udf.l") == ["leading", "latest", "list"])
    #expect(candidates("udf.list.") == [])
  }

  @Test("a feature and a dot offer the feature's actions")
  func actions() {
    #expect(candidates("cart.") == ["add", "sort", "clear", "make"])
    #expect(candidates("cart.a") == ["add"])
    #expect(candidates("cart.make.") == ["add", "sort", "clear"])
    #expect(candidates("print(cart.make.c") == ["clear"])
  }

  @Test("`services.` offers the services, then their methods and arguments")
  func services() {
    #expect(candidates("services.") == ["depot"])
    #expect(candidates("services.depot.") == ["count", "watch"])
    #expect(candidates("services.depot.count{ ") == ["sku=", "place="])
    #expect(candidates("services.depot.count{ sku = \"A1\", ") == ["place="])
    #expect(candidates("services.depot.watch{ ca") == ["cart"])
    #expect(candidates("services.depot.count.") == [])
  }

  @Test("inside the braces, the missing fields of the action are offered")
  func payloadKeys() {
    #expect(candidates("cart.add{ ") == ["qty=", "sku="])
    #expect(candidates("cart.add{ sku=\"A1\", ") == ["qty="])
    #expect(candidates("cart.add({ s") == ["sku="])
    #expect(candidates("cart.make.add{ ") == ["qty=", "sku="])
    #expect(candidates("cart.add{\n  qty = 2,\n  ") == ["sku="])
    #expect(candidates("cart.add{ qty = (1 + 2), ") == ["sku="])
    #expect(candidates("cart.add{ qty = st") == ["stock", "state"])
    #expect(candidates("cart.clear{ ") == [])
    #expect(candidates("f({ 1 }, ca") == ["cart"])
    #expect(candidates("cart.add{ sku = \"A1\" }; f(1, qt") == [])
  }

  @Test("an action without declared fields offers the beginnings of expressions")
  func undeclared() {
    #expect(candidates("stock.updated{ ca") == ["cart"])
  }

  @Test("a dispatched table completes its type and then that action's fields")
  func dispatch() {
    #expect(candidates("dispatch{ ") == ["type="])
    #expect(candidates("dispatch{ type = \"cart/") == ["cart/add\"", "cart/sort\"", "cart/clear\""])
    #expect(candidates("dispatch{ type = \"cart/add\", ") == ["qty=", "sku="])
  }

  @Test("state paths complete level by level, through list positions")
  func statePaths() {
    #expect(candidates("state.") == ["cart", "stock"])
    #expect(candidates("state.cart.t") == ["total"])
    #expect(candidates("state.cart.items[1].") == ["qty", "sku"])
    #expect(candidates("state.cart.items[") == ["1]", "2]"])
    #expect(candidates("state.cart.items.") == [])
    #expect(candidates("1 + state.cart.") == ["items", "total"])
  }

  @Test("keys that are not names are completed in brackets, and the replaced word begins at the quote")
  func oddKeys() {
    #expect(candidates("state.stock.") == ["b"])
    let completion = Completer(source: ShopSource()).complete("state.stock[\"a-")
    #expect(completion == Completion(word: "a-", candidates: ["a-1\"]", "a-2\"]"], boundary: .quote))
  }

  @Test("events are completed in the string argument of event")
  func events() {
    #expect(candidates("event(\"") == ["cart.tap\"", "cart.tapAll\""])
    #expect(candidates("event \"cart.tapA") == ["cart.tapAll\""])
  }

  @Test("commands and their arguments are completed")
  func commands() {
    #expect(candidates(":re") == ["resume", "redo", "rec", "replay", "reload", "reload!"])
    #expect(candidates(":help un") == ["undo"])
    #expect(candidates(":help st") == ["state"])
    #expect(candidates(":help sto") == ["stock"])
    #expect(candidates(":help cart.a") == ["add"])
    #expect(candidates(":ls s") == ["stock", "services"])
    #expect(candidates(":view ") == ["cart"])
    #expect(candidates(":v ") == ["cart"])
    #expect(candidates(":state cart.t") == ["total"])
    #expect(candidates(":undo ") == [])
  }

  @Test("file names are completed folder by folder")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("udfhost-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let inner = folder.appendingPathComponent("saved/monday")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    for name in ["cart.json", "chart.json", "stock.json"] { try Data().write(to: inner.appendingPathComponent(name)) }
    #expect(candidates(":load \(folder.path)/sa") == ["\(folder.path)/saved/"])
    #expect(candidates(":load \(folder.path)/saved/") == ["\(folder.path)/saved/monday/"])
    #expect(candidates(":load \(inner.path)/c") == ["\(inner.path)/cart.json", "\(inner.path)/chart.json"])
  }

  @Test("in an app with a flow, the members of nav, its routes and links, and the events of scenes are completed")
  func navigation() {
    func candidates(_ text: String) -> [String] { Completer(source: ReaderSource()).complete(text).candidates }
    #expect(candidates("na") == ["nav"])
    #expect(candidates("nav.p") == ["path", "pop", "popTo", "present", "push"])
    #expect(candidates("nav.push(\"") == ["article\"", "checkout/pay\"", "list\""])
    #expect(candidates("nav.popTo 'l") == ["list\""])
    #expect(candidates("nav.open(\"/a") == ["/articles/"])
    #expect(candidates(":nav /") == ["/articles/", "/"])
    #expect(candidates(":ls f") == ["flow"])
    #expect(candidates("event(\"") == ["listArticles.tap\""])
  }

  @Test("a command with an argument is completed with a space; a link or a key is replaced from its beginning")
  func spaces() {
    func complete(_ text: String) -> Completion { Completer(source: ReaderSource()).complete(text) }
    #expect(complete(":ty") == Completion(word: "ty", candidates: ["type"], isFollowed: true))
    #expect(complete(":bac") == Completion(word: "bac", candidates: ["back"]))
    #expect(complete(":nav /a") == Completion(word: "/a", candidates: ["/articles/"], boundary: .space))
    #expect(
      Completer(source: ShopSource()).complete(":type na")
        == Completion(word: "na", candidates: ["name"], boundary: .space, isFollowed: true))
  }

  @Test("nothing is offered in strings, comments, or right after a value")
  func nowhere() {
    #expect(candidates("x = \"ca") == [])
    #expect(candidates("x = [[ca") == [])
    #expect(candidates("-- ca") == [])
    #expect(candidates("--[[ ca") == [])
    #expect(candidates("12") == [])
    #expect(candidates("f()") == [])
    #expect(candidates("x.") == [])
  }

  @Test("the operator .. is not completed as a feature's dot")
  func joining() {
    #expect(candidates("\"a\" .. ca") == ["cart"])
    #expect(candidates("cart..st") == ["stock", "state"])
  }

  @Test("a field of an enum type offers its values, in quotes and inside an unfinished string")
  func choices() {
    #expect(candidates("cart.sort{ ") == ["by="])
    #expect(candidates("cart.sort{ by=") == ["\"name\"", "\"price\""])
    #expect(
      Completer(source: ShopSource()).complete("cart.sort{ by = \"p")
        == Completion(word: "p", candidates: ["price\""], boundary: .quote))
    #expect(candidates("dispatch{ type = \"cart/sort\", by = ") == ["\"name\"", "\"price\""])
    #expect(candidates("cart.sort{ other = ").contains("cart"))
  }

  @Test("an event offers the fields of its action, or those that its function reads")
  func eventFields() {
    #expect(candidates("event(\"cart.tap\", { ") == ["by="])
    #expect(candidates("event(\"cart.tap\", { by = \"") == ["name\"", "price\""])
    #expect(candidates("event(\"cart.tapAll\", { ") == ["count=", "text="])
    #expect(candidates("event(\"cart.tapAll\", { text = 'x', ") == ["count="])
    #expect(candidates("event(\"cart.other\", { ").contains("cart"))
  }

  @Test("view states and computed values are completed at every level")
  func derived() {
    #expect(candidates("view.") == ["cart"])
    #expect(candidates("view.cart.") == ["rows", "title"])
    #expect(candidates("view.cart.rows[1].") == ["name"])
    #expect(candidates("computed.cart.totals.") == ["net"])
    #expect(candidates(":watch view.cart.t") == ["title"])
  }

  @Test("the names of the prompt are completed: the last value, globals of the user, Lua's libraries")
  func members() {
    #expect(candidates("it.") == ["name", "rows"])
    #expect(candidates("it.rows[1].") == ["sku"])
    #expect(candidates("print(string.r") == ["rep"])
    #expect(candidates(":print it.n") == ["name"])
  }

  @Test("commands with numbers offer the existing numbers, and :hist the words of its filter")
  func numbers() {
    #expect(candidates(":action 1") == ["12", "11"])
    #expect(candidates(":at ") == ["12", "11", "3", "live"])
    #expect(candidates(":diff 3 1") == ["12", "11"])
    #expect(candidates(":replay 3..1") == ["12", "11"])
    #expect(candidates(":cancel 7") == ["7", "71"])
    #expect(candidates(":hist pa") == ["path="])
    #expect(candidates(":hist 5 origin=e") == ["origin=event", "origin=effect"])
    #expect(candidates(":hist cart/*") == ["cart/*"])
    #expect(
      Completer(source: ShopSource()).complete(":hist path=cart.t") == Completion(word: "t", candidates: ["total"]))
    #expect(candidates(":effects ") == ["stock/*", "stock/updated"])
  }
}
