import UDFNetwork
import UDFServices

extension Dependencies {
  /// With a seed, random numbers and UUIDs are computed from it. If the host does not keep its data, the values of `kv`
  /// are in memory. Throws if the core cannot make a dependency.
  init(_ core: any HostCore, seed: UInt64?, keepsData: Bool) throws(HostError) {
    let services: [HostService]
    do {
      try core.resolve()
      services = try core.services()
    } catch {
      throw HostError(code: "load", message: ServiceError(error).message)
    }
    let seeded = seed.map { SeededRandom(seed: $0) }
    self.init(
      clock: core.dependency(), random: seeded ?? core.dependency(),
      uuids: seeded.map { RandomUUIDs($0) } ?? core.dependency(), log: core.dependency(),
      environment: core.dependency(), files: core.dependency(), values: keepsData ? core.dependency() : MemoryValues(),
      http: core.dependency(),
      services: services)
  }
}
