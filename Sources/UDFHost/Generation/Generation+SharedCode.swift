import LuaRuntime

extension Generation {
  /// Returns a hash of 16 hexadecimal digits of the bytecode of the files that define shared features, and of all files that
  /// these require, and of the versions of shared features in Swift. Comments, blank lines and names of local variables do
  /// not change it.
  func sharedCode(_ machine: LuaMachine) -> String {
    let shared = features.filter(\.isShared)
    var files: Set<String> = []
    func add(_ file: String) {
      guard files.insert(file).inserted, let module = modules[file] else { return }
      for required in module.requires { add(required) }
    }
    for feature in shared { add(feature.file) }
    // FNV-1a.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ bytes: some Collection<UInt8>) {
      withUnsafeBytes(of: Int64(bytes.count).littleEndian) { count in
        for byte in count { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      }
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    for file in files.sorted() {
      mix(file.utf8)
      guard let module = modules[file] else { continue }
      if let code = module.chunk.flatMap(machine.bytecode) {
        mix(code)
      } else {
        withUnsafeBytes(of: module.hash.littleEndian) { mix($0) }
      }
    }
    for name in Set(shared.map(\.name)).sorted() {
      guard let native = natives[name] else { continue }
      mix(name.utf8)
      withUnsafeBytes(of: Int64(native.logVersion).littleEndian) { mix($0) }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
