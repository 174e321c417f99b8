import Platform

/// Makes readline count characters instead of bytes.
enum TerminalLocale {
  /// Uses only the character type of the environment's locale: with its number format, Lua would print `1,5`.
  static func prepare() {
    setlocale(LC_CTYPE, "")
    guard String(cString: nl_langinfo(nl_item(CODESET))) != "UTF-8" else { return }
    guard setlocale(LC_CTYPE, "C.UTF-8") != nil else { return }
    // Readline reads the environment itself, where LC_ALL has precedence.
    setenv(getenv("LC_ALL").map { $0.pointee != 0 } ?? false ? "LC_ALL" : "LC_CTYPE", "C.UTF-8", 1)
  }
}
