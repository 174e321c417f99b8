extension Generation {
  /// Returns a hash of 16 hexadecimal digits of the files that define features, of all files that these require, and of the
  /// versions of features in Swift.
  func reducers(of features: Set<String>) -> String {
    var files: Set<String> = []
    func add(_ file: String) {
      guard files.insert(file).inserted, let module = modules[file] else { return }
      for required in module.requires { add(required) }
    }
    for feature in self.features where features.contains(feature.name) { add(feature.file) }
    // FNV-1a.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ bytes: some Sequence<UInt8>) { for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
    for file in files.sorted() {
      mix(file.utf8)
      withUnsafeBytes(of: (modules[file]?.hash ?? 0).littleEndian) { mix($0) }
    }
    for name in features.sorted() {
      guard let native = natives[name] else { continue }
      mix(name.utf8)
      withUnsafeBytes(of: Int64(native.logVersion).littleEndian) { mix($0) }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
