import Testing
import UDFSync

/// The caches that there are, for what must hold of all of them.
enum CacheKind: String, CaseIterable, CustomTestStringConvertible {
  case memory, sqlite

  var testDescription: String { rawValue }

  /// Patient, since a process that is being started holds the locks of this one for a moment, which may be a long one.
  func make(patience: Double = 600) -> any CacheStore {
    switch self {
    case .memory: MemoryCache()
    case .sqlite: SQLiteCache(patience: patience)
    }
  }
}
