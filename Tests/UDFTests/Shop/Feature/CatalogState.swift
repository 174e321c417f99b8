struct CatalogState: Codable, Equatable {
  var stock: [String: Int] = [:]
}
