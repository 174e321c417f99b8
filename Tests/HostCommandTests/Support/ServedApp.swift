import Glibc
import Testing

/// `udfhost serve` in a separate process.
final class ServedApp {
  /// The lines that it has printed on standard output.
  let lines: [String]
  private let folder: AppFolder
  private let process: pid_t
  private let output: Int32

  /// Waits for this number of printed lines.
  init(_ folder: AppFolder, _ arguments: String..., printing count: Int = 1) throws {
    self.folder = folder
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let pipe = Launch.pipe()
    let error = open(folder.write("serve.txt", ""), O_WRONLY | O_TRUNC | O_CLOEXEC)
    process = try Launch.spawn(
      ["serve", folder.app] + arguments, environment: Launch.environment(folder.path), input: input,
      output: pipe.writing, error: error)
    for descriptor in [input, pipe.writing, error] { close(descriptor) }
    output = pipe.reading
    var bytes: [UInt8] = []
    while bytes.count(where: { $0 == 10 }) < count {
      var piece = [UInt8](repeating: 0, count: 4096)
      let read = read(output, &piece, piece.count)
      guard read > 0 else { break }
      bytes += piece[..<read]
    }
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    try #require(lines.count == count, "\(lines), \(folder.read("serve.txt"))")
  }

  deinit {
    kill(process, SIGKILL)
    _ = Launch.wait(for: process)
    close(output)
  }

  /// The link in the first line.
  var url: String { String(lines[0].dropFirst("screens: ".count)) }
  /// What it has printed on standard error.
  var errors: String { folder.read("serve.txt") }

  /// Interrupts it, and returns its exit code.
  func interrupt() -> Int32? {
    kill(process, SIGINT)
    return Launch.wait(for: process)
  }

  /// An IPv4 address of this machine in a network; nil: it has none.
  static let networkAddress: String? = {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return nil }
    defer { freeifaddrs(list) }
    return sequence(first: list) { $0?.pointee.ifa_next }.lazy.compactMap { entry -> String? in
      guard let address = entry?.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else { return nil }
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
        var number = address.pointee.sin_addr
        guard inet_ntop(AF_INET, &number, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
    }.first { !$0.hasPrefix("127.") }
  }()
}
