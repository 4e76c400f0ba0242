/**
 * Who the signers of a treasury are: its rule and the badges in an account, both read from the ledger each time. The
 * stored copy is for reminders only.
 */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { NotSignedIn } from "~/effects/base/failures/failures"
import { seatsHeld } from "~/effects/treasury/deployment/badgeFacts.server"
import { DeployFirst, OtherRule } from "~/effects/treasury/deployment/errors"
import type { SignerRule } from "~/effects/treasury/deployment/roles"
import { countsKeys } from "~/effects/treasury/deployment/seatIds"
import { type OnLedger, onLedger, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import type { AccountAddress, Admin } from "~/ledger/index"
import { NotASigner, NotProtected, SignersRefused } from "./errors"

export type Here = Pick<Inside, "community" | "communityRole">

/** A multisig treasury, and the signer who makes the call. */
export interface Signing {
  readonly place: OnLedger
  readonly rule: SignerRule
  readonly signer: Admin
}

export class SignerAccess extends Effect.Service<SignerAccess>()("treasury/multisig/SignerAccess", {
  dependencies: [TreasuryHolders.Default],
  effect: Effect.gen(function* () {
    const holders = yield* TreasuryHolders

    const requireMultisig = Effect.fn("SignerAccess.requireMultisig")(function* ({
      community
    }: Pick<Here, "community">) {
      const place = onLedger(community)
      if (Option.isNone(place)) return yield* new DeployFirst()
      const rule = yield* holders.rule(place.value)
      if (rule === "one") return yield* new NotProtected()
      if (rule === "other") return yield* new OtherRule()
      return { place: place.value, rule }
    })

    /** Returns the badge or key of the account that counts. `action` completes "Only signers of …'s treasury can …". */
    const requireWithinRules = Effect.fn("SignerAccess.requireWithinRules")(function* (
      { community, communityRole }: Here,
      action: string
    ) {
      if (communityRole.account === null) return yield* new NotSignedIn({ action })
      const { place, rule } = yield* requireMultisig({ community })
      const account: AccountAddress = communityRole.account
      const byKeys = countsKeys(rule)
      const held = byKeys
        ? ((yield* seatsHeld(community.id, place.badge, rule)).held.get(account) ?? [])
        : yield* holders.badges(place.badge, account)
      const counting = held.filter((id) => rule.ids.includes(id))
      const [id, another] = counting
      if (id === undefined) return yield* new NotASigner({ name: community.name, action, hasBadge: held.length > 0 })
      // One person with two of the badges would count as two signers.
      if (another !== undefined) {
        return yield* new SignersRefused({
          message: `Your account holds ${counting.join(" and ")}, and both count. One account approves once: the other signers must replace one of the two badges first.`
        })
      }
      return { place, rule, signer: { account, badge: place.badge, id } } satisfies Signing
    })

    return { requireMultisig, requireWithinRules, rule: holders.rule, signers: holders.signers }
  })
}) {}
