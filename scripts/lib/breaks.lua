-- Breaks of the sync engine that its tests must notice: scripts/mutate --breaks scripts/lib/breaks.lua
--
-- Each entry replaces `code`, which its file has exactly once, by `broken`, an expression of the same type. Without
-- `broken`, the code is left out; it must be whole statements. `suites` is a pattern of suites; one of them must fail.
local machine = "Sources/UDFSync/Engine/Machine/"

return {
  -- A policy does not see the server's row if the connection of the stream is broken.
  {
    path = machine .. "LiveStream.swift", code = "isUpToDate && uptime - lastByteAt < Self.longestProof",
    broken = "isUpToDate", suites = "LiveTests|LiveMachineTests",
  },
  -- A page of the stream is written after a reset has closed the stream.
  {
    path = machine .. "SyncMachine+Conflicts.swift", code = "number.map({ $0 == stream?.number }) ?? (cycle != nil)",
    broken = "true", suites = "LiveMachineTests",
  },
  -- A page of the stream is written although it does not continue the rows.
  {
    path = machine .. "SyncMachine+Stream.swift", code = "page.from.map({ $0 != contents.token }) ?? false",
    broken = "false", suites = "LiveTests",
  },
  -- A page that answers another token is written.
  {
    path = machine .. "SyncMachine+Pull.swift", code = "from != request.token", broken = "false",
    suites = "NetworkFaultTests|PageFaultTests",
  },
  -- Rows of a restored server are added to the rows of the lost epoch.
  {
    path = machine .. "SyncMachine+Pull.swift", code = "contents.epoch.map { $0 != epoch } ?? false", broken = "false",
    suites = "EpochFaultTests",
  },
  -- A mutation that a restored server has lost leaves the outbox.
  {
    path = machine .. "SyncMachine+Pull.swift", code = "page.shows($0) && !mayBeLost($0, page, contents)",
    broken = "page.shows($0)", suites = "EpochFaultTests",
  },
  -- Acknowledged mutations are not sent again before later ones.
  {
    path = machine .. "SyncMachine+Cycle.swift", code = "acknowledged?.contains($0.id) == false", broken = "false",
    suites = "EpochFaultTests",
  },
  -- A mutation leaves the outbox with its acknowledgement, before a page shows it: a "not modified" confirms it.
  {
    path = machine .. "SyncMachine+Cycle.swift", code = "contents.outbox.acknowledged == 0", broken = "true",
    suites = "NetworkFaultTests|OutboxFaultTests",
  },
  -- A mutation of several rows is sent to a server that may not support it.
  {
    path = machine .. "SyncMachine+Cycle.swift", code = "takesAll == nil && contents.outbox.ofSeveralRows > 0",
    broken = "false", suites = "TransactionTests",
  },
  -- After a conflict the mutation is sent again without the server's row.
  {
    path = machine .. "SyncMachine+Push.swift", code = "cycle?.isOutdated = true", suites = "ConditionalPushTests",
  },
  -- Answers for other mutations are accepted.
  {
    path = machine .. "SyncMachine+Push.swift", code = "!sent.map(\\.number).starts(with: answered)", broken = "false",
    suites = "RemoteFaultTests|OutboxFaultTests|NetworkFaultTests",
  },
  -- An own mutation that a copy of the cache has sent is a conflict.
  {
    path = machine .. "SyncMachine+Conflicts.swift", code = "mutation.number > $0", broken = "true",
    suites = "CopyFaultTests|ConflictTests",
  },
  -- Rows count as fresh for ever.
  {
    path = machine .. "SyncMachine+Status.swift", code = "now.uptime < $0 + options.ttl", broken = "true",
    suites = "TimeFaultTests",
  },
  -- A wall clock that was set back makes rows fresh.
  {
    path = machine .. "SyncMachine+Cache.swift", code = "$0 <= now.wall && contents.filter.isComplete",
    broken = "contents.filter.isComplete", suites = "TimeFaultTests",
  },
  -- A wrong Retry-After stops the engine for years.
  {
    path = machine .. "SyncMachine+Cycle.swift", code = "(0...86_400).contains(retryAfter)", broken = "true",
    suites = "TimeFaultTests|NetworkFaultTests",
  },
  -- An older version of a row replaces a later one.
  {
    path = "Sources/UDFSync/Rows/RowChange.swift", code = "version == 0 || held == 0 || version > held",
    broken = "true", suites = "NetworkFaultTests|PageFaultTests|CacheLawsTests",
  },
  -- A cycle whose rows are in another order of fields is a conflict.
  {
    path = machine .. "Rebase.swift", code = "guard !RowValue.areSame(old?.body, new.body) else { return }",
    suites = "ConflictTests",
  },
  -- A mutation is not renamed to the key that the server has given.
  {
    path = machine .. "SyncMachine+Write.swift",
    code = "mutation.renamed(by: contents.aliases, in: database) ?? mutation", broken = "mutation",
    suites = "GivenKeyTests",
  },
  -- Mutations of the outbox are not shown after the cache was replaced.
  {
    path = machine .. "SyncMachine+Write.swift",
    code = "if !contents.hasRows, write.rows != .clear { write.touched += contents.outbox.flatMap(\\.parts.keys) }",
    suites = "StorageFaultTests|OutboxFaultTests|CopyFaultTests",
  },
  -- A reset keeps the answers that are expected for the cleared rows.
  {
    path = machine .. "SyncMachine+Requests.swift", code = "queue.dropReplies()",
    suites = "ConcurrencyFaultTests|LiveMachineTests",
  },
}
