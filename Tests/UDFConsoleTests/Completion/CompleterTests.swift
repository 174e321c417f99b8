import Foundation
import Testing
import UDFHost
import UDFTooling

@testable import UDFConsole

@Suite("Completion")
struct CompleterTests {
  private func candidates(_ text: String) -> [String] {
    Completer(source: ShopSource()).complete(text).candidates
  }

  @Test("an empty line offers the features and what the prompt knows")
  func emptyLine() {
    #expect(
      candidates("") == [
        "cart", "stock", "state", "view", "computed", "services", "event", "dispatch", "settle", "it", "print", "udf",
      ])
    #expect(candidates("st") == ["stock", "state"])
    #expect(candidates("x = ca") == ["cart"])
  }

  @Test("after `:sync` come the features that are in step with a server")
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

  @Test("after `udf.` comes what the library has")
  func library() {
    #expect(candidates("udf.l") == ["leading", "latest", "list"])
    #expect(candidates("udf.list.") == [])
  }

  @Test("after a feature's dot come its actions")
  func actions() {
    #expect(candidates("cart.") == ["add", "clear", "make"])
    #expect(candidates("cart.a") == ["add"])
    #expect(candidates("cart.make.") == ["add", "clear"])
    #expect(candidates("print(cart.make.c") == ["clear"])
  }

  @Test("after `services.` come the services, their methods and their arguments")
  func services() {
    #expect(candidates("services.") == ["depot"])
    #expect(candidates("services.depot.") == ["count", "watch"])
    #expect(candidates("services.depot.count{ ") == ["sku=", "place="])
    #expect(candidates("services.depot.count{ sku = \"A1\", ") == ["place="])
    #expect(candidates("services.depot.watch{ ca") == ["cart"])
    #expect(candidates("services.depot.count.") == [])
  }

  @Test("inside the braces come the payload keys that are not there yet")
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

  @Test("an undeclared payload offers what an expression may begin with")
  func undeclared() {
    #expect(candidates("stock.updated{ ca") == ["cart"])
  }

  @Test("a dispatched table completes its type and then that action's fields")
  func dispatch() {
    #expect(candidates("dispatch{ ") == ["type="])
    #expect(candidates("dispatch{ type = \"cart/") == ["cart/add\"", "cart/clear\""])
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

  @Test("keys that are no names complete in brackets, and the word reaches back to the quote")
  func oddKeys() {
    #expect(candidates("state.stock.") == ["b"])
    let completion = Completer(source: ShopSource()).complete("state.stock[\"a-")
    #expect(completion == Completion(word: "a-", candidates: ["a-1\"]", "a-2\"]"], boundary: .quote))
  }

  @Test("events complete in the string of event")
  func events() {
    #expect(candidates("event(\"") == ["cart.tap\"", "cart.tapAll\""])
    #expect(candidates("event \"cart.tapA") == ["cart.tapAll\""])
  }

  @Test("commands complete, and so do their arguments")
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

  @Test("file names complete folder by folder")
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

  @Test("with a flow: what nav has, its routes and links, and the events of scenes")
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

  @Test("after a command that takes something comes a space, and a link or a key goes back to the space before it")
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

  @Test("joining is not a field's dot")
  func joining() {
    #expect(candidates("\"a\" .. ca") == ["cart"])
    #expect(candidates("cart..st") == ["stock", "state"])
  }
}
