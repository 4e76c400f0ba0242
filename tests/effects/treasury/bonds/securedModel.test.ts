/**
 * Lives of secured bonds, command by command: in any order of transfers, early and late redemptions, attempts by others,
 * crashes, rejected and failed transactions, what is locked is released to the issuer, taken by holders or still locked,
 * to the last digit; every bond's collateral goes to the holder of the bond, and to nobody else (docs/product/bonds.md).
 */
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Layer, TestClock } from "effect"
import { ControllerAddress } from "~/effects/base/addresses/addresses"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { BondsLive } from "~/effects/treasury/bonds/layers.server"
import { DAY_MS } from "~/effects/treasury/bonds/limits"
import { SeriesLife } from "~/effects/treasury/bonds/SeriesLife.server"
import { amountOf, bondIdOf, NOTHING, ONE, renderManifest, type Signer, Templates } from "~/ledger/index"
import { asAccount, asResource } from "../../../addresses"
import { type Database, describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { holds, troubles, troublesOf } from "../escrow/model"
import { bea, cas, dan, onLedger, onSale, PROMISED, release, sent, signed, take, vaults } from "./securedWorld"
import { ada, buyer, closed, due, fund, minute, order, seriesNow, settleNext, transfer, world } from "./world"

const commands = [
  "redeem",
  "redeem",
  "settle",
  "settle",
  "transfer",
  "transfer",
  "day",
  "day",
  "week",
  "take",
  "take",
  "take",
  "elsewhere",
  "elsewhere",
  "steal",
  "confirm",
  "release",
  "release",
  "minute",
  ...troubles
] as const
type Command = (typeof commands)[number]

/** Never has a bond. */
const thief = buyer(8)
/** The first three buy a bond each; the fourth has no account here and gets bonds by transfer only. */
const people = [bea, cas, dan, buyer(4)] as const
const EACH = 120n * ONE

const amountIn = (account: string, resource: string) =>
  Effect.gen(function* () {
    const { byAccount } = yield* (yield* Ledger).balancesOf(asResource(resource), [asAccount(account)])
    return amountOf(byAccount.get(asAccount(account)) ?? NOTHING)
  })

const played = (given: ReadonlyArray<Command>) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(0)
    const community = yield* onSale({ units: 4 })
    const [treasury, token] = [community.treasuryAccount ?? "", community.tokenResource ?? ""]
    for (const who of [...people, thief]) yield* fund(accountOf(who))
    for (const who of people.slice(0, 3)) yield* order(community, who, 1)
    yield* closed
    yield* settleNext(community)
    yield* due(community)
    const { bondResource } = yield* onLedger
    const [faults, steps, checks] = [yield* Faults, yield* PreparedTransactions, yield* TransactionChecks]
    const kept = yield* amountIn(treasury, token)
    let [asked, moved, taken] = [0, 0, 0]
    const of = (n: number): Signer => people[n % people.length] ?? bea

    /** A server that has just started knows nothing but the database. */
    const restarted = Effect.provide(SeriesLife.minute, Layer.fresh(BondsLive))
    const later = (by: number) => Effect.zipRight(TestClock.adjust(by), minute)
    const play = {
      redeem: Effect.suspend(() => order(community, of(asked++), 1, "redeem")),
      settle: settleNext(community, "redeem"),
      transfer: Effect.suspend(() => {
        const n = moved++
        return transfer(of(n), accountOf(of(n + 1 + (n % 3))), bondResource, 1)
      }),
      day: later(DAY_MS),
      week: later(7 * DAY_MS),
      take: Effect.suspend(() => {
        const who = of(taken++)
        return Effect.flatMap(take(who), (step) => signed(step, who))
      }),
      /** A holder who does not ask this site, which would refuse an early attempt itself. */
      elsewhere: Effect.gen(function* () {
        const who = of(taken++)
        const own = (yield* vaults).filter(({ holder }) => holder === accountOf(who))
        const all = own.map(({ isConfirmed, isWithdrawing, number, vault }) => ({
          vault: ControllerAddress.make(vault),
          id: bondIdOf(number),
          isConfirmed,
          isWithdrawing
        }))
        yield* sent(renderManifest(Templates.takeCollateral(accountOf(who), bondResource, all)), who)
      }),
      steal: Effect.gen(function* () {
        const all = yield* vaults
        for (const { isConfirmed, isWithdrawing, number, vault } of all) {
          const one = { vault: ControllerAddress.make(vault), id: bondIdOf(number), isConfirmed, isWithdrawing }
          yield* sent(renderManifest(Templates.takeCollateral(accountOf(thief), bondResource, [one])), thief)
        }
      }),
      confirm: Effect.gen(function* () {
        const one = (yield* vaults).find(({ isConfirmed }) => !isConfirmed)
        if (one === undefined) return
        const all = [
          {
            vault: ControllerAddress.make(one.vault),
            id: bondIdOf(one.number),
            isConfirmed: false,
            isWithdrawing: true
          }
        ]
        const [first = ""] = renderManifest(Templates.takeCollateral(accountOf(thief), bondResource, all)).split(
          /(?<=;)\n/
        )
        yield* sent(first, thief)
      }),
      release: Effect.flatMap(release(community), (step) => signed(step, ada)),
      minute,
      ...troublesOf(faults, restarted, { early: 60, late: 400 })
    }

    const readState = Effect.gen(function* () {
      const all = yield* vaults
      const held = yield* Effect.forEach(people, (who) => amountIn(accountOf(who), token))
      return { all, held, inTreasury: yield* amountIn(treasury, token), now: yield* Clock.currentTimeMillis }
    })
    type ReadState = Effect.Effect.Success<typeof readState>
    const lockedIn = ({ all }: ReadState) => all.reduce((sum, { amount }) => sum + amountOf(amount), 0n)

    /** Only collateral has moved since, each from its vault to the holder of its bond. */
    const addUp = (before: ReadState) =>
      Effect.gen(function* () {
        const after = yield* readState
        const sum = after.held.reduce((all, each) => all + each, 0n) + after.inTreasury - kept
        assert.strictEqual(lockedIn(after) + sum, 4n * EACH, "locked, taken and released are all that was locked")
        assert.strictEqual(yield* amountIn(accountOf(thief), token), 0n, "nobody else gets anything")
        const opened = after.all.filter(({ number, amount }) => {
          const was = before.all.find((each) => each.number === number)?.amount
          assert.include(["0", "120"], amount)
          return was !== amount
        })
        if (opened.length > 0) assert.isAtLeast(after.now, PROMISED, "nothing opens early")
        const due = (account: string) =>
          BigInt(
            opened.filter(({ number }) => before.all.find((each) => each.number === number)?.holder === account).length
          ) * EACH
        for (const [n, who] of people.entries()) {
          assert.strictEqual(after.held[n], (before.held[n] ?? 0n) + due(accountOf(who)), `what ${n} has`)
        }
        assert.strictEqual(after.inTreasury, before.inTreasury + due(treasury), "what the treasury has")
        return after
      })

    let seen = yield* readState
    for (const command of given) {
      // A command that is not possible in this state is refused, and must change nothing.
      yield* Effect.ignore<unknown, unknown, Effect.Effect.Context<(typeof play)[Command]>>(play[command])
      seen = yield* addUp(seen)
    }

    yield* faults.change({ nextTransaction: null })
    const rounds = Effect.gen(function* () {
      const open = yield* steps.undecided(null, 50)
      yield* Effect.forEach(open, (id) => Effect.ignore(Effect.flatMap(steps.findOrFail(id), checks.check)))
      yield* later(20 * 60_000)
    })
    yield* Effect.repeatN(rounds, 3)
    seen = yield* addUp(seen)
    if ((yield* Clock.currentTimeMillis) < PROMISED) yield* TestClock.setTime(PROMISED)
    yield* Effect.repeatN(rounds, 3)
    // Everyone takes what is theirs, once; a transaction that was on its way is decided by now.
    for (const who of people) {
      yield* Effect.ignore(Effect.flatMap(take(who), (step) => signed(step, who)))
      seen = yield* addUp(seen)
    }
    yield* Effect.ignore(play.release)
    seen = yield* addUp(seen)
    assert.deepStrictEqual(
      seen.all.map(({ amount }) => amount),
      ["0", "0", "0", "0"],
      "every bond's collateral is out"
    )
    const { redeemedUnits, state } = yield* seriesNow()
    const inTreasury = seen.all.filter(({ holder }) => holder === treasury).length
    assert.strictEqual(inTreasury, 1 + redeemedUnits, "bonds come back only by redemption")
    assert.strictEqual(state, redeemedUnits === 3 ? "redeemed" : "collateral")
    return 4
  })

describeOnBothDatabases("the collateral of secured bonds adds up", (database: Database) => {
  it.effect(
    "in any life of four bonds",
    () =>
      holds({ commands, lengths: [8, 30], many: [2, 12], seed: 38 }, 4, (script) =>
        played(script).pipe(Effect.provide(world(database)))
      ),
    600_000
  )
})
