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

  /// If values or a file cannot be removed, removes the rest and throws the error.
  func run() throws {
    dispatcher.tree.secrets.forget()
    for name in synced { try dispatcher.send("\(name)/reset", ["outbox": true], origin: .effect) }
    let data = permissions.value.data
    try values.removeAll(in: data.name)
    if let folder = data.folder { try KeptData.removeUnused(in: folder) }
  }

  var functions: [HostFunction: HostFunctions.Body] { [.wipe: wipe] }

  /// `cx.wipe()`.
  private func wipe(_ arguments: [Value]) -> HostAnswer {
    guard [.effect, .prompt].contains(dispatcher.machine.phase) else {
      return .failure("cx.wipe works only in effects and at the prompt")
    }
    do { try run() } catch {
      return .failure(
        .string("cx.wipe: \((error as? HostError)?.message ?? (error as? ServiceError)?.message ?? "\(error)")"))
    }
    return .values([])
  }
}
