import Platform

/// Makes readline count characters and not bytes.
enum TerminalLocale {
  /// Takes the character type from the environment and nothing else: with the number format too, Lua would print `1,5`.
  static func prepare() {
    setlocale(LC_CTYPE, "")
    guard String(cString: nl_langinfo(nl_item(CODESET))) != "UTF-8" else { return }
    guard setlocale(LC_CTYPE, "C.UTF-8") != nil else { return }
    // Readline looks into the environment itself, where LC_ALL counts most.
    setenv(getenv("LC_ALL").map { $0.pointee != 0 } ?? false ? "LC_ALL" : "LC_CTYPE", "C.UTF-8", 1)
  }
}
