/// An app's data with one value of each kind that Codable supports.
struct CodedShop: Codable, Equatable {
  struct Line: Codable, Equatable {
    var sku: String
    var qty: Int
    var note: String?
    var price: Double = 0
    var isGift = false
  }

  enum Filter: Codable, Equatable {
    case all
    case named(String, Int?)
  }
  enum Currency: String, Codable, CaseIterable { case euro, yen }

  var items: [Line]
  var stock: [String: Int?]
  var filter: Filter
  var currency: Currency?
  var matrix: [[Int8]]
  var unused: String?
}
