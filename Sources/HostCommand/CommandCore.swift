import UDFHost

/// The standard core, but for what the console shows itself.
struct CommandCore: HostCore {
  func dependency() -> any LogSink { SilentLog() }
}
