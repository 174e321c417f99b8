/// Encodes texts as relative file paths. Different texts have different paths.
package enum FileName {
  /// The maximum bytes of one path component. File systems allow 255, and suffixes need space too.
  private static let stepSize = 200

  /// Encodes a path without slashes: `+home+ann+shop+app.lua` for `/home/ann/shop/app.lua`.
  package static func encoded(path: String) -> String {
    path.unicodeScalars.map { scalar in
      switch scalar {
      case "/": "+"
      case "+", "%", "@": String(scalar).percentEncoded(keeping: "")
      case _ where [.control, .format].contains(scalar.properties.generalCategory):
        String(scalar).percentEncoded(keeping: "")
      default: String(scalar)
      }
    }.joined()
  }

  /// Decodes a text that this type or plain percent encoding has made; nil if the text is invalid.
  static func decoded(_ encoded: String) -> String? {
    var bytes: [UInt8] = []
    var rest = encoded.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: "/"))
      case UInt8(ascii: "%"):
        guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Splits an encoded text into path components. All except the last end with `%`, with which no encoded text ends.
  package static func steps(_ encoded: String) -> String {
    var steps = [""]
    for scalar in encoded.unicodeScalars {
      if steps[steps.count - 1].utf8.count + UTF8.width(scalar) > stepSize {
        steps[steps.count - 1] += "%"
        steps.append("")
      }
      steps[steps.count - 1].unicodeScalars.append(scalar)
    }
    return steps.joined(separator: "/")
  }
}
