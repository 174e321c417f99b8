import struct Foundation.URLComponents
import struct Foundation.URLQueryItem

/// The address of a log in the form of the command line:
///
///     sqlite:FILE
///     redis://[USER[:PASSWORD]@]HOST[:PORT][/DATABASE]
///     postgres://[USER[:PASSWORD]@]HOST[:PORT]/DATABASE[?sslmode=verify-full…]
///
/// Each may end with `?log=NAME` and `mode=read`. The password may be in the environment: `REDISCLI_AUTH`,
/// `PGPASSWORD`.
public struct LogAddress: Sendable {
  public let engine: any LogEngine
  public let options: LogOptions

  /// - Parameters:
  ///   - text: the address.
  ///   - log: the log's name if the address has none: the app's name.
  ///   - environment: the variables of the process.
  public init(_ text: String, log: String, environment: [String: String] = [:]) throws(LogFailure) {
    let scheme = text.prefix { $0 != ":" }
    let plain = text.prefix { $0 != "?" }
    guard scheme.count < text.count, var parts = URLComponents(string: "log:?" + text.dropFirst(plain.count + 1)) else {
      throw LogAddress.unknown(text)
    }
    if scheme != "sqlite" { try LogAddress.checkUser(text) }
    var options = LogOptions()
    var name = log
    for item in parts.queryItems ?? [] {
      switch (item.name, item.value) {
      case ("mode", "read"): options.isReadOnly = true
      case ("mode", "write"): break
      case ("mode", let value):
        throw .refused(LogAddress.hidden(text), "mode is read or write, not \(value ?? "empty")")
      case ("log", let value): name = value ?? ""
      case ("snapshots", let value):
        guard let count = value.flatMap(Int64.init), count > 0 else {
          throw .refused(
            LogAddress.hidden(text), "snapshots is the number of entries between two, from 1, not \(value ?? "empty")")
        }
        options.snapshots = count
      // libpq has options of its own.
      case (let option, _) where !scheme.hasPrefix("postgres"):
        throw .refused(LogAddress.hidden(text), "\(option) is not an option of a log; give log, mode or snapshots")
      default: continue
      }
    }
    parts.queryItems?.removeAll { ["mode", "log", "snapshots"].contains($0.name) }
    let rest = parts.percentEncodedQuery.flatMap { $0.isEmpty ? nil : "?" + $0 } ?? ""
    engine = try LogAddress.engine(String(scheme), String(plain), rest, name, environment)
    self.options = options
  }

  private static func engine(
    _ scheme: String, _ plain: String, _ rest: String, _ log: String, _ environment: [String: String]
  ) throws(LogFailure) -> any LogEngine {
    switch scheme {
    case "sqlite":
      let path = plain.dropFirst("sqlite:".count)
      guard !path.isEmpty else { throw unknown(plain) }
      return SQLiteLog(String(path.hasPrefix("//") ? path.dropFirst(2) : path))
    case "redis":
      try checkName(log, plain)
      #if Redis
        guard let url = URLComponents(string: plain), let host = url.host, !host.isEmpty,
          let database = Int(url.path.dropFirst().isEmpty ? "0" : url.path.dropFirst())
        else { throw unknown(plain) }
        let user = url.user.flatMap { $0.isEmpty ? nil : $0 }
        return RedisLog(
          host: host, port: url.port ?? 6379, user: user, password: url.password ?? environment["REDISCLI_AUTH"],
          database: database, log: log)
      #else
        throw missing("Redis", plain)
      #endif
    case "postgres", "postgresql":
      try checkName(log, plain)
      #if PostgreSQL
        return PostgreSQLLog(plain + rest, log: log)
      #else
        throw missing("PostgreSQL", plain)
      #endif
    case "rediss":
      throw .refused(
        hidden(plain), "Redis over TLS is not supported; connect through stunnel and give redis://127.0.0.1:PORT")
    default: throw unknown(plain)
    }
  }

  private static func checkName(_ log: String, _ text: String) throws(LogFailure) {
    let isGood = log.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    guard isGood, (1...LogFormat.nameLimit).contains(log.utf8.count) else {
      throw .refused(
        hidden(text),
        "a log's name has 1 to \(LogFormat.nameLimit) of a-z, 0-9 and _, not \"\(log)\"; add ?log=NAME to the address")
    }
  }

  /// Throws if the user or the password has a character that would end it. The client libraries print what follows.
  private static func checkUser(_ text: String) throws(LogFailure) {
    guard let start = text.range(of: "://")?.upperBound else { return }
    let query = text[start...].firstIndex(of: "?") ?? text.endIndex
    let hosts = text[start..<query].prefix { $0 != "/" }
    // After hosts without a user, an @ belongs to an option, such as libpq's user.
    let isPlain = hosts.split(separator: ",").allSatisfy {
      $0.wholeMatch(of: /(?:[^:@\[]*|\[[^\]]*\])(?::\d*)?/) != nil
    }
    let place = isPlain ? text[..<query] : text[...]
    guard let end = place.lastIndex(of: "@"), start <= end,
      text[start..<end].wholeMatch(of: /(?:[^@\/?#%]|%[0-9A-Fa-f]{2})*/) == nil
    else { return }
    throw .refused(
      text[..<start] + "…",
      "a user or a password in an address has no @ / ? # %; write them as %40 %2F %3F %23 %25, or give the password in the "
        + (text.hasPrefix("redis") ? "variable REDISCLI_AUTH" : "variable PGPASSWORD"))
  }

  private static func unknown(_ text: String) -> LogFailure {
    .refused(hidden(text), "is no address of a log; give sqlite:FILE, redis://HOST or postgres://HOST/DATABASE")
  }

  private static func missing(_ trait: String, _ text: String) -> LogFailure {
    .refused(hidden(text), "this program was built without \(trait); enable the package trait \(trait)")
  }

  /// Returns the address without the user and the password.
  private static func hidden(_ text: String) -> String {
    guard let at = text.lastIndex(of: "@"), let start = text.range(of: "://") else { return text }
    return text[..<start.upperBound] + "…" + text[at...]
  }
}
