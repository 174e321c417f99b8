import UDFHost
import UDFTooling

@testable import UDFCommands

/// A shop with a cart and a stock, as completion sees it.
struct ShopSource: CompletionSource {
  let library = ["feature", "leading", "latest", "list"]

  var features: [FeatureInfo] {
    [
      FeatureInfo(
        name: "cart",
        actions: [
          ActionInfo(
            name: "add", fullName: "cart/add",
            fields: [.init(name: "qty", type: "integer"), .init(name: "sku", type: "string")], declared: true
          ),
          ActionInfo(
            name: "sort", fullName: "cart/sort",
            fields: [.init(name: "by", type: "…", choices: ["name", "price"])], declared: true),
          ActionInfo(name: "clear", fullName: "cart/clear", fields: [], declared: true),
        ],
        events: ["tap", "tapAll"], hasView: true, effects: [], file: "features/cart.lua", line: 2),
      FeatureInfo(
        name: "stock",
        actions: [ActionInfo(name: "updated", fullName: "stock/updated", fields: [], declared: false)],
        events: [], hasView: false, effects: ["stock/updated"], file: "features/stock.lua", line: 2),
    ]
  }

  var services: [ServiceInfo] {
    [
      ServiceInfo(
        name: "depot",
        methods: [
          .init(name: "count", parameters: ["sku", "place"], signature: "depot.count(sku: string, place: string?)"),
          .init(name: "watch", parameters: nil, signature: "depot.watch(…)"),
        ])
    ]
  }

  let targets = ["1 Tea", "2 Check out"]
  let fields = ["name", "note"]

  let labels = ["Tea", "Check out"]
  let actions = ["12", "11", "3"]
  let effects = ["7", "71"]

  func derived(at path: String) -> [String] {
    switch path {
    case "view.cart": ["rows", "title", "odd key"]
    case "view.cart.rows[1]": ["name"]
    case "computed.cart.totals": ["net"]
    default: []
    }
  }
  func members(of chain: String) -> [String] {
    switch chain {
    case "it": ["name", "rows"]
    case "it.rows[1]": ["sku"]
    case "string": ["byte", "rep"]
    default: []
    }
  }
  func action(ofEvent name: String) -> String? { name == "cart.tap" ? "cart/sort" : nil }
  func fields(ofEvent name: String) -> [String] { name == "cart.tapAll" ? ["count", "text"] : [] }

  func keys(at path: String) -> [String] {
    switch path {
    case "": ["cart", "stock"]
    case "cart": ["items", "total"]
    case "cart.items[1]": ["qty", "sku"]
    case "cart.items": ["[1]", "[2]"]
    case "stock": ["a-1", "a-2", "b"]
    default: []
    }
  }
}
