import UDFNetwork

/// What a core has made for one host.
struct Dependencies {
  let clock: any WallClock
  let random: any RandomSource
  let uuids: any UUIDSource
  let log: any LogSink
  let environment: any EnvironmentSource
  let files: any FileStore
  let values: any KeyValueStore
  let http: any HTTPClient
  /// The app's own.
  let services: [HostService]

  /// With a seed, random numbers and UUIDs come from it. Throws if the core cannot make what it should.
  init(_ core: any HostCore, seed: UInt64?) throws(HostError) {
    do {
      try core.resolve()
      services = try core.services()
    } catch {
      throw HostError(code: "load", message: ServiceError(error).message)
    }
    let seeded = seed.map { SeededRandom(seed: $0) }
    clock = core.dependency()
    random = seeded ?? core.dependency()
    uuids = seeded.map { RandomUUIDs($0) } ?? core.dependency()
    log = core.dependency()
    environment = core.dependency()
    files = core.dependency()
    values = core.dependency()
    http = core.dependency()
  }
}
