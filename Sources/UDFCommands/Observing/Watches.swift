import UDF
import UDFHost

/// The watched paths, with their last values.
@MainActor
package final class Watches {
  private final class Watch {
    let place: ObservedPlace
    var value = Value.none
    var subscription: Subscription?

    init(_ place: ObservedPlace) { self.place = place }
  }

  private let host: AppHost
  private let reporter: any Reporter
  private var watched: [Watch] = []

  init(_ host: AppHost, reporter: any Reporter) {
    self.host = host
    self.reporter = reporter
  }

  var names: [String] { watched.map { "\($0.place.path)" } }

  /// The watched paths with their present values.
  var present: [(path: Path, value: Value)] { watched.map { ($0.place.path, $0.value) } }

  /// Watches paths and returns their present values. Throws, and changes nothing, if a path is invalid.
  func begin(_ paths: [String]) throws -> [(path: Path, value: Value)] {
    let new = try paths.map(watch)
    watched.removeAll { watch in new.contains { $0.place == watch.place } }
    watched += new
    return new.map { ($0.place.path, $0.value) }
  }

  /// Stops watching these paths, or all. Throws if one is not watched.
  func end(_ paths: [String]) throws {
    if paths.isEmpty { return watched.removeAll() }
    let places = try paths.map(ObservedPlace.init)
    for place in places where !watched.contains(where: { $0.place == place }) {
      throw HostError(usage: ":watch off: \(place.path) is not watched.\(didYouMean("\(place.path)", among: names))")
    }
    watched.removeAll { places.contains($0.place) }
  }

  private func watch(_ text: String) throws -> Watch {
    let watch = Watch(try ObservedPlace(text))
    if watch.place.path.keys.isEmpty {
      throw HostError(usage: ":watch: takes a path of the state, as cart.total; got \(text)")
    }
    watch.subscription = try host.subscribe(at: text) { [reporter, weak watch] value in
      guard let watch else { return }
      // The first value is reported together with those of the other paths.
      if watch.subscription != nil {
        reporter.report(.watched(Change(.set, watch.place.path, old: watch.value, new: value)))
      }
      watch.value = value
    }
    return watch
  }
}
