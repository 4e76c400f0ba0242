/** Errors of casting a ballot: nothing is stored, nothing is counted (docs/product/errors.md). */
import { Schema } from "effect"
import { timeWords } from "../time"

/** The ballot itself breaks a rule: an unknown choice, points that do not add up, the hash of another proposal. */
export class BallotRefused extends Schema.TaggedError<BallotRefused>()("BallotRefused", { message: Schema.String }) {
  readonly status = 422
  readonly code = "E-BALLOT"
}

/**
 * An account other than the session's, which the wallet has not proved in this browser. The same error whoever owns it.
 */
export class AccountNotProven extends Schema.TaggedError<AccountNotProven>()("AccountNotProven", {}) {
  readonly status = 403
  readonly code = "E-BALLOT-ACCOUNT"
  override get message() {
    return "Ownership of this account has not been proved here. Connect again, share this account as well, and then vote."
  }
}

/** Not prepared here for this account and this proposal, or prepared too long ago. */
export class BallotNotPrepared extends Schema.TaggedError<BallotNotPrepared>()("BallotNotPrepared", {}) {
  readonly status = 401
  readonly code = "E-CHALLENGE"
  override get message() {
    return "This request is older than 5 minutes. Start again."
  }
}

export class BallotSent extends Schema.TaggedError<BallotSent>()("BallotSent", {}) {
  readonly status = 409
  readonly code = "E-BALLOT-USED"
  override get message() {
    return "This ballot was already sent."
  }
}

/** The account voted in another window since this ballot was prepared. */
export class BallotOutOfTurn extends Schema.TaggedError<BallotOutOfTurn>()("BallotOutOfTurn", {}) {
  readonly status = 409
  readonly code = "E-BALLOT-ORDER"
  override get message() {
    return "You voted in another window in the meantime. Look at that ballot, and vote again if you want to replace it."
  }
}

/** The sealed part of another account's ballot in this vote. */
export class BallotCopied extends Schema.TaggedError<BallotCopied>()("BallotCopied", {}) {
  readonly status = 409
  readonly code = "E-BALLOT-COPY"
  override get message() {
    return "This is a copy of another member's sealed ballot. Choose and seal your own vote."
  }
}

/** The ballot was replaced as often as one hour allows. */
export class BallotChangedTooOften extends Schema.TaggedError<BallotChangedTooOften>()("BallotChangedTooOften", {
  most: Schema.Int,
  /** Unix milliseconds. */
  nextAt: Schema.Number,
  /** Whole seconds. */
  retryAfter: Schema.Int
}) {
  readonly status = 429
  readonly code = "E-BALLOT-HOUR"
  override get message() {
    return `You changed your vote ${this.most} times within an hour. Your last ballot counts. You can change it again from ${timeWords(this.nextAt)}.`
  }
}

/** The ballot was replaced as often as one vote allows. */
export class NoChangesLeft extends Schema.TaggedError<NoChangesLeft>()("NoChangesLeft", { most: Schema.Int }) {
  readonly status = 409
  readonly code = "E-BALLOT-CHANGES"
  override get message() {
    return `You have changed your vote ${this.most} times and cannot change it again. Your last ballot counts.`
  }
}

export class VotingOver extends Schema.TaggedError<VotingOver>()("VotingOver", {
  /** Unix milliseconds. */
  closedAt: Schema.Number
}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return `Voting closed at ${timeWords(this.closedAt)}. Your ballot was not counted.`
  }
}

/** In review: voting opens later. */
export class VotingNotOpen extends Schema.TaggedError<VotingNotOpen>()("VotingNotOpen", {
  message: Schema.String,
  /** Unix milliseconds. */
  opensAt: Schema.Number
}) {
  readonly status = 409
  readonly code = "NOT_OPEN"
  get details() {
    return { opensAt: new Date(this.opensAt).toISOString() }
  }
}

/** A download that this vote does not have, or not yet. */
export class NoElectionFile extends Schema.TaggedError<NoElectionFile>()("NoElectionFile", {
  message: Schema.String
}) {
  readonly status = 409
  readonly code = "E-ELECTION-FILE"
}

export class VotingCancelled extends Schema.TaggedError<VotingCancelled>()("VotingCancelled", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "This vote was cancelled."
  }
}

export class NotEligible extends Schema.TaggedError<NotEligible>()("NotEligible", {
  /** NOT_MEMBER, TOO_NEW, NO_WEIGHT or SUSPENDED. */
  code: Schema.String,
  message: Schema.String
}) {
  readonly status = 403
}

/** The database did not store it. */
export class BallotNotStored extends Schema.TaggedError<BallotNotStored>()("BallotNotStored", {}) {
  readonly status = 503
  readonly code = "E-STORE"
  readonly retryAfter = 5
  override get message() {
    return "We could not store your ballot. Nothing was counted. Try again."
  }
}
