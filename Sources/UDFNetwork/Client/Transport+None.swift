#if !HTTP
  /// What a build without the trait HTTP has in the place of a network.
  struct Transport {
    func send(_ redirect: Redirect) async throws(HTTPFailure) -> HTTPResponse {
      throw HTTPFailure(
        .unavailable, redirect.request, "this program was built without HTTP",
        fix: "build it with the package trait HTTP, which is on unless it is left out")
    }

    func shutdown() async {}
  }
#endif
