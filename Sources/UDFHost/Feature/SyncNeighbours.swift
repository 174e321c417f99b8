import UDFEngines
import UDFFields

/// The collections with which a sync feature shares its address. One of its mutations can also change their rows.
package struct SyncNeighbours: Equatable, Sendable {
  /// The name of the feature's own collection; empty: no other feature uses the address.
  package var own = ""
  /// The key fields of all collections of the address, by their names.
  package var keys: [String: String] = [:]

  package init() {}

  /// Sets the neighbours. Throws a ``HostError`` if two features have one collection or cannot share a cache.
  static func introduce(_ features: inout [FeatureDefinition]) throws(HostError) {
    var places: [String: [Int]] = [:]
    for (index, feature) in features.enumerated() {
      guard let address = feature.sync?.sharedAddress else { continue }
      places[address, default: []].append(index)
    }
    for (address, places) in places.sorted(by: { $0.key < $1.key }) {
      var neighbours = SyncNeighbours()
      var names: [String: String] = [:]
      let cache = features[places[0]].sync?.cache
      for place in places {
        let feature = features[place]
        guard let sync = feature.sync, let name = sync.collection else { continue }
        guard case .synced(let rows, _) = feature.home else { continue }
        if let other = names.updateValue(feature.name, forKey: name) {
          throw feature.problem(
            """
            udf.sync: \(other) and \(feature.name) both keep the collection "\(name)" of \(address)
              To fix this, let one feature keep it
            """, at: ["collection"])
        }
        if sync.cache != cache {
          throw feature.problem(
            """
            udf.sync: \(features[places[0]].name) and \(feature.name) share the address \(address) and therefore a cache
              To fix this, give both the same cache
            """, at: ["cache"])
        }
        neighbours.keys[name] = rows.key
      }
      for place in places {
        guard case .synced(let rows, _) = features[place].home else { continue }
        for (field, name) in features[place].sync?.references.sorted(by: { $0.key < $1.key }) ?? []
        where neighbours.keys[name] == nil {
          let known = neighbours.keys.keys.sorted().joined(separator: ", ")
          throw features[place].problem(
            """
            udf.sync: \(features[place].name).references: \(field) names the collection "\(name)", which no feature keeps at \(address)
              To fix this, name one of these: \(known)
            """, at: ["references"])
        }
        neighbours.own = features[place].sync?.collection ?? ""
        features[place].home = .synced(rows, neighbours)
      }
    }
  }
}
