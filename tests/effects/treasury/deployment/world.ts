/** Deploying on a real local ledger: what a wallet would send is signed here with Ada's own key. */
import { Effect, Either, Layer } from "effect"
import type { Community } from "~/effects/access/Community"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { intentHashOf } from "~/effects/local/gateway/failOnPurpose.server"
import { TransactionChecksLive } from "~/effects/server/layers/transactionKinds.server"
import { checkDeploy } from "~/effects/treasury/deployment/check"
import { DEPLOY } from "~/effects/treasury/deployment/deployStep.server"
import { idempotencyKeyOf, planOf } from "~/effects/treasury/deployment/plan.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { type DeployValues, startValues } from "~/effects/treasury/deployment/values"
import { WithdrawalNoticesLive } from "~/effects/treasury/escrow/withdrawalNews.server"
import { LockerWatchLive } from "~/effects/treasury/payouts/lockerWatch.server"
import { encodeTransaction } from "~/ledger/index"
import type { Database } from "../../../databases"
import { signedV1 } from "../../../ledger/signing"
import { ADA, ada, FAUCET, faucetPayload, XRD } from "../../chain/ledger/transactions"
import { ledgerWorld } from "../../chain/ledger/world"
import { world as communitiesWorld, found } from "../../communities/communities/world"
import { settings } from "../../people/wallet-session/world"

export { ADA } from "../../chain/ledger/transactions"

export const world = (database: Database) =>
  Layer.mergeAll(Indexer.Default, FollowedAddresses.Default, TreasuryHolders.Default).pipe(
    Layer.provide(Layer.merge(WithdrawalNoticesLive, LockerWatchLive)),
    Layer.provideMerge(TransactionChecksLive),
    Layer.provideMerge(
      Layer.mergeAll(PreparedTransactions.Default, ActivityLive, Drafts.Default, Notifications.Default, ledgerWorld)
    ),
    Layer.provideMerge(Layer.succeed(Settings, settings)),
    Layer.provideMerge(communitiesWorld(database))
  )

export const garden = found({ slug: "garden", name: "Riverside Garden", ownerAddress: ADA })

export const values: DeployValues = { ...startValues(ADA, "Riverside Garden"), symbol: "GRD", supply: "1000.5" }

/** Prepares the deployment as the page does. */
export const prepared = (community: Pick<Community, "id">, changes: Partial<DeployValues> = {}) =>
  Effect.gen(function* () {
    const steps = yield* PreparedTransactions
    const stored = yield* stateOf(community.id)
    const wanted = Either.getOrThrowWith(
      checkDeploy({ ...values, ...changes }),
      (fields) => new Error(JSON.stringify(fields))
    )
    const { manifest, plan } = yield* planOf(stored, wanted, null)
    return yield* steps.open({
      idempotencyKey: idempotencyKeyOf(community.id),
      kind: DEPLOY,
      communityId: community.id,
      related: community.id,
      account: ADA,
      manifest,
      detail: plan
    })
  })

export const stateOf = (id: string) =>
  Effect.gen(function* () {
    const repo = yield* CommunitiesRepo
    const row = yield* Effect.flatten(repo.findById(id, null))
    return row.community
  }).pipe(Effect.orDie)

/** As wallets send it: a fee lock before it, an assertion after it. */
const asWallet = (manifest: string) =>
  `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("20");\n${manifest}ASSERT_WORKTOP_CONTAINS Address("${XRD}") Decimal("0");\n`

/** Signs and submits; returns the transaction's id. */
export const sign = (manifest: string) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const payload = encodeTransaction({ kind: "notarizedV1", body: signedV1(asWallet(manifest), [ada]) })
    yield* ledger.submit(payload)
    return yield* intentHashOf(payload)
  })

/** An unrelated transaction of Ada's. */
export const somethingElse = Effect.gen(function* () {
  const ledger = yield* Ledger
  const payload = faucetPayload()
  yield* ledger.submit(payload)
  return yield* intentHashOf(payload)
})
