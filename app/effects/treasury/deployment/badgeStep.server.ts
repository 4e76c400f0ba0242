/**
 * The transaction kind that gives an admin badge; confirming it reads from the ledger where the badge is
 * (docs/product/access.md).
 */
import { Effect, Schema } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown } from "~/effects/base/failures/failures"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { badgesHref } from "~/effects/communities/communities/hrefs"
import { ways } from "./badges"

export const BADGE = "badge"

/** Stored with the transaction. */
export const BadgePlan = Schema.Struct({
  way: Schema.Literal(...ways),
  badge: ResourceAddress,
  id: Schema.String,
  from: AccountAddress,
  to: AccountAddress,
  /** Name of the member who receives it; null without a profile. */
  name: Schema.NullOr(Schema.String),
  community: Schema.String
})
export type BadgePlan = typeof BadgePlan.Type
export const BadgeDetail = Schema.parseJson(BadgePlan)

export const badgeStep = Effect.gen(function* () {
  const addresses = yield* FollowedAddresses
  const ledger = yield* Ledger
  const writes = yield* CommunityWrites
  const activity = yield* Activity
  const notifications = yield* Notifications

  const given = ({ account, communityId }: Step, { community, from, id, name, to, way }: BadgePlan) =>
    Effect.gen(function* () {
      // The transaction says whose badge it was before; where it is now was just read from the ledger.
      const moves = ({ adminAccount }: { readonly adminAccount: string | null }) =>
        way === "move" && adminAccount === from ? { adminAccount: to } : {}
      yield* Effect.orDie(writes.change(communityId, null, "ledger", (now) => Effect.succeed(moves(now))))
      yield* addresses.unfollow(communityId, from)
      yield* activity.record({
        communityId,
        actor: account,
        type: "badgeGiven",
        target: badgesHref(communityId),
        data: { way, id, name: name ?? "another account" },
        visibility: "public"
      })
      yield* notifications.notify({
        to: [to],
        type: "role",
        communityId,
        target: badgesHref(communityId),
        text: `You now hold admin badge ${id} of ${community}.`,
        importance: "important"
      })
    })

  const kind: TransactionKind = {
    kind: BADGE,
    prove: (step, { stateVersion }) =>
      Effect.gen(function* () {
        const plan = yield* Effect.orDie(Schema.decode(BadgeDetail)(step.detail))
        const { owners } = yield* Effect.mapError(
          ledger.itemLocations(plan.badge, [plan.id], stateVersion),
          (cause) => new GatewayDown({ cause })
        )
        if (owners.get(plan.id) !== plan.to) {
          return yield* new TransactionMismatch({ what: `badge ${plan.id} is not in the account it was meant for.` })
        }
        return given(step, plan)
      }),
    sent: () => Effect.void,
    ended: ({ account, communityId }) => addresses.unfollow(communityId, account)
  }
  return kind
})
