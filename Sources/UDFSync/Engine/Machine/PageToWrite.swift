extension SyncMachine {
  /// A page that was received and is not yet written.
  struct PageToWrite: Sendable, Hashable {
    let page: PullPage
    let request: PullRequest
    /// The time of the request, or of the page's arrival in a stream.
    let requestedAt: SyncTime
    /// The number of the stream that brought the page; nil: it was pulled.
    let stream: Int?
    /// The cache's rows whose mutations may have conflicts that the policy resolves; nil: not looked up yet.
    var held: [StoredRow]?
    /// The mutations of these rows with their bodies, in the order of their ids.
    var waiting: [Mutation] = []
    /// The conflict policy's answers.
    var answers: Rebase.Answers = [:]

    init(page: PullPage, request: PullRequest, requestedAt: SyncTime, stream: Int? = nil) {
      self.page = page
      self.request = request
      self.requestedAt = requestedAt
      self.stream = stream
    }

    /// The client names that the page reports; nil if it reports none. Then the last page of a pull shows every
    /// acknowledged mutation.
    var clients: Set<String>? {
      if let mutations = page.mutations { return Set(mutations.keys) }
      return page.mutation == nil ? nil : [request.client]
    }

    /// The number of a client's last mutation that the rows show; nil if the page does not report the client.
    func made(by client: String) -> Int64? {
      if let mutations = page.mutations { return mutations[client] }
      return client == request.client ? page.mutation : nil
    }

    /// Whether the rows show the outcome of a mutation that the server has acknowledged.
    func shows(_ mutation: PendingMutation) -> Bool {
      // If the server reports no client, only the last page of a pull is known to show everything. The server may have
      // made a page of a stream before it made the mutation.
      if clients == nil { return !page.hasMore && stream == nil }
      return made(by: mutation.client).map { mutation.number <= $0 } ?? false
    }
  }
}
