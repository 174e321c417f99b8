// Uses the cache in a folder until its disk fails, and prints each acknowledged commit.
//
//   CacheWriter FOLDER write N        commits three times, and is killed in the midst of the Nth change of a file
//   CacheWriter FOLDER rebuild N      fetches everything anew, and is killed in the midst of the Nth change
//   CacheWriter FOLDER upgrade N      brings rows to schema 2, and is killed in the midst of the Nth change
//   CacheWriter FOLDER fill N         commits until there is no room after N changes, then makes room and goes on
//   CacheWriter FOLDER close N        commits ten times, and is killed in the midst of the Nth change when it closes
//   CacheWriter FOLDER quarantine N   puts the damaged file aside, and is killed in the midst of the Nth change
//   CacheWriter FOLDER share N        takes two caches into one file, and is killed in the midst of the Nth change
//   CacheWriter FOLDER hold 0         prints its process number, and keeps the cache open until it is killed
import CacheTesting
import FaultyDisk
import Platform
import UDF
import UDFSync

/// A commit from which one can see whether all of it is there.
func numbered(_ number: Int64) -> CacheWrite {
  var write = CacheWrite()
  let text = String(repeating: "\(number % 10)", count: Int(number * 7919 % 20_000))
  let keys = ["first", "last", "one of five \(number % 5)"]
  write.changes = keys.map { key in
    .put(
      SyncRow(RowKey(key), version: number, body: Array(#"{"id":"\#(key)","n":\#(number),"text":"\#(text)"}"#.utf8)))
  }
  write.token = "\(number)"
  write.mutations = [Mutation(id: number, .put, RowKey("first"), body: Array(#"{"n":\#(number)}"#.utf8))]
  write.completed = [number - 3]
  return write
}

func say(_ text: String) {
  print(text)
  fflush(nil)
}

guard CommandLine.arguments.count == 4, let count = Int(CommandLine.arguments[3]) else {
  say("usage: CacheWriter FOLDER write|rebuild|upgrade|fill|close|quarantine|share|hold N")
  exit(2)
}
let collection = SyncCollection("articles", folder: CommandLine.arguments[1])
// Whoever has started this may be starting others, which hold its locks for a moment.
let patience = 600.0
let cache = SQLiteCache(patience: patience)

switch CommandLine.arguments[2] {
case "write":
  faulty_disk_kill_at(count)
  let first = Int64(try await cache.open(collection).token ?? "0") ?? 0
  for number in first + 1...first + 3 {
    _ = try await cache.commit(numbered(number))
    say("\(number)")
  }
case "rebuild":
  _ = try await cache.open(collection)
  faulty_disk_kill_at(count)
  for (index, write) in Rebuild.commits.enumerated() {
    _ = try await cache.commit(write)
    say("\(index + 1)")
  }
case "upgrade":
  faulty_disk_kill_at(count)
  _ = try await cache.open(SyncCollection("articles", schema: 2, folder: CommandLine.arguments[1]))
  for write in Upgrade.commits { _ = try await cache.commit(write) }
case "fill":
  var number = Int64(try await cache.open(collection).token ?? "0") ?? 0
  faulty_disk_full_after(count)
  var room = 2
  while room > 0 {
    do throws(CacheFailure) {
      _ = try await cache.commit(numbered(number + 1))
      number += 1
      say("\(number)")
      if room == 1 { room = 0 }
    } catch {
      say("\(error.code): \(error.message)")
      // To take rows away needs room as well.
      var clear = CacheWrite()
      clear.rows = .clear
      do throws(CacheFailure) { _ = try await cache.commit(clear) } catch { say("\(error.code): \(error.message)") }
      faulty_disk_full_after(0)
      room = 1
    }
  }
  await cache.close()
case "close":
  let first = Int64(try await cache.open(collection).token ?? "0") ?? 0
  for number in first + 1...first + 10 { _ = try await cache.commit(numbered(number)) }
  say("\(first + 10)")
  faulty_disk_kill_at(count)
  await cache.close()
case "quarantine":
  do throws(CacheFailure) {
    _ = try await cache.open(collection)
    say("opened")
  } catch {
    faulty_disk_kill_at(count)
    say("\(try await cache.quarantine().outbox.map(\.id))")
  }
case "share":
  faulty_disk_kill_at(count)
  _ = try await cache.open(SharedCaches.database(in: CommandLine.arguments[1]))
  say("opened")
default:
  _ = try await cache.open(collection)
  say("\(getpid())")
  while true { pause() }
}
