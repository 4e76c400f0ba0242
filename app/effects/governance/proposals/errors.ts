/** Errors of drafting, publishing and changing proposals. */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"
import { WrongState } from "~/effects/base/failures/failures"

/** Another version was saved first; the response contains both (docs/product/errors.md). */
export class StaleProposal extends coded("StaleProposal", "E-STALE", 409, {
  fields: {
    stored: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Array(Schema.String)) })
  },
  message: "Someone changed this meanwhile. Your text is kept; compare and save again."
}) {}

/** "You have 3 open proposals. Wait until one closes.", or there is no token to count by. */
export class CannotPropose extends coded("CannotPropose", "E-LIMIT", 409, { fields: { message: Schema.String } }) {}

export class SignedTooLongAgo extends coded("SignedTooLongAgo", "E-CHALLENGE", 409, {
  message: "This request is older than 5 minutes. Start again."
}) {}

/** Publishing needs the author's signature, and so a wallet. */
export class SignatureNeeded extends coded("SignatureNeeded", "E-PROOF", 422, {
  message: "This step needs your wallet and JavaScript."
}) {}

/** A stored vote cannot be read. Its own page reports this; other votes are not affected. */
export class VoteUnreadable extends coded("VoteUnreadable", "E-UNREADABLE", 503, {
  message:
    "This vote cannot be shown because part of its stored record cannot be read. Nothing is lost. If it was not over yet, it neither opens nor closes until the operators of this site have repaired it. Other votes are not affected."
}) {
  readonly retryAfter = 3_600
}

/** A register without one of its votes would be wrong. */
export class RegisterIncomplete extends coded("RegisterIncomplete", "E-UNREADABLE", 503, {
  fields: { number: Schema.Int },
  message: ({ number }) =>
    `Part of the stored record of vote ${number} cannot be read, so this register would be incomplete. Nothing is lost. The operators of this site have to repair the record.`
}) {
  readonly retryAfter = 3_600
}

export class TooManyDrafts extends coded("TooManyDrafts", "E-LIMIT", 409, {
  fields: { most: Schema.Int },
  message: ({ most }) => `You have ${most} drafts here. Publish or discard one first.`
}) {}

/** The transaction did not commit, or is not known yet. */
export class NotExecuted extends coded("NotExecuted", "E-STATE", 409, { fields: { message: Schema.String } }) {}

/** An action that the proposal's state does not allow. */
export const wrongStep = ({ params }: { readonly params: Readonly<Record<string, string>> }) =>
  new WrongState({ thing: "proposal", state: params.state ?? "", action: params.action ?? "" })
