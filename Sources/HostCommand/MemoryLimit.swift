import ArgumentParser

/// `--memory-limit`
enum MemoryLimit {
  static func validate(_ mebibytes: Int) throws(ValidationError) {
    guard (0...1 << 30).contains(mebibytes) else {
      throw ValidationError("--memory-limit: the MiB must be between 0 and \(1 << 30)")
    }
  }
}
