/** Tally: what a count gives (docs/product/votes.md, 3.3). Votes are decimal strings of at most 20 places. */
import { Schema } from "effect"
import { Tie } from "./count/ties"

const Votes = Schema.String.pipe(Schema.pattern(/^\d{1,45}(\.\d{1,20})?$/))

/** Weight that was lent in a vote (docs/votes.md, "Lent votes"): `given` is `voted`, `used`, `over`, `idle` and `excluded` together. */
export const Lent = Schema.Struct({
  given: Votes,
  /** Of lenders who voted themselves after all. */
  voted: Votes,
  used: Votes,
  /** Above what one person may hold. */
  over: Votes,
  /** Of whom it was lent to, nobody cast a ballot that counts. */
  idle: Votes,
  /** Not used by the delegate's ballot, since its delegator could not have voted at that moment; absent where there is none. */
  excluded: Schema.optionalWith(Votes, { exact: true }),
  /** In the order of the choices. Ranked: first places. */
  perChoice: Schema.Array(Schema.Struct({ key: Schema.String, votes: Votes }))
})
export type Lent = typeof Lent.Type

/** Kept beside the proposal and moved on with each ballot, in the same transaction. */
export const Sums = Schema.Struct({
  /** Every ballot, those that were replaced too. */
  ballots: Schema.Int,
  /** Accounts whose latest ballot counts. */
  voters: Schema.Int,
  weightCast: Votes,
  /** In the order of the choices. Ranked: first places. `voters` is how many chose it at all. */
  perChoice: Schema.Array(Schema.Struct({ key: Schema.String, votes: Votes, voters: Schema.Int })),
  /**
   * Absent where nothing was lent when voting opened. Kept sums are of own ballots, and `totalsOf` adds what was lent; a
   * result holds the totals.
   */
  lent: Schema.optionalWith(Lent, { exact: true })
})
export type Sums = typeof Sums.Type

/** One round of an instant run-off. */
export const Round = Schema.Struct({
  /** Of the choices still in, in the order of the choices. */
  votes: Schema.Array(Schema.Struct({ key: Schema.String, votes: Votes })),
  /** Weight of ballots with no choice left. */
  exhausted: Votes,
  /** Who leaves after this round; null in the last. */
  eliminated: Schema.NullOr(Schema.String)
})
export type Round = typeof Round.Type

export const Outcome = Schema.Literal("passed", "failed", "noQuorum")
export type Outcome = typeof Outcome.Type

/** A result without its sentences: what a ballot file states. */
export const Result = Schema.Struct({
  ...Sums.fields,
  quorumReached: Schema.Boolean,
  /** Null where the type of vote has no threshold. */
  thresholdReached: Schema.NullOr(Schema.Boolean),
  outcome: Outcome,
  winners: Schema.Array(Schema.String),
  /** Choices that ended level where one had to be ahead. */
  tied: Schema.Array(Schema.String),
  rounds: Schema.Array(Round),
  /** Of ranked votes that have a rule for ties: each tie on the way, and how it was decided. */
  ties: Schema.optionalWith(Schema.Array(Tie), { exact: true }),
  /** Of a sealed vote alone: numbers of ballots that are not counted, and the weight of those that would have been. */
  spoilt: Schema.optionalWith(
    Schema.Struct({
      ballots: Schema.Array(Schema.Int),
      weight: Votes,
      /** Those of them that are sealed for another account or vote; absent where bodies do not say for which. */
      copied: Schema.optionalWith(Schema.Array(Schema.Int), { exact: true })
    }),
    { exact: true }
  )
})
export type Result = typeof Result.Type

export const Tally = Schema.Struct({ ...Result.fields, words: Schema.String })
export type Tally = typeof Tally.Type
