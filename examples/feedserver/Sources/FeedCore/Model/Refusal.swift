/// Why a mutation is refused for good: a word for programs, a text for a person.
struct Refusal: Error, Equatable {
  let code: String
  let message: String
}
