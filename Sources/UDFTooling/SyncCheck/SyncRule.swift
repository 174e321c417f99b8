/// A rule of the sync protocol that ``SyncCheck`` checks, named as on the page that specifies it.
public enum SyncRule: String, Sendable, CaseIterable {
  case pageHead = "page-head"
  case version1 = "version-1"
  case version2 = "version-2"
  case epoch
  case pageFrom = "page-from"
  case pageNext = "page-next"
  case pageCount = "page-count"
  case pageLines = "page-lines"
  case pageLimit = "page-limit"
  case pageLater = "page-later"
  case pageResume = "page-resume"
  case rowVersion = "row-version"
  case mutationsByName = "mutations-by-name"
  case confirmAfterRows = "confirm-after-rows"
  case etagUnchanged = "etag-unchanged"
  case etagOtherToken = "etag-other-token"
  case etagChanges = "etag-changes"
  case unknownToken = "unknown-token"
  case errorBody = "error-body"
  case mutationResults = "mutation-results"
  case mutationPut = "mutation-put"
  case mutationPatch = "mutation-patch"
  case mutationPatchNull = "mutation-patch-null"
  case mutationDelete = "mutation-delete"
  case mutationDeleteAbsent = "mutation-delete-absent"
  case mutationOnce = "mutation-once"
  case mutationNames = "mutation-names"
  case mutationGaps = "mutation-gaps"
  case mutationRefusedAgain = "mutation-refused-again"
  case mutationConfirmed = "mutation-confirmed"
  case malformedMutations = "malformed-mutations"
  case liveStream = "live-stream"
  case liveFirstPage = "live-first-page"
  case livePage = "live-page"
  case liveChange = "live-change"
  case liveMutations = "live-mutations"
  case liveResume = "live-resume"
  case liveUnknownToken = "live-unknown-token"
  case liveHeartbeat = "live-heartbeat"

  /// What the server has to do, in one sentence without an end.
  public var requirement: String {
    switch self {
    case .pageHead:
      "a page begins with a JSON object that has \"more\", and in version 1 the number \"mutation\" from 0"
    case .version1: "a request without protocol=2 gets a version 1 head: \"mutation\" and no \"version\""
    case .version2: "the head of an answer to protocol=2 has \"version\": 2, or no \"version\" from a version 1 server"
    case .epoch: "\"epoch\" is a non-empty string, the same in every answer"
    case .pageFrom: "\"from\" is the since of the request, null without one, or absent"
    case .pageNext: "\"next\" is a non-empty string without line feed, carriage return and NUL"
    case .pageCount: "\"changes\" is the number of lines that follow the head"
    case .pageLines:
      "each line is [version, row] or [version, key]: a version from 1, a row with its key, valid JSON"
    case .pageLimit: "a page has at most limit changes"
    case .pageLater: "a page that continues from a token has only changes that came after it"
    case .pageResume: "every \"next\" is a place to continue from, and no row is missing between pages"
    case .rowVersion: "each change of a row has a larger version than the row's previous change"
    case .mutationsByName: "\"mutations\" has a number from 0 for each name in client and clients"
    case .confirmAfterRows: "a page confirms a mutation only if its outcome is in the rows up to \"next\""
    case .etagUnchanged: "a request with the ETag of since is answered with 304 or a page"
    case .etagOtherToken: "304 is never the answer to another since, or to none"
    case .etagChanges: "the ETag changes with every change of a row and with every mutation of the client"
    case .unknownToken: "an unknown token is answered with 409 or 410"
    case .errorBody: "an error has a JSON body with \"code\" and \"message\""
    case .mutationResults: "200 with \"results\": a result for the first mutations at least, in their order"
    case .mutationPut: "put makes the row what it was sent as; the server may add fields"
    case .mutationPatch: "patch changes the fields that it has, and no others"
    case .mutationPatchNull: "null in a patch removes the field"
    case .mutationDelete: "a deleted row comes as [version, key], and is no longer among all rows"
    case .mutationDeleteAbsent: "deleting an absent row is no error"
    case .mutationOnce: "a mutation that is sent again is not made again, and has the same result"
    case .mutationNames: "the ids of each client name count for themselves"
    case .mutationGaps: "ids of a client name may have gaps"
    case .mutationRefusedAgain: "a refused mutation is refused again, and those after it are made"
    case .mutationConfirmed: "the page after a mutation reports its id"
    case .malformedMutations: "a request that is not JSON is answered with 400, 409, 410, 413 or 422"
    case .liveStream: "GET live is answered with 200 and Content-Type: text/event-stream"
    case .liveFirstPage: "the first event follows at once, also without changes"
    case .livePage: "an event has the type \"page\", a page as data, and the page's \"next\" as id"
    case .liveChange: "an event follows when a row changes"
    case .liveMutations: "an event follows when only the mutations of an asked name change"
    case .liveResume: "Last-Event-ID has the meaning of since, and takes precedence over it"
    case .liveUnknownToken: "an unknown token is answered with 409 or 410"
    case .liveHeartbeat: "a comment line follows at least every 15 seconds"
    }
  }

  /// Whether only servers of version 2 have to keep this rule.
  var needsVersion2: Bool {
    switch self {
    case .epoch, .mutationsByName: true
    default: rawValue.hasPrefix("live-")
    }
  }
}
