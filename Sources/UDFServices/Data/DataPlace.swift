/// Where the host keeps an app's data.
package enum DataPlace: Sendable, Equatable {
  /// In a folder, so that the data stays between runs.
  case folder(String)
  /// HOME is not set; the path begins with ``DataFolder/unknown``. Stores that need no folder work nevertheless.
  case unknown(String)
  /// In memory, until the host ends.
  case memory

  /// The folder with the files; nil: there are none.
  package var folder: String? { if case .folder(let path) = self { path } else { nil } }

  /// The name by which a ``KeyValueStore`` identifies the app.
  package var name: String {
    switch self {
    case .folder(let path), .unknown(let path): path
    case .memory: ""
    }
  }
}
