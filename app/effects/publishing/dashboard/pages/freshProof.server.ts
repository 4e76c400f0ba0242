/**
 * Requires a wallet signature from the last 24 hours (docs/product/communities.md), for changing the e-mail address and
 * removing the account.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { explain, withFreshProof } from "~/effects/access/rules"
import { coded } from "~/effects/base/failures/coded"
import { session } from "~/effects/people/wallet-session/visitor.server"

export class StaleProof extends coded("StaleProof", "E-FRESH", 403, { fields: { message: Schema.String } }) {}

export const freshProof = Effect.gen(function* () {
  const held = yield* session
  const now = yield* Clock.currentTimeMillis
  const subject = Option.match(held, {
    onNone: () => ({ account: null, hasProfile: false }),
    onSome: ({ account, profile, provenAt }) => ({ account, hasProfile: profile !== null, provenAt })
  })
  const verdict = withFreshProof(subject, now)
  if (!verdict.ok) return yield* new StaleProof({ message: explain(verdict) })
})
