import Foundation

/// To which section a package belongs, by its own name and by that of its source: `/var/lib/dpkg/status`.
struct DebianSections {
  private var sections: [String: String] = [:]

  init(_ status: Data) {
    var package = ""
    var section = ""
    for bytes in status.split(separator: UInt8(ascii: "\n")) where bytes.first != UInt8(ascii: " ") {
      let line = String(decoding: bytes, as: UTF8.self)
      if let name = line.value(of: "Package: ") {
        package = name
      } else if let name = line.value(of: "Section: ") {
        // Without the area, as in `non-free/net`.
        section = String(name.split(separator: "/").last ?? "misc")
        sections[package] = section
      } else if let source = line.value(of: "Source: ")?.split(separator: " ").first {
        sections[String(source)] = sections[String(source)] ?? section
      }
    }
  }

  subscript(package: String) -> String { sections[package] ?? "misc" }
}

extension String {
  fileprivate func value(of field: String) -> String? { hasPrefix(field) ? String(dropFirst(field.count)) : nil }
}
