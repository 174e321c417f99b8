import Platform

/// Makes a socket that child processes do not inherit.
func openClosingOnExec(_ family: Int32, _ type: Int32, _ protocol: Int32) -> Int32 {
  #if canImport(Darwin)
    let socket = socket(family, type, `protocol`)
    if socket >= 0 { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
    return socket
  #else
    return socket(family, type | Int32(SOCK_CLOEXEC.rawValue), `protocol`)
  #endif
}
