/// Why the feed refuses a mutation permanently: a word for programs, a text for a person.
struct Refusal: Error, Equatable {
  let code: String
  let message: String
}
