import LuaRuntime

extension HostService {
  /// `cx.services.clock`: the time of day, which `os.date` formats.
  static func clock(_ clock: any WallClock) -> HostService {
    HostService(
      "clock", doc: "The time of day.",
      [
        ServiceMethod("now", returns: "number", doc: "Seconds since the beginning of 1970, with fractions.") { _ in
          .number(clock.now)
        }
      ])
  }
}
