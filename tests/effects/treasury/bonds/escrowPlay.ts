/**
 * The life of a bond escrow, command by command: in any order of batches, refusals, stops, withdrawals, crashes and
 * rejected transactions, the funded amount is handed out, left or refunded, to the last digit, and nobody gets units or
 * money twice (docs/product/bonds.md).
 */
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Layer, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { isOver } from "~/effects/chain/prepared-transactions/Step"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { BatchesRepo } from "~/effects/treasury/bonds/BatchesRepo.server"
import { BondEscrows, directionOf } from "~/effects/treasury/bonds/escrow/BondEscrows.server"
import { BondEscrowWorker } from "~/effects/treasury/bonds/escrow/escrowPurpose.server"
import { BondsLive } from "~/effects/treasury/bonds/layers.server"
import { HOUR_MS } from "~/effects/treasury/bonds/limits"
import type { Direction } from "~/effects/treasury/bonds/Order"
import type { SeriesTerms } from "~/effects/treasury/bonds/Series"
import { isOnLedger, leftIn } from "~/effects/treasury/escrow/Escrow"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { amountOf, NOTHING, ONE } from "~/ledger/index"
import { asAccount, asResource } from "../../../addresses"
import { type Database, describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { signAnew } from "../../chain/ledger/signAnew"
import { holds, type Lists, troubles, troublesOf } from "../escrow/model"
import { acknowledged, fundEscrow, heldBy, rolling, withFees } from "./escrowWorld"
import {
  ADA,
  buyer,
  closed,
  due,
  fund,
  minute,
  order,
  orderNow,
  SERIES,
  seriesNow,
  settleNext,
  terms,
  transfer,
  XRD
} from "./world"

const commands = [
  "order",
  "order",
  "order",
  "poll",
  "poll",
  "poll",
  ...troubles,
  "broke",
  "mended",
  "withdrawFromEscrow",
  "askBack",
  "signBack",
  "fundEscrow",
  "byHand",
  "time",
  "close"
] as const
type Command = (typeof commands)[number]

const BUYERS = 6
/** More than any script's orders cost. */
const FUNDED = 10_000n * ONE
const GONE = 9_990

interface Kind {
  readonly direction: Direction
  readonly changes: Partial<SeriesTerms>
  /** Units of the orders, one after the other. */
  readonly units: ReadonlyArray<number>
  /** The amounts of the first and of later fundings: null for all that is left. */
  readonly funds: ReadonlyArray<number | null>
  /** Fewer units are never sold, unless none are. */
  readonly minimum: number
}

const kinds = {
  rolling: { direction: "buy", changes: rolling, units: [1, 2, 3], funds: [null, 3], minimum: 0 },
  /** Two orders reach the minimum, and a fifth is refused because no units are left. */
  minimum: {
    direction: "buy",
    changes: { settleMode: "atClose", minRaiseUnits: 40 },
    units: [22, 20, 24],
    funds: [null],
    minimum: 40
  },
  /** Each buyer holds 4; the first funding is enough for some of them. */
  redemptions: { direction: "redeem", changes: rolling, units: [2, 3, 4], funds: [5, null], minimum: 0 }
} as const satisfies Record<string, Kind>

/** A withdrawal that was requested: its transaction, and the signatures that complete it. */
interface Asked<R> {
  readonly step: string
  readonly sign: Effect.Effect<unknown, unknown, R>
}

/** Who opens the treasury: the wallet with the one badge, or the signers together. */
export interface Hands<R> {
  /** An open sale, and XRD for the fees. */
  readonly sale: (changes: Partial<SeriesTerms>) => Effect.Effect<Community, unknown, R>
  readonly fundEscrow: (
    community: Community,
    direction: Direction,
    units: number | null
  ) => Effect.Effect<unknown, unknown, R>
  readonly askBack: (community: Community, direction: Direction) => Effect.Effect<Asked<R>, unknown, R>
  /** What the minute job does for them. */
  readonly minute: Effect.Effect<unknown, unknown, R>
}

const askBack = (community: Community, direction: Direction) =>
  Effect.gen(function* () {
    const step = yield* (yield* BondEscrows).takeBack(yield* heldBy(community), community.id, SERIES, direction)
    const checks = yield* TransactionChecks
    return { step: step.id, sign: Effect.flatMap(signAnew(step.manifest), (txId) => checks.report(step, txId)) }
  })

/** Four operations, each with its own requirements. */
export const handsOf = <S, P, B, G, M>(hands: {
  readonly sale: (changes: Partial<SeriesTerms>) => Effect.Effect<Community, unknown, S>
  readonly fundEscrow: (c: Community, direction: Direction, units: number | null) => Effect.Effect<unknown, unknown, P>
  readonly askBack: (community: Community, direction: Direction) => Effect.Effect<Asked<G>, unknown, B>
  readonly minute: Effect.Effect<unknown, unknown, M>
}): Hands<S | P | B | G | M> => hands

export const oneBadge = handsOf({
  sale: (changes: Partial<SeriesTerms>) => Effect.map(withFees(changes), ({ community }) => community),
  fundEscrow,
  askBack,
  minute: Effect.void
})

const amountIn = (account: string, resource: string) =>
  Effect.gen(function* () {
    const { byAccount } = yield* (yield* Ledger).balancesOf(asResource(resource), [asAccount(account)])
    return amountOf(byAccount.get(asAccount(account)) ?? NOTHING)
  })

/** Everybody holds four units, and the series is due for redemption. */
const redeemable = <R>(community: Community, hands: Hands<R>) =>
  Effect.gen(function* () {
    yield* hands.fundEscrow(community, "buy", null)
    yield* Effect.forEach(
      Array.from({ length: BUYERS }, (_, n) => n),
      (n) => order(community, buyer(n), 4)
    )
    yield* acknowledged()
    yield* closed
    yield* minute
    yield* acknowledged()
    yield* due(community)
  })

const played = <R>(given: ReadonlyArray<Command>, name: keyof typeof kinds, hands: Hands<R>) =>
  Effect.gen(function* () {
    const { changes, direction, minimum, funds, units: sizes }: Kind = kinds[name]
    // Each life begins at the same moment: the wallets of its world sign for the first hours of the ledger.
    yield* TestClock.setTime(0)
    const community = yield* hands.sale(changes)
    const treasury = community.treasuryAccount ?? ""
    const bond = (yield* seriesNow()).bondResource ?? ""
    const buyers = Array.from({ length: BUYERS }, (_, n) => accountOf(buyer(n)))
    yield* Effect.forEach(buyers, fund)
    if (direction === "redeem") yield* redeemable(community, hands)
    const [swaps, escrows, repo] = [yield* BondEscrowWorker, yield* BondEscrows, yield* EscrowsRepo]
    const [steps, checks, batches, faults] = [
      yield* PreparedTransactions,
      yield* TransactionChecks,
      yield* BatchesRepo,
      yield* Faults
    ]
    const token = direction === "buy" ? bond : XRD
    const began = yield* Effect.forEach(buyers, (account) =>
      Effect.all({ units: amountIn(account, bond), xrd: amountIn(account, XRD) })
    )
    const ids: Array<{ readonly id: string; readonly n: number }> = []
    const gone = new Map<number, bigint>()
    let asked = 0
    let escrow = 0
    let back: Asked<R> | undefined

    const ours = Effect.map(repo.ofSubject(SERIES), (all) =>
      all.filter(({ purpose }) => directionOf(purpose) === direction).toReversed()
    )
    const polls = <E, R>(read: (id: string) => Effect.Effect<unknown, E, R>) =>
      Effect.flatMap(ours, (all) => Effect.forEach(all, ({ id }) => Effect.ignore(read(id))))
    /** A server that has just started knows nothing but the database. */
    const restarted = Effect.provide(
      polls((id) => Effect.flatMap(BondEscrowWorker, ({ poll }) => poll(id))),
      Layer.fresh(BondsLive)
    )
    /** Moves money outside this site; faults set for the ledger stay for the site's next transaction. */
    const moved = (n: number, move: (account: string) => ReturnType<typeof fund>) =>
      Effect.gen(function* () {
        const account = buyers[n] ?? ""
        const { nextTransaction } = yield* faults.current
        yield* faults.change({ nextTransaction: null })
        const before = yield* amountIn(account, XRD)
        yield* Effect.ignore(move(account))
        gone.set(n, (gone.get(n) ?? 0n) + before - (yield* amountIn(account, XRD)))
        yield* faults.change({ nextTransaction })
      })
    const lastBuyer = () => Math.max(0, asked - 1) % BUYERS

    const play = {
      order: Effect.suspend(() => {
        const n = asked++ % BUYERS
        return Effect.map(order(community, buyer(n), sizes[n % sizes.length] ?? 1, direction), (id) => {
          ids.push({ id, n })
        })
      }),
      poll: polls((id) => swaps.poll(id)),
      ...troublesOf(faults, restarted, { early: 60, late: 500 }),
      broke: Effect.suspend(() => moved(lastBuyer(), () => transfer(buyer(lastBuyer()), ADA, XRD, GONE))),
      mended: Effect.suspend(() => moved(lastBuyer(), fund)),
      withdrawFromEscrow: escrows.withdrawFromEscrow(community.id, SERIES, direction),
      askBack: Effect.gen(function* () {
        back = yield* hands.askBack(community, direction)
      }),
      signBack: Effect.suspend(() => back?.sign ?? Effect.void),
      fundEscrow: Effect.suspend(() => hands.fundEscrow(community, direction, funds[escrow++ % funds.length] ?? null)),
      byHand: settleNext(community, direction),
      time: Effect.zipRight(TestClock.adjust("3 minutes"), hands.minute),
      close: Effect.gen(function* () {
        if (direction === "redeem") return
        const now = yield* Clock.currentTimeMillis
        if (now < terms.saleClosesAt) yield* TestClock.setTime(terms.saleClosesAt)
        yield* minute
      })
    }

    /** Each buyer holds exactly what was moved, once and at its price; the rest is in the treasury or in escrow. */
    const addUp = Effect.gen(function* () {
      const all = yield* ours
      const there = yield* Effect.forEach(all, (each) =>
        isOnLedger(each) ? amountIn(each.address, token) : Effect.succeed(0n)
      )
      const owned = yield* Effect.forEach(buyers, (account) => amountIn(account, bond))
      const everywhere = owned.reduce((sum, units) => sum + units, yield* amountIn(treasury, bond))
      const inEscrow = direction === "buy" ? there.reduce((sum, each) => sum + each, 0n) : 0n
      assert.strictEqual(everywhere + inEscrow, BigInt(terms.units) * ONE, "every unit once")

      const price = BigInt(direction === "buy" ? terms.issuePrice : terms.faceValue)
      let change = 0n
      for (const [n, units] of owned.entries()) {
        const got = units - (began[n]?.units ?? 0n)
        change += got
        const xrd = yield* amountIn(buyers[n] ?? "", XRD)
        const had = (began[n]?.xrd ?? FUNDED) - (gone.get(n) ?? 0n)
        assert.strictEqual(xrd, had - got * price, `the money of buyer ${n} is what the units cost`)
      }
      if (direction === "buy") assert.isTrue(change === 0n || change >= BigInt(minimum) * ONE, "all or none")

      const isUndecided = back !== undefined && !isOver((yield* steps.findOrFail(back.step)).state)
      for (const [index, escrow] of all.entries()) {
        if (!isOnLedger(escrow)) continue
        const left = leftIn(escrow)
        const inXrd = yield* amountIn(escrow.address, XRD)
        const [held, written] =
          token === XRD
            ? [inXrd, left.token + left.xrd]
            : [(there[index] ?? 0n) * 1_000_000n + inXrd, left.token * 1_000_000n + left.xrd]
        assert.isTrue(
          (there[index] ?? 0n) <= left.token + (token === XRD ? left.xrd : 0n),
          "not more than in the books"
        )
        if (escrow.pendingId !== null || isUndecided) continue
        const sent = yield* batches.sentFrom(escrow.id)
        if (sent._tag === "None") assert.strictEqual(held, written, `the books and the ledger of ${escrow.id}`)
      }
      return { all, change }
    })

    yield* play.fundEscrow
    for (const command of given) {
      // A command that is not possible in this state is refused, and must change nothing.
      yield* Effect.ignore<unknown, unknown, Effect.Effect.Context<(typeof play)[Command]>>(play[command])
      yield* addUp
    }

    yield* faults.change({ nextTransaction: null })
    yield* Effect.ignore(escrows.forget(community.id, SERIES, direction))
    const rounds = (many: number) =>
      Effect.gen(function* () {
        const open = yield* steps.undecided(null, 50)
        yield* Effect.forEach(open, (id) => Effect.ignore(Effect.flatMap(steps.findOrFail(id), checks.check)))
        yield* hands.minute
        yield* minute
        yield* polls((id) => acknowledged(id))
        yield* TestClock.adjust("20 minutes")
      }).pipe(Effect.repeatN(many - 1))
    yield* play.close
    yield* rounds(3)
    // What was withdrawn is funded again, for what is still to be settled.
    yield* Effect.forEach(gone.keys(), (n) => moved(n, fund))
    yield* Effect.ignore(hands.fundEscrow(community, direction, null))
    yield* rounds(4)
    yield* Effect.ignore(escrows.withdrawFromEscrow(community.id, SERIES, direction))
    if (direction === "buy") yield* TestClock.setTime(terms.saleClosesAt + 73 * HOUR_MS)
    yield* rounds(6)
    const { all, change } = yield* addUp
    for (const fundedEscrow of all) {
      if (!isOnLedger(fundedEscrow)) continue
      assert.strictEqual(fundedEscrow.state, "ended", `${fundedEscrow.id}: ${fundedEscrow.problem}`)
      // If the token is XRD, refunded fees are of the same token; what the last refund could not pay for is dust.
      const { token: ofToken, xrd } = leftIn(fundedEscrow)
      if (token !== XRD) assert.strictEqual(ofToken, 0n)
      assert.isTrue(ofToken + xrd >= 0n && ofToken + xrd < ONE, `${fundedEscrow.id} keeps ${ofToken} and ${xrd}`)
    }
    let settled = 0
    for (const { id, n } of ids) {
      const { state, units } = yield* orderNow(community, id)
      if (state === "settled") settled += units
      assert.notInclude(["settling", "prepared"], state, `buyer ${n}`)
    }
    const sum = BigInt(settled) * ONE
    assert.strictEqual(change, direction === "buy" ? sum : -sum, "what is settled by the books is on the ledger")
    return settled
  })

/** A sale of each kind and its redemptions, with the seeds that follow that of `lists`. */
export const describeEscrowOf = <R>(
  title: string,
  hands: Hands<R>,
  world: (
    database: Database
  ) => Layer.Layer<NoInfer<R> | Effect.Effect.Context<ReturnType<typeof played<never>>>, unknown>,
  lists: Omit<Lists<Command>, "commands">
) =>
  describeOnBothDatabases(title, (database) => {
    const holdsIn = (name: keyof typeof kinds, seed: number) =>
      holds({ ...lists, commands, seed }, 1, (script) =>
        played(["order", "order", ...script], name, hands).pipe(Effect.provide(world(database)))
      )

    it.effect("in a rolling sale", () => holdsIn("rolling", lists.seed), 600_000)
    it.effect("in a sale with a minimum, all or none", () => holdsIn("minimum", lists.seed + 1), 600_000)
    it.effect("in redemptions, funded for some and for all", () => holdsIn("redemptions", lists.seed + 2), 600_000)
  })
