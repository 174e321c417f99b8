extension String {
  /// The bytes as text. Each invalid byte becomes `\xNN`, as in a Lua string, and a secret's token becomes `secret`.
  package init(escaping bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    if utf8.elementsEqual(bytes) { return }
    self = ""
    var rest = Secret.shown(Array(bytes))[...]
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = rest.makeIterator()
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
