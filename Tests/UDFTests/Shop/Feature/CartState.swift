struct CartState: Codable, Equatable {
  var lines: [String: CartLine] = [:]

  var total: Int { lines.values.reduce(0) { $0 + $1.price * $1.quantity } }
}
