extension EnvironmentSource {
  /// The value of a variable, if it is an absolute path; nil otherwise.
  package func folder(_ name: String) -> String? { value(of: name).flatMap { $0.hasPrefix("/") ? $0 : nil } }

  /// The folder in a variable of the XDG base directories; otherwise the default path in the home folder; nil if HOME is not set
  /// either.
  package func folder(_ name: String, inHome path: String) -> String? {
    folder(name) ?? folder("HOME").map { "\($0)/\(path)" }
  }
}
