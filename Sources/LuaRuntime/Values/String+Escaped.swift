extension String {
  /// The bytes as text; each byte that is not part of valid UTF-8 becomes `\xNN`, as Lua writes it in a string.
  package init(escaping bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    if utf8.elementsEqual(bytes) { return }
    self = ""
    var rest = bytes[...]
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar):
        unicodeScalars.append(Unicode.UTF8.decode(scalar))
        rest = rest.dropFirst(scalar.count)
      case .error(let length):
        for byte in rest.prefix(length) { append("\\x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))") }
        rest = rest.dropFirst(length)
      case .emptyInput: return
      }
    }
  }
}
