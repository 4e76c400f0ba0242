/**
 * The transaction kind that deploys a community: how the community's stage changes with the transaction
 * (docs/product/treasury.md).
 */
import { Clock, Effect, Schema } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { TreasuryMovements } from "~/effects/chain/movements/TreasuryMovements.server"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { type CommunityChanges, CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { type Deployed, makeDeploymentProofs } from "./invariants.server"
import { DeployDetail } from "./plan.server"
import { draftPlace } from "./values"

export const DEPLOY = "deploy"

export const deployStep = Effect.gen(function* () {
  const addresses = yield* FollowedAddresses
  const movements = yield* TreasuryMovements
  const proofs = yield* makeDeploymentProofs
  const writes = yield* CommunityWrites
  const activity = yield* Activity
  const drafts = yield* Drafts

  const change = (id: CommunityId, decide: (now: Community) => CommunityChanges) =>
    Effect.orDie(writes.change(id, null, "ledger", (now) => Effect.succeed(decide(now))))

  const planIn = ({ detail }: Step) => Effect.orDie(Schema.decode(DeployDetail)(detail))

  const deployed = (step: Step, made: Deployed, transaction: CommittedTransaction) =>
    Effect.gen(function* () {
      const { admin } = yield* planIn(step)
      const verifiedAt = yield* Clock.currentTimeMillis
      yield* change(step.communityId, ({ stage }) => ({
        stage: stage === "archived" ? stage : "deployed",
        adminAccount: admin,
        treasuryAccount: made.treasury,
        lockerAddress: made.locker,
        ownerBadge: made.badge,
        tokenResource: made.token,
        tokenSymbol: made.symbol,
        verifiedAt
      }))
      yield* movements.store(step.communityId, made.treasury, transaction)
      yield* addresses.unfollow(step.communityId, admin)
      yield* addresses.follow(step.communityId, [made.treasury, made.locker], transaction.stateVersion)
      yield* activity.record({
        communityId: step.communityId,
        actor: step.account,
        type: "deployed",
        target: `/community/detail/${step.communityId}`,
        visibility: "public"
      })
      yield* drafts.remove(step.account, draftPlace(step.communityId))
    })

  const kind: TransactionKind = {
    kind: DEPLOY,
    prove: (step, transaction) =>
      Effect.gen(function* () {
        const plan = yield* planIn(step)
        const made = yield* proofs.requireDeployed(step.communityId, plan, transaction)
        return deployed(step, made, transaction)
      }),
    sent: ({ communityId }) =>
      Effect.asVoid(
        change(communityId, ({ stage }): CommunityChanges => (stage === "live" ? { stage: "deploying" } : {}))
      ),
    ended: ({ communityId }) =>
      Effect.asVoid(
        change(communityId, ({ stage }): CommunityChanges => (stage === "deploying" ? { stage: "live" } : {}))
      )
  }
  return kind
})
