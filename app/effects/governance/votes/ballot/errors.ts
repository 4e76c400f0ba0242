/** Errors of casting a ballot: nothing is stored, nothing is counted (docs/product/errors.md). */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"
import { timeWords } from "../time"

/** The ballot itself breaks a rule: an unknown choice, points that do not add up, the hash of another proposal. */
export class BallotRefused extends coded("BallotRefused", "E-BALLOT", 422, { fields: { message: Schema.String } }) {}

/**
 * An account other than the session's, which the wallet has not proved in this browser. The error is the same for every owner.
 */
export class AccountNotProven extends coded("AccountNotProven", "E-BALLOT-ACCOUNT", 403, {
  message:
    "Ownership of this account has not been proved here. Connect again, share this account as well, and then vote."
}) {}

/** Not prepared here for this account and this proposal, or prepared too long ago. */
export class BallotNotPrepared extends coded("BallotNotPrepared", "E-CHALLENGE", 401, {
  message: "This request is older than 5 minutes. Start again."
}) {}

export class BallotSent extends coded("BallotSent", "E-BALLOT-USED", 409, {
  message: "This ballot was already sent."
}) {}

/** The account voted in another window since this ballot was prepared. */
export class BallotOutOfTurn extends coded("BallotOutOfTurn", "E-BALLOT-ORDER", 409, {
  message: "You voted in another window in the meantime. Look at that ballot, and vote again if you want to replace it."
}) {}

/** The sealed part of another account's ballot in this vote. */
export class BallotCopied extends coded("BallotCopied", "E-BALLOT-COPY", 409, {
  message: "This is a copy of another member's sealed ballot. Choose and seal your own vote."
}) {}

/** The ballot was replaced as often as one hour allows. */
export class BallotChangedTooOften extends coded("BallotChangedTooOften", "E-BALLOT-HOUR", 429, {
  fields: {
    most: Schema.Int,
    /** Unix milliseconds. */
    nextAt: Schema.Number,
    /** Whole seconds. */
    retryAfter: Schema.Int
  },
  message: ({ most, nextAt }) =>
    `You changed your vote ${most} times within an hour. Your last ballot counts. You can change it again from ${timeWords(nextAt)}.`
}) {}

/** The ballot was replaced as often as one vote allows. */
export class NoChangesLeft extends coded("NoChangesLeft", "E-BALLOT-CHANGES", 409, {
  fields: { most: Schema.Int },
  message: ({ most }) => `You have changed your vote ${most} times and cannot change it again. Your last ballot counts.`
}) {}

export class VotingOver extends coded("VotingOver", "E-STATE", 409, {
  fields: {
    /** Unix milliseconds. */
    closedAt: Schema.Number
  },
  message: ({ closedAt }) => `Voting closed at ${timeWords(closedAt)}. Your ballot was not counted.`
}) {}

/** In review: voting opens later. */
export class VotingNotOpen extends coded("VotingNotOpen", "NOT_OPEN", 409, {
  fields: {
    message: Schema.String,
    /** Unix milliseconds. */
    opensAt: Schema.Number
  }
}) {
  get details() {
    return { opensAt: new Date(this.opensAt).toISOString() }
  }
}

/** A download that this vote does not have, or not yet. */
export class NoElectionFile extends coded("NoElectionFile", "E-ELECTION-FILE", 409, {
  fields: {
    message: Schema.String
  }
}) {}

export class VotingCancelled extends coded("VotingCancelled", "E-STATE", 409, {
  message: "This vote was cancelled."
}) {}

export class NotEligible extends Schema.TaggedError<NotEligible>()("NotEligible", {
  /** NOT_MEMBER, TOO_NEW, NO_WEIGHT or SUSPENDED. */
  code: Schema.String,
  message: Schema.String
}) {
  readonly status = 403
}

/** The database did not store it. */
export class BallotNotStored extends coded("BallotNotStored", "E-STORE", 503, {
  message: "We could not store your ballot. Nothing was counted. Try again."
}) {
  readonly retryAfter = 5
}
