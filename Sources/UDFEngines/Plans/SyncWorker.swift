import LuaRuntime
import UDFSync

/// Runs the commands of a feed on its engine, outside of the host's owner.
package struct SyncWorker: Sendable {
  package let engine: SyncEngine
  /// The name of the feature's collection among those of the engine.
  package let collection: String
  package let inbox: Inbox<EngineEvent>

  /// The maximum number of rows in one action.
  static let batch = 2000
  /// The number of rows in a preview.
  static let firstPage = 50

  package init(engine: SyncEngine, collection: String, inbox: Inbox<EngineEvent>) {
    (self.engine, self.collection, self.inbox) = (engine, collection, inbox)
  }

  /// Runs commands in their order, after the previous engine has released the cache.
  package func run(
    _ commands: AsyncStream<SyncCommand>, after former: Task<[EngineEvent], Never>?,
    and others: [Task<[EngineEvent], Never>]
  ) async {
    for other in others { _ = await other.value }
    for case .done(let reason?, let lost) in await former?.value ?? [] {
      inbox.post(.formerCommandFailed(reason, lost: lost))
    }
    var listening: Task<Void, Never>?
    for await command in commands {
      switch command {
      case .open:
        listening = Task { for await _ in engine.statuses { inbox.post(.status) } }
        await carryOut(command)
      // The other commands need not wait for the server.
      case .pull(let force, let failuresBefore): Task { await pull(force: force, failuresBefore: failuresBefore) }
      default: await carryOut(command)
      }
    }
    listening?.cancel()
  }

  private func pull(force: Bool, failuresBefore: Int) async {
    var problem: String?
    if case .failed(let reason) = await engine.pull(force: force) { problem = reason }
    inbox.post(.status)
    inbox.post(.pulled(problem: problem, failuresBefore: failuresBefore))
  }

  private func carryOut(_ command: SyncCommand) async {
    var problem: String?
    var lost: Record?
    do throws(SyncFailure) {
      switch command {
      case .open: await engine.open()
      case .pull: break
      case .mutate(let changes): _ = try await engine.mutate(changes.parts)
      case .reset(let outbox): try await engine.reset(outbox: outbox)
      case .restrict(let filter): try await engine.setFilter(filter, of: collection)
      case .retry(nil): try await engine.retryAll(of: collection)
      case .retry(let ids?): try await engine.retry(ids)
      case .amend(let id, let body): _ = try await engine.amend(id, body: body)
      case .amendAll(let id, let parts): _ = try await engine.amend(id, parts)
      case .bury(nil): try await engine.buryAll(of: collection)
      case .bury(let ids?): try await engine.bury(ids)
      }
    } catch {
      problem = error.message
      if case .mutate(let changes) = command {
        lost = changes.record
        problem =
          changes.count == 1
          ? "\(changes.head.operation) of \"\(changes.head.key)\" was not stored: \(error.message)"
          : "none of the \(changes.count) changes was stored: \(error.message)"
      }
    }
    // The new status arrives before the command counts as done.
    inbox.post(.status)
    inbox.post(.done(problem, lost: lost))
  }

  /// Posts the rows after a place as the result of the lookup with this number; for many rows, first a preview.
  package func fetch(_ number: Int, after place: DeliveryPlace?) async {
    let delivery: Delivery?
    var first: [SyncRow] = []
    do throws(SyncFailure) {
      delivery = try await engine.next(after: place, limit: Self.batch, in: collection)
      let isLong = delivery.map { $0.hasMore && $0.rows.count > Self.firstPage } ?? false
      if place == nil, isLong { first = try await engine.first(Self.firstPage, in: collection) }
    } catch {
      return inbox.post(.readFailed(error.message, of: number))
    }
    guard let delivery else { return inbox.post(.rows(nil, of: number)) }
    if !first.isEmpty { inbox.post(.rows(SyncBatch(first: first, from: delivery.source), of: number)) }
    inbox.post(.rows(SyncBatch(delivery), of: number))
  }

  /// Posts the rows after the places of several features, from one moment, as one result.
  package func fetch(_ looks: [SyncLook]) async {
    let places = looks.map { ($0.collection, $0.place) }
    do throws(SyncFailure) {
      let found = try await engine.next(after: Dictionary(places) { $1 }, limit: Self.batch)
      let batches = found.deliveries.mapValues { SyncBatch($0) }
      inbox.post(.together(looks.map { ($0, batches[$0.collection]) }, isAll: found.isAll))
    } catch {
      inbox.post(.sharedReadFailed(error.message, of: looks))
    }
  }

  /// Posts the dead letters that are not `known`, at most ``batch``.
  package func readDeadLetters(except known: Set<Int64>) async {
    // Before the reading, so that the revision differs after a change during the reading.
    let revision = engine.lastStatus.deadRevision
    let found = try? await engine.deadLetters(except: known, limit: Self.batch, of: collection)
    inbox.post(.deadLetters(DeadLetterReading(known, revision, found?.ids, found?.letters ?? [])))
  }
}
