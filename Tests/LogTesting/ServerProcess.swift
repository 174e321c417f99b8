import Foundation
import Platform
import SocketTesting

/// A server that is another program. It ends with this process at the latest, however that ends.
package final class ServerProcess: @unchecked Sendable {
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  package let process: pid_t
  /// The process that starts the server, and kills it when `lifeline` is closed, which the system does when this process ends.
  private let guardian: pid_t
  private let lifeline: Int32
  private var isOver = false

  /// Runs a command of the shell that becomes the server, and waits until something listens at the port.
  package init(_ command: String, port: Int, output: String) throws {
    unlink("\(output).pid")
    (guardian, lifeline) = try ServerProcess.spawn(
      """
      exec 2>/dev/null
      (\(command)) </dev/null >>'\(output)' 2>&1 3<&- &
      server=$!
      echo $server >'\(output).pid'
      (cat <&3 >/dev/null; kill -9 $server) >/dev/null 2>&1 &
      wait $server
      """)
    var process: pid_t?
    for _ in 0..<2000 {
      process = process ?? readFile("\(output).pid").flatMap { pid_t(String(decoding: $0.dropLast(), as: UTF8.self)) }
      if let process {
        if kill(process, 0) != 0 { break }
        if RawConnection(port: port) != nil {
          self.process = process
          return
        }
      }
      usleep(10_000)
    }
    close(lifeline)
    waitpid(guardian, nil, 0)
    let log = readFile(output).map { String(decoding: $0.suffix(2000), as: UTF8.self) } ?? ""
    throw Failure(description: "\(command) does not listen at \(port):\n\(log)")
  }

  deinit { end() }

  /// Waits until the server answers. Throws if it ends before that, as when another process has taken its port, or takes longer
  /// than 60 s.
  package func wait(until isReady: () -> Bool) throws {
    for _ in 0..<3000 {
      if isReady() { return }
      guard kill(process, 0) == 0 else { throw Failure(description: "the server has ended before it answered") }
      usleep(20_000)
    }
    throw Failure(description: "the server does not answer")
  }

  /// Kills it and its children at once, as the end of its power would.
  package func end() {
    guard !isOver else { return }
    isOver = true
    // It is not to start children for those that are killed.
    kill(process, SIGSTOP)
    let children = Descriptor("/proc/\(process)/task/\(process)/children", O_RDONLY)?.rest ?? []
    for child in children.split(separator: UInt8(ascii: " ")) {
      if let child = pid_t(String(decoding: child, as: UTF8.self)) { kill(child, SIGKILL) }
    }
    kill(process, SIGKILL)
    close(lifeline)
    waitpid(guardian, nil, 0)
  }

  /// Removes the folder of a server when this process has ended, however it ends.
  package static func removeFolder(_ path: String) {
    // The descriptor stays open as long as this process runs. Children of a server that was killed may still write.
    _ = try? spawn(
      """
      exec >/dev/null 2>&1 </dev/null
      cat <&3
      for try in 1 2 3 4 5 6 7 8 9 10; do rm -rf '\(path)' && break; sleep 1; done
      """)
  }

  /// Runs a script that has the reading end of a pipe as descriptor 3; gives its process and the writing end.
  private static func spawn(_ script: String) throws -> (pid_t, Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(description: "no pipe: \(errno)") }
    defer { close(ends[0]) }
    // A process that another test starts would keep the server alive.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 3)
    // A shell that ignores the signals of its children waits for ever.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process = pid_t()
    let words: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", script].map { (word: String) in strdup(word) } + [nil]
    defer { for word in words { free(word) } }
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environ)
    guard code == 0 else {
      close(ends[1])
      throw Failure(description: "no process: \(code)")
    }
    return (process, ends[1])
  }
}
