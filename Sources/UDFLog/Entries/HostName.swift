import Platform

/// The names of hosts in the log.
package enum HostName {
  /// Separates the name for people from the random part.
  private static let separator: Character = "~"

  /// Returns a host name with a random number, so that no other host has the same name.
  package static func new(_ label: String?) -> String {
    let number = String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 16)
    if let label { return label + String(separator) + number }
    var bytes = [CChar](repeating: 0, count: 64)
    gethostname(&bytes, bytes.count - 1)
    let machine = String(decoding: bytes.prefix { $0 != 0 && $0 != 46 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return (machine.isEmpty ? "host" : machine) + "-" + number
  }

  /// The name of a host for people.
  package static func label(_ host: String) -> String {
    host.lastIndex(of: separator).map { String(host[..<$0]) } ?? host
  }
}
