import Platform

// Performs the machine's commands. This is the only code in which the engine uses stores, clock and tasks.
extension SyncEngine {
  func receive(_ event: SyncEvent) { receive(event, at: clock.now) }

  private func receive(_ event: SyncEvent, at time: SyncTime) {
    for command in machine.receive(event, at: time) { perform(command) }
  }

  private func perform(_ command: SyncCommand) {
    switch command {
    case .open:
      overlay.forget()
      quiet = [:]
      useCache(SyncEvent.opened) { [self] cache async throws(CacheFailure) in
        try await upgraded(try await cache.open(database))
      }
    case .quarantine:
      overlay.forget()
      quiet = [:]
      useCache(SyncEvent.opened) { [self] cache async throws(CacheFailure) in
        try await upgraded(try await cache.quarantine())
      }
    case .find(let keys, let mutations, let letters, let mentioned):
      useCache(SyncEvent.found) { cache async throws(CacheFailure) in
        (
          rows: try await cache.rows(of: keys), mutations: try await cache.mutations(mutations),
          letters: try await cache.deadLetters(letters),
          mentioning: mentioned.isEmpty ? [] : try await cache.rows(mentioning: mentioned)
        )
      }
    case .commit(let write):
      useCache(SyncEvent.committed) { cache async throws(CacheFailure) in
        try await cache.commit(write)
      }
    case .close: useCache({ _ in .closed }, { cache in await cache.close() })
    case .seed: seed()
    case .pull(let number, let request):
      send(number, SyncEvent.pulled) { remote, progress async throws(RemoteFailure) in
        try await remote.pull(request, progress: progress)
      }
    case .push(let number, let batch):
      send(number, SyncEvent.pushed) { [self] remote, progress async throws(RemoteFailure) in
        try await remote.push(await request(of: batch), progress: progress)
      }
    case .live(let number, let request): stream(number, request)
    case .next(let number): requests[number]?.turns?.yield()
    case .resolve(let number, let conflicts): resolve(number, conflicts)
    case .cancel(let number): requests.removeValue(forKey: number)?.task.cancel()
    case .wake(let uptime): wake(at: uptime)
    case .finish(let waiter, let answer): waiters.removeValue(forKey: waiter)?.resume(returning: answer)
    case .publish(let status): board.publish(status)
    }
  }

