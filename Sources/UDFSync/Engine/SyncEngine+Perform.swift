// What the machine commands: the only place where the engine touches stores, clock and tasks.
extension SyncEngine {
  func receive(_ event: SyncEvent) {
    for command in machine.receive(event, at: clock.now) { perform(command) }
  }

  private func perform(_ command: SyncCommand) {
    switch command {
    case .open:
      useCache(SyncEvent.opened) { [collection] cache async throws(CacheFailure) in
        try await cache.open(collection)
      }
    case .quarantine:
      useCache(SyncEvent.opened) { cache async throws(CacheFailure) in
        try await cache.quarantine()
      }
    case .find(let keys):
      useCache(SyncEvent.found) { cache async throws(CacheFailure) in
        try await cache.rows(of: keys)
      }
    case .commit(let write):
      useCache(SyncEvent.committed) { cache async throws(CacheFailure) in
        try await cache.commit(write)
      }
    case .close: useCache({ _ in .closed }, { cache in await cache.close() })
    case .seed: seed()
    case .pull(let number, let request):
      send(number, SyncEvent.pulled) { remote async throws(RemoteFailure) in
        try await remote.pull(request)
      }
    case .push(let number, let request):
      send(number, SyncEvent.pushed) { remote async throws(RemoteFailure) in
        try await remote.push(request)
      }
    case .resolve(let number, let conflicts): resolve(number, conflicts)
    case .cancel(let number): requests.removeValue(forKey: number)?.cancel()
    case .wake(let uptime): wake(at: uptime)
    case .finish(let waiter, let answer): waiters.removeValue(forKey: waiter)?.resume(returning: answer)
    case .publish(let status): board.publish(status)
    }
  }

  private func useCache<Value>(
    _ event: @escaping @Sendable (Result<Value, CacheFailure>) -> SyncEvent,
    _ use: @escaping @Sendable (any CacheStore) async throws(CacheFailure) -> Value
  ) {
    let before = lane
    lane = Task {
      await before?.value
      do throws(CacheFailure) {
        let value = try await use(cache)
        // Told before the next one has its turn, so that who reads rows reads them with the outbox that belongs to them.
        receive(event(.success(value)))
      } catch {
        receive(event(.failure(error)))
      }
    }
  }

  private func seed() {
    Task {
      do throws(SeedFailure) {
        let seed = try await seeds.seed()
        receive(.seeded(.success(seed)))
      } catch {
        receive(.seeded(.failure(error)))
      }
    }
  }

  private func send<Reply>(
    _ number: Int, _ event: @escaping @Sendable (Int, Result<Reply, RemoteFailure>) -> SyncEvent,
    _ ask: @escaping @Sendable (any RemoteStore) async throws(RemoteFailure) -> Reply
  ) {
    requests[number] = Task {
      defer { requests[number] = nil }
      do throws(RemoteFailure) {
        let reply = try await ask(remote)
        receive(event(number, .success(reply)))
      } catch {
        receive(event(number, .failure(error)))
      }
    }
  }

  private func resolve(_ number: Int, _ conflicts: [Conflict]) {
    let policy = machine.conflict
    requests[number] = Task {
      defer { requests[number] = nil }
      var answers: [Int64: Result<ConflictPolicy.Resolution, SyncFailure>] = [:]
      for conflict in conflicts {
        do {
          answers[conflict.mutation.id] = .success(try await policy.resolve(conflict))
        } catch {
          answers[conflict.mutation.id] = .failure(SyncFailure("the merge failed: \(error)"))
        }
      }
      receive(.resolved(number, answers))
    }
  }

  private func wake(at uptime: Double?) {
    timer?.cancel()
    timer = uptime.map { uptime in
      // Who only waits for a time does not keep the engine alive.
      Task { [weak self, clock] in
        // No clock sleeps for ever, and to be woken early does no harm.
        let moment = min(clock.uptime + 86_400, uptime)
        guard (try? await clock.sleep(until: moment)) != nil, !Task.isCancelled else { return }
        await self?.receive(.timer)
      }
    }
  }
}
