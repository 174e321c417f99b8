import LuaRuntime
import UDFSync

/// The options of `udf.sync` that `udf.entities` does not have.
struct SyncSettings: Equatable {
  /// Who is asked for rows.
  enum Remote: Equatable {
    case none
    /// A server that speaks the sync protocol.
    case address(String)
    /// Functions of the feature; `push` need not be one of them.
    case functions(Set<String>)
  }

  /// The path of a file in the app's folder.
  var seed: String?
  var remote: Remote
  var cache: SyncCollection.Cache
  var conflict: SyncCollection.Conflict
  /// Whether the feature has a function `conflict`, which merges rows.
  var hasMerge: Bool
  /// Whether the feature has a function `migrate`, which brings rows to the present schema.
  var hasMigration: Bool
  /// Whether the feature has a function `auth`, which returns headers for requests.
  var hasAuth: Bool
  /// Whether changes are received over a stream where the server offers one.
  var isLive: Bool
  /// Seconds.
  var ttl: Double?
  /// Seconds.
  var timeout: Double?
  var schema: Int
  /// See ``SyncCollection/references``.
  var references: [String]
  /// Whether the cache is opened, and the server asked, only when the rows are read.
  var isLazy: Bool

  /// As the prelude describes it.
  init(_ value: Value) {
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
    hasAuth = value["auth"] == true
    isLive = value["live"] != false
    ttl = value["ttl"].double
    timeout = value["timeout"].double
    schema = value["schema"].integer ?? 1
    references = value["references"].texts
    isLazy = value["lazy"] != false
  }

  /// The names of the functions that run as effects.
  var effects: [String] {
    let names = if case .functions(let names) = remote { names.sorted() } else { [String]() }
    return hasAuth ? names + ["auth"] : names
  }

  /// The names of the functions that are pure.
  var pure: [String] { (hasMerge ? ["conflict"] : []) + (hasMigration ? ["migrate"] : []) }

  /// Whether the engine calls functions of the feature.
  var hasFunctions: Bool { !pure.isEmpty || !effects.isEmpty }
}
