import LuaRuntime
import Platform
import UDF

extension HostService {
  /// `cx.services.files`: text files in the app's folder and in granted folders.
  static func files(_ store: any FileStore, _ permissions: CurrentPermissions) -> HostService {
    /// The maximum bytes of a file to read, or of one line.
    let limit = 16 << 20
    let writing = OrderedWork()

    /// Calls `body` with the file of a call.
    @Sendable func at<Result>(
      _ call: ServiceCall, isWriting: Bool = false, _ body: (FilePlace) throws(FileProblem) -> Result
    ) throws -> Result {
      let path = try call.path
      let place = try permissions.value.files.place(of: path, in: store, isWriting: isWriting)
      return try withPath(path, call) { () throws(FileProblem) in try body(place) }
    }

    /// Converts problems to errors with the path that the script passed.
    @Sendable func withPath<Result>(
      _ path: String, _ call: ServiceCall, _ body: () throws(FileProblem) -> Result
    ) throws -> Result {
      do throws(FileProblem) { return try body() } catch {
        throw ServiceError(error, path: path, method: call.method)
      }
    }

    /// Starts a task that calls `body` with the file of a call. Tasks that write run in the order of their calls.
    func writes(
      _ call: ServiceCall, _ body: @escaping @Sendable (FilePlace) throws(FileProblem) -> Void
    ) -> @Sendable () async throws -> Value {
      let task = writing.begin { try at(call, isWriting: true, body) }
      return {
        try await task.value
        return .none
      }
    }

    return HostService(
      "files", doc: "Text files in the app's folder and in granted folders.",
      [
        ServiceMethod(awaiting: "read", ["path": "string"], returns: "string", doc: "A whole file, up to 16 MiB.") {
          call in
          let bytes = try at(call) { place throws(FileProblem) in try store.bytes(of: place, limit: limit) }
          return bytes.withUnsafeBytes { String(utf8: $0) }.map(Value.string) ?? .bytes(bytes)
        },
        ServiceMethod(
          streaming: "lines", ["path": "string"], of: "string",
          doc: "Iterates over the lines of a file of any size."
        ) { call in
          let lines = Guarded(
            try at(call) { place throws(FileProblem) in FileLines(try store.open(place), limit: limit) })
          let path = try call.path
          return {
            try withPath(path, call) { () throws(FileProblem) in
              try lines.withLock { lines throws(FileProblem) in try lines.next() }
            }
          }
        },
        ServiceMethod("size", ["path": "string"], returns: "integer", doc: "The size of a file in bytes.") { call in
          .integer(try at(call) { place throws(FileProblem) in try store.open(place).size })
        },
        ServiceMethod("exists", ["path": "string"], returns: "boolean", doc: "Whether a file or folder exists.") {
          call in
          .boolean(try at(call) { place in store.realPath(place.path) != nil })
        },
        ServiceMethod(
          "list", ["path": "string?"], returns: ["string"],
          doc: "The names in a folder; those of folders end with a slash."
        ) { call in
          .list(
            try at(call) { place throws(FileProblem) in try store.names(in: place, limit: 100_000) }.map(Value.string))
        },
        ServiceMethod(
          starting: "write", ["path": "string", "text": "string"],
          doc: "Replaces the content of a file; after a crash it has the old or the new content."
        ) { call in
          let bytes = call.bytes("text")
          return writes(call) { place throws(FileProblem) in try store.write(bytes, to: place) }
        },
        ServiceMethod(
          starting: "append", ["path": "string", "text": "string"], doc: "Appends a text to a file."
        ) { call in
          let bytes = call.bytes("text")
          return writes(call) { place throws(FileProblem) in try store.append(bytes, to: place) }
        },
        ServiceMethod(starting: "remove", ["path": "string"], doc: "Removes a file.") { call in
          writes(call) { place throws(FileProblem) in try store.remove(place) }
        },
      ])
  }
}

extension ServiceCall {
  fileprivate var path: String {
    get throws(ServiceError) { self["path"] == .none ? "." : try name("path") }
  }
}
