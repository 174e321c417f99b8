import UDF

@testable import UDFSync

extension TransitionTests {
  /// The events of a live stream, and their effects on the cycle.
  static let streamRows: [Row] = [
    Row("last page written, streams offered", in: [.pulling]) { rig in
      rig.offerLive()
      rig.commit()
    },
    Row("page of the stream", in: [.idle, .pushing]) { rig in
      rig.beLive()
      rig.send(.streamed(rig.stream, .success(.page(rig.livePage(.put("b", "b", version: 2), next: "T2")))))
    },
    Row("page of the stream written", in: [.idle]) { rig in
      rig.beLive()
      rig.send(.streamed(rig.stream, .success(.page(rig.livePage(.put("b", "b", version: 2), next: "T2")))))
      rig.commit()
    },
    Row("page of the stream to another token", in: [.idle]) { rig in
      rig.beLive()
      var page = rig.livePage(next: "T2")
      page.from = "T9"
      rig.send(.streamed(rig.stream, .success(.page(page))))
    },
    Row("page of the stream of another epoch", in: [.idle]) { rig in
      rig.beLive()
      rig.send(.streamed(rig.stream, .success(.page(rig.livePage(next: "T2", epoch: "E2")))))
    },
    Row("stream breaks or ends", in: [.idle, .pushing]) { rig in
      rig.beLive()
      rig.send(.streamed(rig.stream, .failure(RemoteFailure(.unavailable, "feed: no"))))
    },
    Row("stream breaks, a push waits for its page", in: [.pushing]) { rig in
      rig.beLive()
      rig.outcome()
      rig.send(.streamed(rig.stream, .success(.end)))
    },
    Row("stream expires or is refused", in: [.idle]) { rig in
      rig.beLive()
      rig.send(.streamed(rig.stream, .failure(RemoteFailure(.expired, "feed: expired"))))
    },
    Row("no stream there", in: [.idle]) { rig in
      rig.beLive()
      rig.send(.streamed(rig.stream, .success(.absent)))
    },
    Row("stream is due again", in: [.idle]) { rig in
      rig.beLive()
      rig.send(.streamed(rig.stream, .success(.end)))
      rig.now.uptime += 3600
      rig.send(.timer)
    },
    Row("stream is silent", in: [.idle]) { rig in
      rig.beLive()
      let now = rig.now.uptime
      rig.send(.progressed(rig.stream, RequestProgress(first: now, last: now)))
      rig.now.uptime += 45
      rig.send(.timer)
    },
    Row("outcomes written, stream up to date", in: [.pushing]) { rig in
      rig.beLive()
      rig.outcome()
    },
    Row("stream shows the push, page written", in: [.pushing]) { rig in
      rig.beLive()
      rig.outcome()
      rig.send(.streamed(rig.stream, .success(.page(rig.livePage(.put("a", "mine", version: 2), next: "T2", made: 1)))))
      rig.commit()
    },
    Row("stream does not show the push in time", in: [.pushing]) { rig in
      rig.beLive()
      rig.outcome()
      rig.now.uptime += 2
      rig.send(.timer)
    },
    Row("pull forced, stream up to date", in: [.idle]) { rig in
      rig.beLive()
      rig.send(.pull(9, force: true))
    },
  ]
}

extension MachineRig {
  /// The number of the open stream.
  fileprivate var stream: Int { machine.stream?.number ?? 0 }

  /// A stream is open and up to date; where a mutation is on its way, it has gone out since.
  fileprivate mutating func beLive() {
    let isPushing = machine.phase == .pushing
    self = MachineRig()
    enterLive()
    send(.streamed(stream, .success(.page(livePage()))))
    guard isPushing else { return }
    mutate()
    commit()
  }

  /// The server has made the mutation, and that is written.
  fileprivate mutating func outcome() {
    send(.pushed(number, .success(PushReply([(1, .applied)]))))
    commit()
  }
}
