import LuaRuntime
import UDFServices

/// Removes the data of a user who logs out: all secrets, the values of `kv`, the rows of sync features with their
/// pending mutations, and the data of earlier runs in the data folder.
final class DataWipe: GenerationAdopter, HostFunctionProvider {
  private let dispatcher: Dispatcher
  private let values: any KeyValueStore
  private let permissions: CurrentPermissions
  private var synced: [String] = []

  init(dispatcher: Dispatcher, values: any KeyValueStore, permissions: CurrentPermissions) {
    self.dispatcher = dispatcher
    self.values = values
    self.permissions = permissions
  }

  func adopt(_ generation: Generation?) {
    synced = (generation?.features ?? []).filter { $0.sync != nil }.map(\.name)
  }

  /// If a part cannot be removed, removes the rest and throws the errors.
  func run() throws {
    dispatcher.tree.secrets.forget()
    let data = permissions.value.data
    var errors: [any Error] = []
    for name in synced {
      collect(&errors) { try dispatcher.send("\(name)/reset", ["outbox": true], origin: .effect) }
    }
    collect(&errors) { try values.removeAll(in: data.name) }
    if let folder = data.folder { collect(&errors) { try KeptData.removeUnused(in: folder) } }
    guard let first = errors.first else { return }
    guard errors.count > 1 else { throw first }
    throw HostError(code: "file", message: errors.map { ServiceError($0).message }.joined(separator: "\n"))
  }

  private func collect(_ errors: inout [any Error], _ body: () throws -> Void) {
    do { try body() } catch { errors.append(error) }
  }

  var functions: [HostFunction: HostFunctions.Body] { [.wipe: wipe] }

  /// `cx.wipe()`.
  private func wipe(_ arguments: [Value]) -> HostAnswer {
    guard [.effect, .prompt].contains(dispatcher.machine.phase) else {
      return .failure("cx.wipe works only in effects and at the prompt")
    }
    do { try run() } catch {
      return .failure(.string("cx.wipe: \(ServiceError(error).message)"))
    }
    return .values([])
  }
}
