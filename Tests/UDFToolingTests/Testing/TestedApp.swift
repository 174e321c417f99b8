import FolderTesting
import HostTesting
import UDFHost

@testable import UDFTooling

/// An app with test files in an own folder, and the results of its tests.
struct TestedApp {
  let folder: TemporaryFolder
  let results: [TestResult]
  let summary: TestSummary

  /// - Parameters:
  ///   - tests: the body of a test file that has `test`, `describe`, `it` and `expect`; its first line is line 3.
  ///   - files: the others, from path to source.
  init(
    _ tests: String, files: [String: String] = TestedApp.users, filter: String? = nil, budget: Double = 60,
    seed: UInt64? = nil
  ) throws {
    try self.init(
      files: files.merging(["users_test.lua": TestedApp.file(tests)]) { $1 }, filter: filter, budget: budget,
      seed: seed)
  }

  init(
    files: [String: String], filter: String? = nil, budget: Double = 60, seed: UInt64? = nil, jobs: Int? = nil,
    features: [any NativeFeature] = []
  ) throws {
    folder = try TemporaryFolder()
    for (name, source) in files { try folder.save(source, to: name) }
    var runner = try TestRunner(folder.path)
    runner.filter = filter
    runner.budget = budget
    runner.features = features
    if let seed { runner.seed = seed }
    if let jobs { runner.jobs = jobs }
    var results: [TestResult] = []
    summary = runner.run { _, more in results += more }
    self.results = results
  }

  /// The message of the only failed test; an empty text if none failed.
  var failure: String { results.compactMap(\.failure?.error.message).joined(separator: "\n---\n") }

  /// The differences of the test that failed: `path: expected …, is …`.
  var differences: [String] {
    results.compactMap(\.failure).flatMap(\.differences).map { difference in
      "\(difference.kind) \(difference.path): \(difference.expected), \(difference.actual)"
    }
  }

  static func file(_ tests: String) -> String {
    """
    local test = require "udf.test"
    local describe, it, expect = test.describe, test.it, test.expect
    \(tests)
    """
  }

  /// Loads users from a service once however often it is asked, and forgets them.
  static let users = [
    "app.lua": """
    local udf = require "udf"
    return udf.app {
      name = "users", features = { require "users" },
      services = { users = { list = function() return {} end, forget = function() end } },
    }
    """,
    "users.lua": """
    local udf = require "udf"
    return udf.feature {
      name = "users",
      state = { rows = udf.list {}, loading = false },
      actions = { load = {}, loaded = { rows = "table" }, failed = { message = "string" }, forget = {}, fail = {} },
      events = { appear = "load", tap = false },
      uses = { "users" },
      reduce = {
        load = function(state) state.loading = true end,
        loaded = function(state, action) state.loading = false; state.rows = action.rows end,
        failed = function(state, action) state.loading = false; state.message = action.message end,
        forget = function(state) state.rows = {} end,
      },
      effects = {
        load = udf.leading(function(cx)
          local isOk, result = pcall(cx.services.users.list)
          if isOk then
            cx.send { type = "loaded", rows = result }
          else
            cx.send { type = "failed", message = result.message }
          end
        end),
        forget = function(cx) cx.services.users.forget() end,
        fail = function() error("no luck") end,
      },
      view = function(state) return { count = #state.rows } end,
    }
    """,
  ]
}
