/** Errors of drafting, publishing and changing proposals. */
import { Schema } from "effect"
import { WrongState } from "~/effects/base/failures/failures"

/** Another version was saved first; the response contains both (docs/product/errors.md). */
export class StaleProposal extends Schema.TaggedError<StaleProposal>()("StaleProposal", {
  stored: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Array(Schema.String)) })
}) {
  readonly status = 409
  readonly code = "E-STALE"
  override get message() {
    return "Someone changed this meanwhile. Your text is kept; compare and save again."
  }
}

/** "You have 3 open proposals. Wait until one closes.", or there is no token to count by. */
export class CannotPropose extends Schema.TaggedError<CannotPropose>()("CannotPropose", { message: Schema.String }) {
  readonly status = 409
  readonly code = "E-LIMIT"
}

export class SignedTooLongAgo extends Schema.TaggedError<SignedTooLongAgo>()("SignedTooLongAgo", {}) {
  readonly status = 409
  readonly code = "E-CHALLENGE"
  override get message() {
    return "This request is older than 5 minutes. Start again."
  }
}

/** Publishing needs the author's signature, and so a wallet. */
export class SignatureNeeded extends Schema.TaggedError<SignatureNeeded>()("SignatureNeeded", {}) {
  readonly status = 422
  readonly code = "E-PROOF"
  override get message() {
    return "This step needs your wallet and JavaScript."
  }
}

/** A stored vote cannot be read. Its own page reports this; other votes are not affected. */
export class VoteUnreadable extends Schema.TaggedError<VoteUnreadable>()("VoteUnreadable", {}) {
  readonly status = 503
  readonly code = "E-UNREADABLE"
  readonly retryAfter = 3_600
  override get message() {
    return "This vote cannot be shown because part of its stored record cannot be read. Nothing is lost. If it was not over yet, it neither opens nor closes until the operators of this site have repaired it. Other votes are not affected."
  }
}

export class TooManyDrafts extends Schema.TaggedError<TooManyDrafts>()("TooManyDrafts", { most: Schema.Int }) {
  readonly status = 409
  readonly code = "E-LIMIT"
  override get message() {
    return `You have ${this.most} drafts here. Publish or discard one first.`
  }
}

/** The transaction did not commit, or is not known yet. */
export class NotExecuted extends Schema.TaggedError<NotExecuted>()("NotExecuted", { message: Schema.String }) {
  readonly status = 409
  readonly code = "E-STATE"
}

/** An action that the proposal's state does not allow. */
export const wrongStep = ({ params }: { readonly params: Readonly<Record<string, string>> }) =>
  new WrongState({ thing: "proposal", state: params.state ?? "", action: params.action ?? "" })
