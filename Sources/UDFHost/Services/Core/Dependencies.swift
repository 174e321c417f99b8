/// What a core has made for one host.
struct Dependencies: Sendable {
  let clock: any WallClock
  let random: any RandomSource
  let uuids: any UUIDSource
  let log: any LogSink
  let environment: any EnvironmentSource

  /// With a seed, random numbers and UUIDs come from it.
  init(_ core: any HostCore, seed: UInt64?) {
    let seeded = seed.map { SeededRandom(seed: $0) }
    clock = core.dependency()
    random = seeded ?? core.dependency()
    uuids = seeded.map { RandomUUIDs($0) } ?? core.dependency()
    log = core.dependency()
    environment = core.dependency()
  }
}
