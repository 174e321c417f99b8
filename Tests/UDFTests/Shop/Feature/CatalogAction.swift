enum CatalogAction: Codable, Equatable, Sendable {
  case stockUpdated(sku: String, count: Int)
}
