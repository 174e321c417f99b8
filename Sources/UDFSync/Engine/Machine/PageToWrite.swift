extension SyncMachine {
  /// A page that has come and is not yet written.
  struct PageToWrite: Sendable, Hashable {
    let page: PullPage
    let request: PullRequest
    let askedAt: SyncTime
    /// The rows under mutations that a conflict policy may be asked about; nil: not looked up yet.
    var held: [StoredRow]?
    /// The conflict policy's answers, by the ids of the mutations.
    var answers: [Int64: Result<ConflictPolicy.Resolution, SyncFailure>] = [:]

    init(page: PullPage, request: PullRequest, askedAt: SyncTime) {
      self.page = page
      self.request = request
      self.askedAt = askedAt
    }

    /// The client names that the page speaks of; nil: of none, so that a last page shows all that was acknowledged.
    var clients: Set<String>? {
      if let mutations = page.mutations { return Set(mutations.keys) }
      return page.mutation == nil ? nil : [request.client]
    }

    /// The number of a client's last mutation that the rows show; nil: the page does not say.
    func made(by client: String) -> Int64? {
      if let mutations = page.mutations { return mutations[client] }
      return client == request.client ? page.mutation : nil
    }

    /// Whether the rows show the outcome of a mutation that the server has acknowledged.
    func shows(_ mutation: Mutation) -> Bool {
      // Of a server that does not say what its pages show, only the last is known to show all.
      if clients == nil { return !page.hasMore }
      return made(by: mutation.client).map { mutation.number <= $0 } ?? false
    }
  }
}
