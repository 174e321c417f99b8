import UDF

/// A connection that is open until the user or the server closes it.
public nonisolated protocol Socket: Sendable {
  func open() async throws -> AsyncStream<String>
  func send(_ text: String) async throws
}

public struct Chat: Equatable {
  public nonisolated enum Connection: Equatable, Sendable { case closed, connecting, open }

  public var connection = Connection.closed
  public var draft = ""
  public var received: [String] = []
  public var problem: String?

  public init() {}
}

public enum ChatAction: Equatable, Sendable {
  case connectTapped
  case opened
  case received(String)
  case closed
  case drafted(String)
  case sendTapped
  case sendFailed(draft: String)
}

public func chat(_ socket: any Socket, clock: any Clock<Duration>) -> Reducer<Chat, ChatAction> {
  Reducer { state, action in
    switch action {
    case .connectTapped where state.connection == .closed:
      state.connection = .connecting
      return .run { send in
        let messages = try await socket.open()
        send(.opened)
        for await text in messages { send(.received(text)) }
        send(.closed)
      } catch: { _, send in
        send(.closed)
      }
      .cancellable(id: "socket")
    case .connectTapped, .closed:
      state.connection = .closed
      return .merge([.cancel(id: "socket"), .cancel(id: "ping")])
    case .opened:
      state.connection = .open
      return .run { _ in
        while true {
          try await clock.sleep(for: .seconds(10))
          try await socket.send("ping")
        }
      } catch: { _, send in
        send(.closed)
      }
      .cancellable(id: "ping")
    case .received(let text): state.received.append(text)
    case .drafted(let text): state.draft = text
    case .sendTapped:
      let draft = state.draft
      (state.draft, state.problem) = ("", nil)
      return .run { _ in
        try await socket.send(draft)
      } catch: { _, send in
        send(.sendFailed(draft: draft))
      }
    case .sendFailed(let draft): (state.draft, state.problem) = (draft, "The message was not sent.")
    }
    return .none
  }
}
