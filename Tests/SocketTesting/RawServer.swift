import Foundation
import Platform

/// A server on a free port of 127.0.0.1 or ::1. A test decides what it sends, including invalid HTTP.
public final class RawServer: Sendable {
  public let port: Int
  private let isIPv6: Bool
  private let listener: Int32
  private let received = Guarded<[String]>([])

  public var url: String { "http://\(isIPv6 ? "[::1]" : "127.0.0.1"):\(port)" }

  /// The texts of all requests that ``RawConnection/request()`` has read.
  public var requests: [String] { received.withLock { $0 } }

  /// Starts the server. It calls `serve` for each connection, on a separate thread, and closes the connection when `serve` returns.
  public init(isIPv6: Bool = false, _ serve: @escaping @Sendable (RawConnection) -> Void) throws {
    let (listener, port) = try RawServer.listen(isIPv6: isIPv6)
    self.isIPv6 = isIPv6
    self.listener = listener
    self.port = port
    Thread.detachNewThread {
      while case let socket = accept(listener, nil, nil), socket >= 0 {
        RawServer.keepFromChildren(socket)
        let connection = RawConnection(socket: socket) { request in self.received.withLock { $0.append(request) } }
        Thread.detachNewThread { serve(connection) }
      }
      close(listener)
    }
  }

  /// Sends the complete response that `answer` returns for the first line of each request, and closes the connection.
  public convenience init(
    isIPv6: Bool = false, answering answer: @escaping @Sendable (_ line: String) -> String
  ) throws {
    try self.init(isIPv6: isIPv6) { connection in
      guard let request = connection.request() else { return }
      connection.send(answer(request.components(separatedBy: " HTTP/1.1\r\n")[0]))
    }
  }

  /// Ends the thread that waits for connections.
  public func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// A port on which nothing listens. It stays reserved while the process runs, so that no other server can use it.
  public static func freePort() throws -> Int { try bound().port }

  /// A port that is free now, for a server that cannot choose a port and report it.
  public static func releasedPort() throws -> Int {
    let (socket, port) = try bound()
    close(socket)
    return port
  }

  /// A complete response with status 200.
  public static func ok(_ body: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
  }

  public static func redirect(_ status: Int = 302, to location: String) -> String {
    "HTTP/1.1 \(status) Elsewhere\r\nLocation: \(location)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
  }

  #if canImport(Darwin)
    static let noSignal: Int32 = 0
    private static let stream = SOCK_STREAM
  #else
    static let noSignal = Int32(MSG_NOSIGNAL)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #endif

  private static func listen(isIPv6: Bool) throws -> (listener: Int32, port: Int) {
    let (listener, port) = try isIPv6 ? boundToIPv6() : bound()
    guard Foundation.listen(listener, 128) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return (listener, port)
  }

  /// Closes the socket in child processes. Otherwise a process that another test starts would keep the connection open.
  private static func keepFromChildren(_ socket: Int32) { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }

  /// A socket bound to a free port.
  private static func bound() throws -> (socket: Int32, port: Int) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return try bound(AF_INET, address, port: \.sin_port)
  }

  /// A socket that is connected to a port of 127.0.0.1.
  static func connected(to port: Int) -> Int32? {
    let descriptor = socket(AF_INET, stream, 0)
    keepFromChildren(descriptor)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = in_port_t(port).bigEndian
    let isConnected = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if isConnected { return descriptor }
    close(descriptor)
    return nil
  }

  private static func boundToIPv6() throws -> (socket: Int32, port: Int) {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    return try bound(AF_INET6, address, port: \.sin6_port)
  }

  private static func bound<Address>(
    _ family: Int32, _ address: Address, port: KeyPath<Address, in_port_t>
  ) throws -> (socket: Int32, port: Int) {
    let listener = socket(family, stream, 0)
    keepFromChildren(listener)
    var address = address
    var size = socklen_t(MemoryLayout.size(ofValue: address))
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && getsockname(listener, address, &size) == 0
      }
    }
    guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return (listener, Int(UInt16(bigEndian: address[keyPath: port])))
  }
}