  /// Migrates the rows to the collections' schemas and returns the resulting contents. Stopping the engine ends the
  /// migration.
  private func upgraded(_ contents: CacheContents) async throws(CacheFailure) -> CacheContents {
    guard RowUpgrade.isNeeded(contents, by: database), !machine.isStopped else { return contents }
    let work = RowUpgrade(database: database, migrations: migrations, now: clock.wall)
    let task = Task { [cache] () async -> Result<CacheContents, CacheFailure> in
      do throws(CacheFailure) { return .success(try await work.run(cache, contents)) } catch { return .failure(error) }
    }
    upgrade = task
    defer { upgrade = nil }
    return try await task.value.get()
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
        // The machine receives the event before the next task uses the cache, so that readers see rows and outbox of
        // the same commit.
        receive(event(.success(value)))
      } catch {
        receive(event(.failure(error)))
      }
    }
  }

  private func seed() {
    let seeded = machine.contents?.seeded ?? []
    Task {
      do throws(SeedFailure) {
        let seed = try await MemoryCharge.apart { () async throws(SeedFailure) in
          try await self.seed(except: seeded)
        }
        receive(.seeded(.success(seed)))
      } catch {
        receive(.seeded(.failure(error)))
      }
    }
  }

  /// Reads the seeds of the collections that have none yet. A seed's token is valid for one collection only, so seeds
  /// of several collections are used without their tokens.
  private func seed(except seeded: Set<String>) async throws(SeedFailure) -> Seed? {
    guard database.isNamed else { return try await seeds[""]?.seed() }
    var rows: [SyncRow]?
    for name in database.names where !seeded.contains(name) {
      guard let seed = try await seeds[name]?.seed() else { continue }
      rows =
        (rows ?? [])
        + seed.rows.map { SyncRow(RowKey($0.key.key, in: name), version: $0.version, body: $0.body) }
    }
    return rows.map { Seed($0) }
  }

  private func send<Reply>(
    _ number: Int, _ event: @escaping @Sendable (Int, Result<Reply, RemoteFailure>) -> SyncEvent,
    _ body: @escaping @Sendable (any RemoteStore, RemoteProgress) async throws(RemoteFailure) -> Reply
  ) {
    let progress = RemoteProgress(clock: clock)
    let task = Task {
      defer { requests[number] = nil }
      do throws(RemoteFailure) {
        let reply = try await MemoryCharge.apart { () async throws(RemoteFailure) in try await body(remote, progress) }
        receiveProgress()
        receive(event(number, .success(reply)))
      } catch {
        receiveProgress()
        receive(event(number, .failure(error)))
      }
    }
    requests[number] = RunningRequest(task: task, progress: progress)
  }

  /// Reads pages of a stream, one for each turn. A stream does not keep the engine alive.
  private func stream(_ number: Int, _ request: PullRequest) {
    let progress = RemoteProgress(clock: clock)
    let (turns, continuation) = AsyncStream.makeStream(of: Void.self)
    continuation.yield()
    let task = Task { [weak self, remote] in
      let last: Result<LiveReply, RemoteFailure>
      do throws(RemoteFailure) {
        if let pages = try await remote.live(request, progress: progress) {
          var reading = pages.makeAsyncIterator()
          for await _ in turns {
            guard let page = try await reading.next() else { break }
            await self?.streamed(number, .success(.page(page)))
          }
          last = .success(.end)
        } else {
          last = .success(.absent)
        }
      } catch {
        last = .failure(error)
      }
      await self?.streamEnded(number, last)
    }
    requests[number] = RunningRequest(task: task, progress: progress, turns: continuation)
  }

  private func streamed(_ number: Int, _ reply: Result<LiveReply, RemoteFailure>) {
    receiveProgress()
    receive(.streamed(number, reply))
  }

  private func streamEnded(_ number: Int, _ last: Result<LiveReply, RemoteFailure>) {
    streamed(number, last)
    requests[number] = nil
  }

  /// Returns the request with the bodies of its mutations.
  private func request(of batch: PushBatch) async throws(RemoteFailure) -> PushRequest {
    let (mutations, rows): ([Mutation], [StoredRow])
    do throws(CacheFailure) {
      (mutations, rows) = try await turn { [remote] cache async throws(CacheFailure) in
        let mutations = try await cache.mutations(batch.ids)
        return (mutations, remote.needsBases ? try await cache.rows(of: mutations.flatMap(\.parts.keys)) : [])
      }
    } catch {
      if error.code == .corrupt { receive(.damaged(error)) }
      throw RemoteFailure(.unavailable, error.message)
    }
    // A reset has removed the mutations, and has also cancelled the request.
    guard mutations.count == batch.ids.count else {
      throw RemoteFailure(.cancelled, "\(database.name): the mutations are no longer pending")
    }
    let bases = rows.compactMap { row in row.body.map { SyncRow(row.key, version: row.serverVersion, body: $0) } }
    return PushRequest(
      client: batch.client, schemas: batch.schemas, mutations: mutations,
      bases: Dictionary(bases.map { ($0.key, $0) }) { $1 })
  }

  /// Runs a function on the cache between two commands.
  func turn<Value: Sendable>(
    _ use: @escaping @Sendable (any CacheStore) async throws(CacheFailure) -> Value
  ) async throws(CacheFailure) -> Value {
    let before = lane
    let task = Task { () -> Result<Value, CacheFailure> in
      await before?.value
      do throws(CacheFailure) { return .success(try await use(cache)) } catch { return .failure(error) }
    }
    lane = Task { _ = await task.value }
    return try await task.value.get()
  }

  /// Reports the progress of running requests to the machine.
  func receiveProgress() { receiveProgress(at: clock.now) }

  private func receiveProgress(at time: SyncTime) {
    for (number, request) in requests {
      if let noted = request.progress?.noted { receive(.progressed(number, noted), at: time) }
    }
  }

  private func timerFired() {
    // The time is read before the progress: bytes that arrive in between must not be missing at the time that the
    // machine compares them with.
    let time = clock.now
    receiveProgress(at: time)
    receive(.timer, at: time)
  }

  private func resolve(_ number: Int, _ conflicts: [Conflict]) {
    let policy = machine.conflict
    let task = Task {
      defer { requests[number] = nil }
      var answers: Rebase.Answers = [:]
      for conflict in conflicts {
        do {
          answers[conflict.id] = .success(try await policy.resolve(conflict))
        } catch {
          answers[conflict.id] = .failure(SyncFailure("the merge failed: \(error)"))
        }
      }
      receive(.resolved(number, answers))
    }
    requests[number] = RunningRequest(task: task)
  }

  private func wake(at uptime: Double?) {
    timer?.cancel()
    timer = uptime.map { uptime in
      // A pending timer does not keep the engine alive.
      Task { [weak self, clock] in
        // No clock can sleep for an unlimited time, and an early wake-up is harmless.
        let moment = min(clock.uptime + 86_400, uptime)
        guard (try? await clock.sleep(until: moment)) != nil, !Task.isCancelled else { return }
        await self?.timerFired()
      }
    }
  }
}
