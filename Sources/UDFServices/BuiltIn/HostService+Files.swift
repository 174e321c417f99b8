import LuaRuntime
import Platform
import UDF

extension HostService {
  /// `cx.services.files`: text files in the app's folder and where else is granted.
  static func files(_ store: any FileStore, _ permissions: CurrentPermissions) -> HostService {
    /// The bytes that are taken at once.
    let limit = 16 << 20
    let writing = OrderedWork()

    /// Does something with the file that a call means.
    @Sendable func at<Result>(
      _ call: ServiceCall, isWriting: Bool = false, _ body: (FilePlace) throws(FileProblem) -> Result
    ) throws -> Result {
      let path = try call.path
      let place = try permissions.value.files.place(of: path, in: store, isWriting: isWriting)
      return try told(path, call) { () throws(FileProblem) in try body(place) }
    }

    /// Tells problems by the path that the script gave.
    @Sendable func told<Result>(
      _ path: String, _ call: ServiceCall, _ body: () throws(FileProblem) -> Result
    ) throws -> Result {
      do throws(FileProblem) { return try body() } catch {
        throw ServiceError(error, path: path, method: call.method)
      }
    }

    /// The same in its turn among those that write.
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
      "files", doc: "Text files in the app's folder and where else is granted.",
      [
        ServiceMethod(awaiting: "read", ["path": "string"], returns: "string", doc: "A whole file, up to 16 MiB.") {
          call in
          let bytes = try at(call) { place throws(FileProblem) in
            let file = try store.open(place)
            var bytes: [UInt8] = []
            // It may grow while it is read.
            while bytes.count <= limit, file.size <= limit {
              let more = try file.read(min(1 << 18, limit + 1 - bytes.count))
              if more.isEmpty { return bytes }
              bytes += more
            }
            throw .tooLarge("bytes", limit: limit)
          }
          return bytes.withUnsafeBytes { String(utf8: $0) }.map(Value.string) ?? .bytes(bytes)
        },
        ServiceMethod(
          streaming: "lines", ["path": "string"], of: "string",
          doc: "The lines of a file of any size, one after the other."
        ) { call in
          let lines = Guarded(
            try at(call) { place throws(FileProblem) in FileLines(try store.open(place), limit: limit) })
          let path = try call.path
          return {
            try told(path, call) { () throws(FileProblem) in
              try lines.withLock { lines throws(FileProblem) in try lines.next() }
            }
          }
        },
        ServiceMethod("size", ["path": "string"], returns: "integer", doc: "The bytes of a file.") { call in
          .integer(try at(call) { place throws(FileProblem) in try store.open(place).size })
        },
        ServiceMethod("exists", ["path": "string"], returns: "boolean", doc: "Whether a file or folder is there.") {
          call in
          .boolean(try at(call) { place in store.realPath(place.path) != nil })
        },
        ServiceMethod(
          "list", ["path": "string?"], returns: ["string"],
          doc: "What is in a folder; names of folders end with a slash."
        ) { call in
          .list(
            try at(call) { place throws(FileProblem) in try store.names(in: place, limit: 100_000) }.map(Value.string))
        },
        ServiceMethod(
          starting: "write", ["path": "string", "text": "string"],
          doc: "Makes a file hold a text: the whole of it or, after a crash, what it held before."
        ) { call in
          let bytes = call.bytes("text")
          return writes(call) { place throws(FileProblem) in try store.write(bytes, to: place) }
        },
        ServiceMethod(
          starting: "append", ["path": "string", "text": "string"], doc: "Puts a text at the end of a file."
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
