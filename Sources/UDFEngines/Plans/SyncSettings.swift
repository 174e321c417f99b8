import LuaRuntime
import UDFFields
import UDFSync

/// The options of `udf.sync` that `udf.entities` does not have.
package struct SyncSettings: Equatable {
  /// The source of the rows.
  package enum Remote: Equatable {
    case none
    /// A server that speaks the sync protocol.
    case address(String)
    /// Functions of the feature; `push` is optional.
    case functions(Set<String>)
  }

  /// The name of the collection at the address of the server; nil: the address has only this collection.
  package var collection: String?
  /// The path of a file in the app's folder.
  package var seed: String?
  package var remote: Remote
  package var cache: SyncCollection.Cache
  package var conflict: SyncCollection.Conflict
  /// Whether the feature has a function `conflict`, which merges rows.
  package var hasMerge: Bool
  /// Whether the feature has a function `migrate`, which converts rows to the present schema.
  package var hasMigration: Bool
  /// Whether the function `push` applies several changes as one.
  package var takesAll: Bool
  /// Whether the feature has a function `auth`, which returns headers for requests.
  package var hasAuth: Bool
  /// Whether changes are received over a stream if the server offers one.
  package var isLive: Bool
  /// The seconds for which rows count as fresh.
  package var ttl: Double?
  /// The timeout of a request in seconds.
  package var timeout: Double?
  package var schema: Int
  /// The filter of the rows that are pulled and kept, until an action changes its parameters.
  package var filter: RowFilter
  /// See ``SyncCollection/references``.
  package var references: [String: String]
  /// Whether the cache is opened and the first request sent only when the rows are read.
  package var isLazy: Bool

  /// Reads the prelude's description. Throws if `where` is not valid.
  package init(_ value: Value) throws(NativeFailure) {
    collection = value["collection"].text
    seed = value["seed"].text
    remote =
      switch value["remote"] {
      case .string(let address): .address(address)
      case .list(let names): .functions(Set(names.compactMap(\.text)))
      default: .none
      }
    cache = value["cache"].text.flatMap(SyncCollection.Cache.init) ?? .sqlite
    conflict = value["conflict"].text.flatMap(SyncCollection.Conflict.init) ?? .mine
    hasMerge = value["conflict"] == true
    hasMigration = value["migrate"] == true
    takesAll = value["all"] == true
    hasAuth = value["auth"] == true
    isLive = value["live"] != false
    ttl = value["ttl"].double
    timeout = value["timeout"].double
    schema = value["schema"].integer ?? 1
    filter = try RowFilter(script: value["where"])
    let own = value["references"].texts.map { ($0, value["collection"].text ?? "") }
    let named = value["references"].fields.map { ($0.key, $0.value.text ?? "") }
    references = Dictionary(own + named) { $1 }
    isLazy = value["lazy"] != false
  }

  /// The address that the collection shares with others; nil: it shares none.
  package var sharedAddress: String? {
    guard collection != nil, case .address(let address) = remote else { return nil }
    return address.hasSuffix("/") ? String(address.dropLast()) : address
  }

  /// The names of the functions that run as effects.
  package var effects: [String] {
    let names = if case .functions(let names) = remote { names.sorted() } else { [String]() }
    return hasAuth ? names + ["auth"] : names
  }

  /// The names of the functions that are pure.
  package var pure: [String] { (hasMerge ? ["conflict"] : []) + (hasMigration ? ["migrate"] : []) }

  /// Whether the engine calls functions of the feature.
  package var hasFunctions: Bool { !pure.isEmpty || !effects.isEmpty }
}
