import UDFStorage

extension LogAddress {
  /// Returns the name of the log of an app. Apps with different names have different logs: a name that is no name of a log
  /// gets a hash of itself at its end.
  ///
  ///     LogAddress.name(of: "my_app")   // "my_app"
  ///     LogAddress.name(of: "My App")   // "my_app_" and 16 hexadecimal digits
  public static func name(of app: String) -> String {
    let readable = String(app.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    var checksum = Checksum()
    checksum.add(app)
    let mark = "_" + checksum.hexadecimal
    // No plain name may look like one with a hash.
    let hasMark = readable.wholeMatch(of: /.*_[0-9a-f]{16}/) != nil
    if readable == app, (1...LogFormat.nameLimit).contains(app.utf8.count), !hasMark { return app }
    return String(readable.prefix(LogFormat.nameLimit - mark.count)) + mark
  }
}
