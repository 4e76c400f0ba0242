/**
 * One run of a server that pays lists and settles bond orders from escrows of one approval, for the fault test that
 * kills it: everything is on disk, including the ledger. Admins stop payouts, have the rest refunded and withdraw it in
 * between. The last run completes everything and compares the books, the accounts and the ledger.
 */
import { randomInt } from "node:crypto"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Logger, Option } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { layerSql } from "~/effects/chain/ledger/LedgerStore.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { TransactionChecksLive } from "~/effects/server/layers/transactionKinds.server"
import { BondEscrows } from "~/effects/treasury/bonds/escrow/BondEscrows.server"
import { BondEscrowWorker } from "~/effects/treasury/bonds/escrow/escrowPurpose.server"
import { BondsLive } from "~/effects/treasury/bonds/layers.server"
import type { Series } from "~/effects/treasury/bonds/Series"
import { SeriesRepo } from "~/effects/treasury/bonds/SeriesRepo.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { type Escrow, leftIn } from "~/effects/treasury/escrow/Escrow"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import type { Distribution } from "~/effects/treasury/payouts/Distribution"
import { DistributionId } from "~/effects/treasury/payouts/Distribution"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { PayoutEscrowWorker } from "~/effects/treasury/payouts/escrow/escrowPurpose.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { amountOf, NOTHING, ONE } from "~/ledger/index"
import { asAccount, asResource } from "../../../addresses"
import { signAnew } from "../../chain/ledger/signAnew"
import { world as communitiesWorld } from "../../communities/communities/world"
import { clientOn } from "../../local/world"
import { heldBy } from "../bonds/escrowWorld"
import { buyers, differences, fundBuyers, issueIn, waitingIn } from "../bonds/killedLife"
import { buyer, fund, minute, order, settleNext, withRelayer, XRD } from "../bonds/world"
import { FEE } from "../payouts/escrowWorld"
import { people, place, runIn } from "../payouts/killedLife"
import { type garden, held, report } from "../payouts/world"

/** More than a run reaches. */
const SERIES = 500
/** What is not done after this many rounds of the last run never will be, and is counted as wrong. */
const MAX_ROUNDS = 400
/** At this many waiting orders nobody orders for a while. */
const WAITING = 4
/** Once in this many rounds an admin has the rest refunded, or withdraws it. */
const SELDOM = 12
/** From the faucet, each time. */
const FREE = 10_000n * ONE

type Place = Effect.Effect.Success<typeof garden>

const worldIn = (file: string) => {
  const database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(file)), Layer.orDie)
  const ledger = Ledger.Default.pipe(Layer.provideMerge(clientOn(layerSql)))
  return Layer.mergeAll(DistributionsLive, BondsLive, TreasuryHolders.Default).pipe(
    Layer.provideMerge(Indexer.Default),
    Layer.provideMerge(TransactionChecksLive),
    Layer.provideMerge(
      Layer.mergeAll(PreparedTransactions.Default, ActivityLive, Notifications.Default, Drafts.Default, ledger)
    ),
    Layer.provideMerge(Layer.succeed(Settings, withRelayer)),
    Layer.provideMerge(communitiesWorld(database)),
    Layer.provide(Logger.remove(Logger.defaultLogger))
  )
}

const amountIn = (account: string | null, resource: string) =>
  Effect.gen(function* () {
    if (account === null) return 0n
    const { byAccount } = yield* (yield* Ledger).balancesOf(asResource(resource), [asAccount(account)])
    return amountOf(byAccount.get(asAccount(account)) ?? NOTHING)
  })

const now = (isSeldom: boolean) => isSeldom && randomInt(SELDOM) === 0

/** A request to a wallet that was not answered, as after a kill between the two. */
const responded = (stepId: string) =>
  Effect.gen(function* () {
    const step = yield* (yield* PreparedTransactions).findOrFail(stepId)
    if (step.state === "waiting") yield* report(step.id, yield* signAnew(step.manifest))
  })

const fundedNow = (id: string) =>
  Effect.flatMap(EscrowsRepo, (repo) => Effect.map(repo.find(id), Option.getOrUndefined))

