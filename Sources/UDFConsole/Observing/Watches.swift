import UDF
import UDFHost

/// The places that a person watches, and what stood there last.
@MainActor
final class Watches {
  private final class Watch {
    let place: WatchedPlace
    var value: Value
    /// Why it could not be seen last, so that it is told once.
    var problem: HostError?
    var subscription: Subscription?

    init(_ place: WatchedPlace, _ value: Value) {
      self.place = place
      self.value = value
    }
  }

  private let host: AppHost
  private let reporter: any Reporter
  private var watched: [Watch] = []

  init(_ host: AppHost, reporter: any Reporter) {
    self.host = host
    self.reporter = reporter
  }

  var names: [String] { watched.map { "\($0.place.path)" } }

  /// What is watched, with what stands there now.
  var present: [(path: Path, value: Value)] { watched.map { ($0.place.path, $0.value) } }

  /// Gives what stands there now. Throws, and watches nothing more, if a path is none.
  func begin(_ paths: [String]) throws -> [(path: Path, value: Value)] {
    let new = try paths.map { text in
      let place = try WatchedPlace(text)
      let watch = Watch(place, try place.value(in: host))
      watch.subscription = try place.follow(in: host) { [weak self, weak watch] in
        if let watch { self?.look(at: watch) }
      }
      return watch
    }
    watched.removeAll { watch in new.contains { $0.place == watch.place } }
    watched += new
    return new.map { ($0.place.path, $0.value) }
  }

  /// Stops watching these, or everything. Throws if one is not watched.
  func end(_ paths: [String]) throws {
    if paths.isEmpty { return watched.removeAll() }
    let places = try paths.map(WatchedPlace.init)
    for place in places where !watched.contains(where: { $0.place == place }) {
      throw HostError(
        code: "usage",
        message: ":watch off: \(place.path) is not watched.\(didYouMean("\(place.path)", among: names))")
    }
    watched.removeAll { places.contains($0.place) }
  }

  private func look(at watch: Watch) {
    do {
      let (old, new) = (watch.value, try watch.place.value(in: host))
      (watch.value, watch.problem) = (new, nil)
      if old != new { reporter.report(.watched(Change(.set, watch.place.path, old: old, new: new))) }
    } catch {
      let problem = error as? HostError ?? HostError(code: "internal", message: String(describing: error))
      if problem != watch.problem { reporter.report(problem, action: nil) }
      watch.problem = problem
    }
  }
}
