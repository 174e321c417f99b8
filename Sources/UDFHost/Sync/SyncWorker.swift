import UDFSync

/// Carries out what a feed asks of its engine, off the host's owner.
struct SyncWorker: Sendable {
  let engine: SyncEngine
  let inbox: SyncInbox

  /// Rows that one action brings at most.
  static let batch = 2000
  /// Rows that are shown ahead of many.
  static let firstPage = 50

  /// Carries out commands in their order, when the engine before has let go of the cache.
  func run(_ commands: AsyncStream<SyncCommand>, after former: Task<[EngineEvent], Never>?) async {
    for case .done(let reason?) in await former?.value ?? [] { inbox.post(.unheard(reason)) }
    var listening: Task<Void, Never>?
    for await command in commands {
      switch command {
      case .open:
        listening = Task { for await _ in engine.statuses { inbox.post(.status) } }
        await carryOut(command)
      // Others need not wait for the server.
      case .pull(let force, let told): Task { await pull(force: force, told: told) }
      default: await carryOut(command)
      }
    }
    listening?.cancel()
  }

  private func pull(force: Bool, told: Int) async {
    var problem: String?
    if case .failed(let reason) = await engine.pull(force: force) { problem = reason }
    inbox.post(.status)
    inbox.post(.pulled(problem: problem, told: told))
  }

  private func carryOut(_ command: SyncCommand) async {
    var problem: String?
    do throws(SyncFailure) {
      switch command {
      case .open: await engine.open()
      case .pull: break
      case .mutate(let operation, let key, let body): _ = try await engine.mutate(operation, key, body: body)
      case .reset(let outbox): try await engine.reset(outbox: outbox)
      case .retry(nil): try await engine.retryAll()
      case .retry(let ids?): try await engine.retry(ids)
      case .amend(let id, let body): _ = try await engine.amend(id, body: body)
      case .bury(nil): try await engine.buryAll()
      case .bury(let ids?): try await engine.bury(ids)
      }
    } catch {
      problem = error.message
      if case .mutate(let operation, let key, _) = command {
        problem = "\(operation) of \"\(key)\" was not kept, send it again later: \(error.message)"
      }
    }
    // What follows from it is known before it counts as done.
    inbox.post(.status)
    inbox.post(.done(problem))
  }

  /// Posts what lies ready after a place, as the answer of this number; the first rows ahead of many.
  func fetch(_ number: Int, after place: DeliveryPlace?) async {
    let delivery: Delivery?
    var first: [SyncRow] = []
    do throws(SyncFailure) {
      delivery = try await engine.next(after: place, limit: Self.batch)
      let isLong = delivery.map { $0.hasMore && $0.rows.count > Self.firstPage } ?? false
      if place == nil, isLong { first = try await engine.first(Self.firstPage) }
    } catch {
      return inbox.post(.unread(error.message, of: number))
    }
    guard let delivery else { return inbox.post(.rows(nil, of: number)) }
    if !first.isEmpty { inbox.post(.rows(SyncBatch(first: first, from: delivery.source), of: number)) }
    inbox.post(.rows(SyncBatch(delivery), of: number))
  }

  /// Posts the dead letters that are not `known`, at most ``batch``.
  func readDeadLetters(except known: Set<Int64>) async {
    // Before the reading, so that whatever changes meanwhile has another one.
    let revision = engine.lastStatus.deadRevision
    let found = try? await engine.deadLetters(except: known, limit: Self.batch)
    inbox.post(.deadLetters(DeadLetterReading(known, revision, found?.ids, found?.letters ?? [])))
  }
}
