import UDFNetwork

/// The dependencies that a `HostCore` has made for one app host.
package struct Dependencies {
  package let clock: any WallClock
  package let random: any RandomSource
  package let uuids: any UUIDSource
  package let log: any LogSink
  package let environment: any EnvironmentSource
  package let files: any FileStore
  package let values: any KeyValueStore
  package let http: any HTTPClient
  /// The services that the app itself declares in Swift.
  package let services: [HostService]

  package init(
    clock: any WallClock, random: any RandomSource, uuids: any UUIDSource, log: any LogSink,
    environment: any EnvironmentSource, files: any FileStore, values: any KeyValueStore, http: any HTTPClient,
    services: [HostService]
  ) {
    self.clock = clock
    self.random = random
    self.uuids = uuids
    self.log = log
    self.environment = environment
    self.files = files
    self.values = values
    self.http = http
    self.services = services
  }
}
