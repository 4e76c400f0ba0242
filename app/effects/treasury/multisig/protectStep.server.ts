/** The prepared transaction that makes a treasury a multisig treasury; its rule is read back afterwards. */

import { Effect, Option, Schema } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { isSameRule } from "~/effects/treasury/deployment/roles"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { SignerSlot } from "./ApprovalRequest"
import { ApprovalRequestsRepo } from "./ApprovalRequestsRepo.server"
import { ruleWords } from "./approvalMessages"

export const PROTECT = "protect-treasury"

/** Stored with the prepared transaction. */
export const ProtectPlan = Schema.Struct({
  treasury: AccountAddress,
  badge: ResourceAddress,
  needed: Schema.Int,
  seats: Schema.Array(SignerSlot),
  community: Schema.String
})
export type ProtectPlan = typeof ProtectPlan.Type
export const ProtectDetail = Schema.parseJson(ProtectPlan)

export const protectStep = Effect.gen(function* () {
  const holders = yield* TreasuryHolders
  const requests = yield* ApprovalRequestsRepo
  const activity = yield* Activity
  const notifications = yield* Notifications
  const addresses = yield* FollowedAddresses

  const kind: TransactionKind = {
    kind: PROTECT,
    prove: ({ account, communityId, detail }, { intentHash: txId, stateVersion }) =>
      Effect.gen(function* () {
        const plan = yield* Effect.orDie(Schema.decode(ProtectDetail)(detail))
        const { community, needed, seats } = plan
        const rule = Option.getOrNull(yield* holders.signers(plan, stateVersion))
        if (rule === null || !isSameRule(rule, { ids: seats.map(({ id }) => id), needed }))
          return yield* new TransactionMismatch({ what: "the treasury has another rule." })
        return Effect.gen(function* () {
          yield* requests.storeRule({ communityId, needed, seats, txId, stateVersion })
          yield* addresses.unfollow(communityId, account)
          yield* activity.record({
            communityId,
            actor: account,
            type: "treasuryProtected",
            target: signersHref(communityId),
            data: { rule: ruleWords(plan) },
            visibility: "public"
          })
          yield* notifications.notify({
            to: seats.map((seat) => seat.account),
            type: "signers",
            communityId,
            target: signersHref(communityId),
            text: `You are a signer of the treasury of ${community} now: it needs the approval of ${ruleWords(plan)}.`,
            importance: "important"
          })
        })
      }),
    sent: () => Effect.void,
    ended: ({ account, communityId }) => addresses.unfollow(communityId, account)
  }
  return kind
})
