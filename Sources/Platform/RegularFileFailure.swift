/// The reason why a file cannot be read.
package enum RegularFileFailure: Error, Equatable {
  /// A pipe, a device or a socket.
  case notRegular
  case link
  case tooLarge(limit: Int)
  case memory(MemoryShortage)
  /// A system call failed with this `errno`.
  case system(Int32)

  package var reason: String {
    switch self {
    case .notRegular: "this is a pipe or a device and no file"
    case .link: "this is a link"
    case .tooLarge(let limit): "this has more than \(limit) bytes"
    case .memory(let shortage): "\(shortage)"
    case .system(let number): String(cString: strerror(number))
    }
  }
}
