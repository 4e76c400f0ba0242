/** The result of a count (docs/product/votes.md). Votes are decimal strings with at most 20 places. */
import { Schema } from "effect"
import { Tie } from "./count/ties"

const Votes = Schema.String.pipe(Schema.pattern(/^\d{1,45}(\.\d{1,20})?$/))

/** Delegated weight in a vote (docs/votes.md): `given` is the sum of `voted`, `used`, `over`, `idle` and `excluded`. */
export const DelegatedWeight = Schema.Struct({
  given: Votes,
  /** Of delegators who voted themselves. */
  voted: Votes,
  used: Votes,
  /** Above the limit of one delegate. */
  over: Votes,
  /** The delegate cast no ballot that counts. */
  idle: Votes,
  /**
   * Not used by the delegate's ballot, because the delegator could not have voted at that moment; absent if there is
   * none.
   */
  excluded: Schema.optionalWith(Votes, { exact: true }),
  /** In the order of the choices. For ranked votes, first places. */
  perChoice: Schema.Array(Schema.Struct({ key: Schema.String, votes: Votes }))
})
export type DelegatedWeight = typeof DelegatedWeight.Type

/** Stored with the proposal and updated with each ballot, in the same transaction. */
export const Sums = Schema.Struct({
  /** All ballots, including replaced ones. */
  ballots: Schema.Int,
  /** Accounts whose latest ballot counts. */
  voters: Schema.Int,
  weightCast: Votes,
  /** In the order of the choices. For ranked votes, first places. `voters` is how many chose it at all. */
  perChoice: Schema.Array(
    Schema.Struct({
      key: Schema.String,
      votes: Votes,
      voters: Schema.Int,
      /** Of a poll for a date, where `votes` and `voters` are those who said Yes. */
      ifNeedBe: Schema.optionalWith(Votes, { exact: true })
    })
  ),
  /**
   * Absent if nothing was delegated when voting opened. Stored sums are of own ballots, and `totalsOf` adds
   * delegations; a result contains the totals. The name is that of the ballot file, which contains results as they are
   * stored.
   */
  lent: Schema.optionalWith(DelegatedWeight, { exact: true })
})
export type Sums = typeof Sums.Type

/** One round of an instant run-off, or of a count for several seats by the single transferable vote. */
export const Round = Schema.Struct({
  /** Of the choices that were not eliminated, in the order of the choices; those elected keep the quota. */
  votes: Schema.Array(Schema.Struct({ key: Schema.String, votes: Votes })),
  /** Weight of ballots with no choice left; for several seats also what rounding left. */
  exhausted: Votes,
  /** The choice eliminated after this round; null in the last, and where a surplus is transferred instead. */
  eliminated: Schema.NullOr(Schema.String),
  /** For several seats: who reached the quota in this round, or was left for the last seats; most votes first. */
  elected: Schema.optionalWith(Schema.Array(Schema.String), { exact: true }),
  /** For several seats: whose surplus is transferred after this round; null if none is. */
  surplus: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true })
})
export type Round = typeof Round.Type

export const Outcome = Schema.Literal("passed", "failed", "noQuorum")
export type Outcome = typeof Outcome.Type

/** A result without its sentences, as stated in a ballot file. */
export const Result = Schema.Struct({
  ...Sums.fields,
  quorumReached: Schema.Boolean,
  /** Null for types of votes without a threshold. */
  thresholdReached: Schema.NullOr(Schema.Boolean),
  outcome: Outcome,
  winners: Schema.Array(Schema.String),
  /** Choices that are tied where only one could be ahead; of a poll for a date, level times of which the earliest won. */
  tied: Schema.Array(Schema.String),
  rounds: Schema.Array(Round),
  /** For scores: each choice's votes divided by the weight cast, rounded down to two decimals. */
  means: Schema.optionalWith(
    Schema.Array(Schema.Struct({ key: Schema.String, mean: Schema.String.pipe(Schema.pattern(/^\d{1,2}\.\d\d$/)) })),
    { exact: true }
  ),
  /** For ranked votes of several seats: how many votes elect a choice. */
  quota: Schema.optionalWith(Votes, { exact: true }),
  /** For ranked votes with a rule for ties: each tie, and how it was decided. */
  ties: Schema.optionalWith(Schema.Array(Tie), { exact: true }),
  /** For sealed votes only: numbers of spoilt ballots, and the weight of those that would have counted. */
  spoilt: Schema.optionalWith(
    Schema.Struct({
      ballots: Schema.Array(Schema.Int),
      weight: Votes,
      /** Those that are sealed for another account or vote; absent if the sealed parts do not name account and vote. */
      copied: Schema.optionalWith(Schema.Array(Schema.Int), { exact: true })
    }),
    { exact: true }
  )
})
export type Result = typeof Result.Type

export const Tally = Schema.Struct({ ...Result.fields, words: Schema.String })
export type Tally = typeof Tally.Type
