import UDF

@testable import UDFSync

/// A machine in any phase, with a cache whose answers the test determines.
struct MachineRig {
  typealias Phase = SyncStatus.Phase

  var machine: SyncMachine
  var table = CacheTable()
  var now = SyncTime(uptime: 100, wall: 1_800_000_000)
  /// Of the last event.
  var commands: [SyncCommand] = []

  init(options: SyncOptions = SyncOptions(), conflict: ConflictPolicy = .replay) {
    machine = SyncMachine(
      SyncDatabase(SyncCollection("articles", folder: "/nowhere")), options: options, conflict: conflict,
      random: SystemRandomNumberGenerator())
  }

  /// The number of the request that is under way.
  var number: Int { machine.lastRequest }

  mutating func send(_ event: SyncEvent) { commands = machine.receive(event, at: now) }

  /// Reports to the machine that its write is done.
  mutating func commit() {
    guard case .commit(let write) = commands.first(where: { if case .commit = $0 { true } else { false } }) else {
      return
    }
    send(.committed(.success(table.commit(write))))
  }

  mutating func mutateAll() {
    let parts = OneOrMore("a", ["b"]).mapped { Mutation.Part(.put, RowKey($0), body: json($0, "mine")) }
    send(.change(.mutate(parts), 7))
  }

  mutating func mutate() { send(.change(.mutate(.put, RowKey("a"), body: json("a", "mine")), 7)) }

  /// Brings a new machine to where it pushes these mutations together, numbered from 1.
  mutating func push(_ changes: (operation: Mutation.Operation, key: String, body: [UInt8]?)...) {
    enter(.pulling)
    for change in changes {
      send(.change(.mutate(change.operation, RowKey(change.key), body: change.body), 7))
      commit()
    }
    send(.pulled(number, .success(ModelServer.page(next: "T1"))))
    commit()
  }

  /// Answers the push that is under way, and commits the outcomes.
  mutating func answer(_ outcomes: [(id: Int64, outcome: PushReply.Outcome)]) {
    send(.pushed(number, .success(PushReply(outcomes))))
    for case .find(let keys, let mutations, let letters, let mentioned) in commands {
      let found = (
        table.rows(of: keys), table.mutations(mutations), table.deadLetters(letters), table.rows(mentioning: mentioned)
      )
      send(.found(.success(found)))
    }
    commit()
  }

  mutating func open() { send(.opened(.success(table.open()))) }

  /// Brings a new machine into the state in which it has pulled the row `a` and waits for the first page of a stream.
  mutating func enterLive() {
    enter(.pulling)
    offerLive()
    commit()
  }

  /// Delivers the last page, which offers live streams.
  mutating func offerLive() {
    var page = livePage(.put("a", "a", version: 1), next: "T1")
    page.from = nil
    send(.pulled(number, .success(.page(page))))
  }

  /// A page that continues what the cache has.
  func livePage(_ changes: RowChange..., next: String? = nil, epoch: String = "E1", made: Int64 = 0) -> PullPage {
    PullPage(
      from: .some(machine.contents?.token), next: next ?? machine.contents?.token, changes: changes,
      mutations: [machine.client: made], epoch: epoch, offersLive: true)
  }

  /// Brings a new machine into a phase. In a pull, a caller with the number 2 waits for its end.
  mutating func enter(_ phase: Phase) {
    if phase == .closed { return }
    send(.open(1))
    if phase == .opening { return }
    open()
    if phase == .seeding { return }
    send(.seeded(.success(nil)))
    commit()
    if phase == .idle { return }
    if phase == .pushing {
      mutate()
      commit()
      return
    }
    send(.pull(2, force: true))
    if phase == .waiting { send(.pulled(number, .failure(RemoteFailure(.unavailable, "feed: 503")))) }
    if phase == .halted { send(.pulled(number, .failure(RemoteFailure(.unauthorized, "feed: 401")))) }
  }
}

extension SyncCommand {
  /// In one word; nil: an event that is only reported or timed.
  var word: String? {
    switch self {
    case .open: "open"
    case .quarantine: "quarantine"
    case .seed: "seed"
    case .find: "find"
    case .commit: "commit"
    case .close: "close"
    case .resolve: "resolve"
    case .live: "live"
    case .next: "next"
    case .pull: "pull"
    case .push: "push"
    case .cancel: "cancel"
    case .finish: "answer"
    case .wake, .publish: nil
    }
  }
}
