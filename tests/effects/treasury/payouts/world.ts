/** A community on a real local ledger whose treasury Ada opens, and people who accept deposits or refuse them. */
import { Effect, Either, Layer } from "effect"
import type { Community } from "~/effects/access/Community"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { intentHashOf } from "~/effects/local/gateway/failOnPurpose.server"
import { TransactionChecksLive } from "~/effects/server/layers/transactionKinds.server"
import { Claims } from "~/effects/treasury/claims/Claims.server"
import { checkDeploy } from "~/effects/treasury/deployment/check"
import { DEPLOY } from "~/effects/treasury/deployment/deployStep.server"
import { idempotencyKeyOf, planOf } from "~/effects/treasury/deployment/plan.server"
import { type HeldTreasury, onLedger, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { startValues } from "~/effects/treasury/deployment/values"
import { WithdrawalNoticesLive } from "~/effects/treasury/escrow/withdrawalNews.server"
import type { Rhythm } from "~/effects/treasury/payouts/Distribution"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { checkRows } from "~/effects/treasury/payouts/list/checkRows"
import { LockerWatchLive } from "~/effects/treasury/payouts/lockerWatch.server"
import { encodeTransaction, formatAmount, NOTHING, type Signer } from "~/ledger/index"
import { asResource } from "../../../addresses"
import type { Database } from "../../../databases"
import { accountOf, signedV1, signer } from "../../../ledger/signing"
import { ADA, ada, FAUCET } from "../../chain/ledger/transactions"
import { ledgerWorld } from "../../chain/ledger/world"
import { world as communitiesWorld, found } from "../../communities/communities/world"
import { settings } from "../../people/wallet-session/world"

export { ADA } from "../../chain/ledger/transactions"

export const world = (database: Database, ledger: typeof ledgerWorld = ledgerWorld, given = settings) =>
  Layer.mergeAll(
    Indexer.Default,
    TreasuryHolders.Default,
    FollowedAddresses.Default,
    DistributionsLive,
    Claims.Default,
    PayeeNotices.Default,
    WorkQueue.Default
  ).pipe(
    Layer.provide(Layer.merge(WithdrawalNoticesLive, LockerWatchLive)),
    Layer.provideMerge(TransactionChecksLive),
    Layer.provideMerge(
      Layer.mergeAll(PreparedTransactions.Default, ActivityLive, Notifications.Default, Drafts.Default, ledger)
    ),
    Layer.provideMerge(Layer.succeed(Settings, given)),
    Layer.provideMerge(communitiesWorld(database))
  )

/** Signs with Ada's key and others', and submits; returns the transaction's id. */
export const sign = (manifest: string, ...others: ReadonlyArray<Signer>) =>
  signWithout(`CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("50");\n${manifest}`, ...others)

/** The same for a manifest that locks its fee itself. */
export const signWithout = (text: string, ...others: ReadonlyArray<Signer>) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const { epoch } = yield* ledger.currentState()
    const startEpoch = BigInt(epoch)
    const payload = encodeTransaction({
      kind: "notarizedV1",
      body: signedV1(text, [ada, ...others], { startEpoch, endEpoch: startEpoch + 100n })
    })
    yield* ledger.submit(payload)
    return yield* intentHashOf(payload)
  })

export const report = (id: string, txId: string) =>
  Effect.gen(function* () {
    const steps = yield* PreparedTransactions
    const checks = yield* TransactionChecks
    return yield* checks.report(yield* steps.findOrFail(id), txId)
  })

export const stateOf = (id: string) =>
  Effect.flatMap(CommunitiesRepo, (repo) => Effect.map(Effect.flatten(repo.findById(id, null)), (row) => row.community))

/** Riverside Garden on the ledger, with 100,000 GRD of two decimals. */
export const garden = Effect.gen(function* () {
  const { id } = yield* found({ slug: "garden", name: "Riverside Garden", ownerAddress: ADA })
  const steps = yield* PreparedTransactions
  const values = { ...startValues(ADA, "Riverside Garden"), symbol: "GRD", supply: "100000", divisibility: "2" }
  const wanted = Either.getOrThrowWith(checkDeploy(values), (fields) => new Error(JSON.stringify(fields)))
  const { manifest, plan } = yield* planOf(yield* stateOf(id), wanted, null)
  const step = yield* steps.open({
    idempotencyKey: idempotencyKeyOf(id),
    kind: DEPLOY,
    communityId: id,
    related: id,
    account: ADA,
    manifest,
    detail: plan
  })
  const after = yield* report(step.id, yield* sign(step.manifest))
  if (after.state !== "verified") return yield* Effect.dieMessage(`not deployed: ${after.problem}`)
  const community = yield* stateOf(id)
  return { community, treasury: yield* treasuryOf(community) }
})

export const treasuryOf = (community: Community) =>
  Effect.gen(function* () {
    const admin = yield* Effect.flatten(TreasuryHolders.holder(community, ADA))
    const place = yield* onLedger(community)
    return { admin, ...place } satisfies HeldTreasury
  })

/** A person with an account of their own. */
export const person = (seed: number) => ({ signer: signer(100 + seed), account: accountOf(signer(100 + seed)) })

/** From now on the account refuses deposits from others. */
export const refuseDeposits = ({ account, signer: own }: ReturnType<typeof person>) =>
  sign(`CALL_METHOD Address("${account}") "set_default_deposit_rule" Enum<1u8>();\n`, own)

/** An approved payout of these payments, not started. */
export const planned = (
  { community, treasury }: Effect.Effect.Success<typeof garden>,
  payments: ReadonlyArray<readonly [string, bigint]>,
  mode: "direct" | "claim" = "direct",
  rhythm: Rhythm | null = null
) =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const repo = yield* DistributionsRepo
    const rows = yield* checkRows(
      payments.map(([account, amount], index) => ({
        line: index + 1,
        account,
        amount: formatAmount(amount),
        note: ""
      })),
      { divisibility: 2, own: [treasury.treasury] }
    )
    const number = yield* distributions.create({
      communityId: community.id,
      account: ADA,
      title: "Harvest share",
      note: "",
      purpose: "reward",
      resource: treasury.token ?? asResource(""),
      symbol: "GRD",
      divisibility: 2,
      mode,
      recoverDays: 180,
      rule: null,
      record: null,
      remainder: NOTHING,
      rows
    })
    const run = yield* repo.findOrFail(community.id, number)
    if (rhythm !== null) yield* distributions.setRhythm(run, run.version, rhythm)
    yield* distributions.accept(run, false)
    return yield* repo.findOrFail(community.id, number)
  })

/** Balances of the community's token. */
export const held = (token: ResourceAddress | null, accounts: ReadonlyArray<AccountAddress>) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const { byAccount } = yield* ledger.balancesOf(token ?? asResource(""), accounts)
    return accounts.map((account) => byAccount.get(account) ?? "0")
  })
