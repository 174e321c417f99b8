enum CheckoutAction: Codable, Equatable, Sendable {
  case setAddress(String)
}
