struct CheckoutState: Codable, Equatable {
  var address = ""
}