/** One action of an admin or the relayer on a payout after the other; refusals are ignored. */
const payingLock = (where: Place, run: Distribution, isLast: boolean) =>
  Effect.gen(function* () {
    const [distributions, runs, payoutEscrows] = [yield* Distributions, yield* PayoutEscrowWorker, yield* PayoutEscrows]
    const escrow = yield* fundedNow(run.id)
    if (escrow === undefined) {
      const step = yield* payoutEscrows.fundEscrow(where.treasury, run, FEE)
      return yield* report(step.id, yield* signAnew(step.manifest))
    }
    if (escrow.state === "asked") {
      yield* responded(escrow.transactionId)
      if ((yield* fundedNow(run.id))?.state === "asked") yield* payoutEscrows.forget(run)
      return
    }
    if (escrow.state === "ended") {
      yield* distributions.retry(run)
      const next = Option.getOrUndefined(yield* (yield* Payouts).next(where.treasury, run))
      return next === undefined ? undefined : yield* report(next.id, yield* signAnew(next.manifest))
    }
    yield* responded(escrow.transactionId)
    if (now(!isLast)) yield* distributions.stop(run)
    if (now(!isLast)) yield* Effect.ignore(payoutEscrows.withdrawFromEscrow(run))
    if (now(!isLast)) {
      const back = yield* payoutEscrows.takeBack(where.treasury, run)
      yield* report(back.id, yield* signAnew(back.manifest))
    }
    yield* distributions.pause(run, false)
    yield* payoutEscrows.wake(run)
    yield* runs.poll(run.id)
  })

const newestOf = (series: Series) =>
  Effect.flatMap(EscrowsRepo, (repo) => Effect.map(repo.ofSubject(series.id), ([newest]) => newest))

const sellingLock = (where: Place, series: Series, isLast: boolean) =>
  Effect.gen(function* () {
    const [swaps, bondEscrows] = [yield* BondEscrowWorker, yield* BondEscrows]
    const { community } = where
    if (!isLast && series.sold < series.units && (yield* waitingIn(series.id)) < WAITING) {
      const by = buyer(randomInt(buyers.length))
      return yield* order(community, by, randomInt(1, 4), "buy", series.id)
    }
    const escrow = yield* newestOf(series)
    if (escrow?.state === "asked") {
      yield* responded(escrow.transactionId)
      if ((yield* newestOf(series))?.state === "asked") yield* bondEscrows.forget(community.id, series.id, "buy")
      return
    }
    if (escrow === undefined || escrow.state === "ended") {
      if (isLast) return yield* settleNext(community, "buy", series.id)
      const step = yield* bondEscrows.fundEscrow(yield* heldBy(community), community.id, series.id, "buy", null)
      return yield* report(step.id, yield* signAnew(step.manifest))
    }
    yield* responded(escrow.transactionId)
    if (now(!isLast) || (isLast && (yield* waitingIn(series.id)) === 0)) {
      yield* Effect.ignore(bondEscrows.withdrawFromEscrow(community.id, series.id, "buy"))
    }
    if (now(!isLast)) {
      const back = yield* bondEscrows.takeBack(yield* heldBy(community), community.id, series.id, "buy")
      yield* report(back.id, yield* signAnew(back.manifest))
    }
    yield* bondEscrows.wake(community.id, series.id, "buy")
    yield* swaps.poll(escrow.id)
  })

const isDone = (escrow: { readonly state: string } | undefined) =>
  escrow === undefined || escrow.state === "ended" || escrow.state === "asked"

