import UDFHost
import UDFTooling

@testable import UDFConsole

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
          ActionInfo(name: "clear", fullName: "cart/clear", fields: [], declared: true),
        ],
        events: ["tap", "tapAll"], hasView: true, effects: [], file: "features/cart.lua", line: 2),
      FeatureInfo(
        name: "stock",
        actions: [ActionInfo(name: "updated", fullName: "stock/updated", fields: [], declared: false)],
        events: [], hasView: false, effects: [], file: "features/stock.lua", line: 2),
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
