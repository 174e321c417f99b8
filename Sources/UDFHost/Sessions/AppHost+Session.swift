extension AppHost {
  /// Goes on from the file that the configuration names, and begins to record, before anything has happened; gives the features
  /// that the file names.
  func beginSession() throws(HostError) -> Set<String> {
    var loaded: Set<String> = []
    if let path = configuration.state {
      let contents = try contents(of: try readSnapshot(path), file: path)
      restore(contents)
      loaded = Set(contents.keys)
    }
    if let path = configuration.record { try record(to: path) }
    return loaded
  }

  /// Finishes what is being recorded.
  func endWitnessing() {
    guard let recorder = testRecorder else { return }
    do throws(HostError) {
      let written = try endTest(orElse: "The test was not written, and the host has ended.") != nil
      let message = written ? "the test was written to" : "nothing was done, so there is no test to write to"
      emit(.log(level: "info", message: "\(message) \(recorder.file.name)", fields: [:]))
    } catch { emit(.error(error, action: nil)) }
  }
}