/** Returns whether anything is left to do. */
const turn = (where: Place, isLast: boolean) =>
  Effect.gen(function* () {
    const [steps, checks, lists] = [yield* PreparedTransactions, yield* TransactionChecks, yield* SeriesRepo]
    const sql = yield* SqlClient.SqlClient
    const undecided = yield* steps.undecided(null, 50)
    yield* Effect.forEach(undecided, (id) => Effect.flatMap(steps.findOrFail(id), checks.check))
    yield* minute
    const run = yield* runIn(where, isLast)
    if (Option.isSome(run)) yield* Effect.either(payingLock(where, run.value, isLast))
    // A payout's escrow is refunded after its end.
    const returning = yield* sql<{ readonly id: string }>`SELECT id FROM escrows
      WHERE purpose = 'payout' AND state IN ('funded', 'refunding')`
    for (const { id } of returning) {
      const escrow = yield* fundedNow(id)
      yield* Effect.either(responded(escrow?.transactionId ?? ""))
      yield* Effect.either(
        Effect.zipRight(
          (yield* PayoutEscrows).wake({ id: DistributionId.make(id) }),
          (yield* PayoutEscrowWorker).poll(id)
        )
      )
    }
    const open = yield* lists.several(yield* lists.keysIn(["open"])(null, SERIES))
    let isLeft = Option.isSome(run) || returning.length > 0
    for (const series of open) {
      yield* Effect.either(sellingLock(where, series, isLast))
      isLeft = isLeft || (yield* waitingIn(series.id)) > 0 || !isDone(yield* newestOf(series))
    }
    const all = yield* lists.several(yield* lists.keysIn(["scheduled", "open"])(null, SERIES))
    if (!isLast && all.every(({ sold, units }) => sold === units)) {
      yield* Effect.either(issueIn(where.community))
    }
    return isLeft
  })

const escrowPlaces = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* EscrowsRepo
  const ids = yield* sql<{ readonly id: string }>`SELECT id FROM escrows`
  return yield* Effect.forEach(ids, ({ id }) => Effect.flatten(repo.find(id)))
})

/** For each escrow: handed out, refunded and left add up to what was funded, and what is left is there. */
const wrongIn = (escrow: Escrow) =>
  Effect.gen(function* () {
    const { address, id, resource, state } = escrow
    if (address === null) return []
    const left = leftIn(escrow)
    const there = [yield* amountIn(address, resource), yield* amountIn(address, XRD)]
    const isRight = state === "ended" && left.token === 0n && there[0] === 0n && there[1] === left.xrd
    return isRight ? [] : [`${id}: ${state}, by the books ${left.token} ${left.xrd}, there ${there.join(" ")}`]
  })

const wrongAfter = (where: Place) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { income, runs, wrong } = yield* differences(where.community)
    const escrows = yield* escrowPlaces
    for (const escrow of escrows) wrong.push(...(yield* wrongIn(escrow)))
    const [done] = yield* sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM distributions WHERE state = 'done'`
    const paid = Number(done?.n ?? 0)
    const amounts = yield* held(
      where.treasury.token,
      people.map(({ account }) => account)
    )
    for (const [n, amount] of amounts.entries()) {
      if (amount !== String(paid)) wrong.push(`person ${n} holds ${amount} after ${paid} payouts`)
    }
    // Everything that the faucet gave; the rest is what was sold and what fees took.
    const spent = escrows
      .filter(({ address }) => address !== null)
      .reduce((sum, each) => sum + amountOf(each.fees) - amountOf(each.returnedFees), 0n)
    const inTreasury = yield* amountIn(where.treasury.treasury, XRD)
    const rest = (inTreasury + spent - BigInt(income) * ONE) % FREE
    if (rest !== 0n) wrong.push(`the treasury's XRD are off by ${rest}`)
    return { runs: runs + paid, wrong, escrows: escrows.length }
  })

const live = (isLast: boolean, ready: () => void) =>
  Effect.gen(function* () {
    const where = yield* place
    yield* fundBuyers
    if ((yield* amountIn(where.treasury.treasury, XRD)) < FREE / 10n) yield* fund(where.treasury.treasury)
    ready()
    // A wallet may have sent what no page could report any more.
    yield* Effect.ignore((yield* Indexer).requireFollows(where.community.id))
    for (let round = 0; !isLast || round < MAX_ROUNDS; round++) {
      if (!(yield* turn(where, isLast)) && isLast) break
    }
    const { escrows, runs, wrong } = yield* wrongAfter(where)
    for (const line of wrong) console.error(line)
    if (isLast) console.error(`${escrows} escrows`)
    return { runs, wrong: wrong.length }
  })

export const lifeOf = (file: string, isLast: boolean, ready: () => void) =>
  Effect.runPromise(live(isLast, ready).pipe(Effect.provide(worldIn(file))))
