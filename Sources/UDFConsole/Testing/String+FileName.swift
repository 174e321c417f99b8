extension String {
  /// Whether this path can be that of a file whose name is relative to the app.
  func isFile(named name: String) -> Bool { self == name || hasSuffix("/\(name)") }
}
