enum CartLineAction: Codable, Equatable, Sendable {
  case setQuantity(Int)
}
