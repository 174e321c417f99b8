import Testing
import UDFSync

/// The caches that there are, for what must hold of all of them.
enum CacheKind: String, CaseIterable, CustomTestStringConvertible {
  case memory, json
  #if SQLite
    case sqlite
  #endif

  static var onDisk: [CacheKind] { allCases.filter { $0 != .memory } }

  var testDescription: String { rawValue }

  /// What the name of its file ends in.
  var suffix: String { rawValue }

  /// Patient, since a process that is being started holds the locks of this one for a moment, which may be a long one.
  func make(patience: Double = 600) -> any CacheStore {
    switch self {
    case .memory: MemoryCache()
    case .json: JSONCache(patience: patience)
    #if SQLite
      case .sqlite: SQLiteCache(patience: patience)
    #endif
    }
  }
}
