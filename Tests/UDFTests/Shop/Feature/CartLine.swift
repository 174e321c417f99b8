struct CartLine: Codable, Equatable {
  var price: Int
  var quantity = 1
}
