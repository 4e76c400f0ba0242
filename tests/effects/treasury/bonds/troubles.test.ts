/**
 * Orders and settlements, for sale and for redemption, with all failures between a wallet's signature and the ledger.
 * No side names a transaction here: signed subintents are submitted, and the server builds the root and reads the
 * result from the ledger. So the lie to catch is a subintent that signs something else.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Fiber, Layer, TestClock } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Faults } from "~/effects/local/Faults.server"
import type { Direction } from "~/effects/treasury/bonds/Order"
import { ReceiptsRepo } from "~/effects/treasury/bonds/ReceiptsRepo.server"
import { Sales } from "~/effects/treasury/bonds/Sales.server"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import { accountOf } from "../../../ledger/signing"
import { world as stepsWorld } from "../../chain/prepared-transactions/kinds"
import { clientWithOutage } from "../../local/world"
import {
  ada,
  ask,
  balance,
  bought,
  buyer,
  closed,
  due,
  fund,
  hereOf,
  minute,
  opened,
  order,
  orderNow,
  seriesNow,
  settleNext,
  signPart,
  XRD
} from "./world"

const bea = buyer(1)
const BEA = accountOf(bea)
const UNITS = 40

type Place = Effect.Effect.Success<ReturnType<typeof opened>>["community"]

/** An open sale, or one that is over and paid back: Bea may order, or redeem. */
const stage = (direction: Direction) =>
  Effect.gen(function* () {
    const { community } = yield* opened()
    if (direction === "buy") {
      yield* fund(BEA)
    } else {
      yield* bought(community, [bea, UNITS])
      yield* due(community)
    }
    return community
  })

/** What an order or a batch changes when it counts, here and on the ledger. */
const facts = (community: Place) =>
  Effect.gen(function* () {
    const papers = yield* ReceiptsRepo
    const { bondResource, redeemedUnits, settledUnits, sold } = yield* seriesNow()
    const treasury = community.treasuryAccount ?? ""
    return {
      sold,
      settledUnits,
      redeemedUnits,
      receipts: (yield* papers.page(BEA, community.id, null, 9)).length,
      units: [yield* balance(BEA, bondResource ?? ""), yield* balance(treasury, bondResource ?? "")],
      money: [yield* balance(BEA, XRD), yield* balance(treasury, XRD)]
    }
  })

/** The facts after Bea's batch, bought or redeemed. */
const done = (before: Effect.Effect.Success<ReturnType<typeof facts>>, direction: Direction) => {
  const [sign, price] = direction === "buy" ? [1, 230] : [-1, 250]
  return {
    sold: before.sold,
    settledUnits: before.settledUnits + (direction === "buy" ? UNITS : 0),
    redeemedUnits: before.redeemedUnits + (direction === "redeem" ? UNITS : 0),
    receipts: before.receipts + 1,
    units: [(before.units[0] ?? 0) + sign * UNITS, (before.units[1] ?? 0) - sign * UNITS],
    money: [(before.money[0] ?? 0) - sign * UNITS * price, (before.money[1] ?? 0) + sign * UNITS * price]
  }
}

const { client: behindProxy, proxy } = clientWithOutage()

/** Repeats until the gateway has responded 502 forty times; each time this is reported, and nothing is decided. */
const fortyTimes = <A, E extends { readonly _tag: string }, R>(program: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    proxy.left = 40
    proxy.answered = 0
    while (proxy.left > 0) {
      const asked = yield* Effect.fork(Effect.either(program))
      yield* TestClock.adjust("8 seconds")
      const ended = yield* asked
      assert.strictEqual(Either.isLeft(ended) ? ended.left._tag : "taken", "GatewayDown")
    }
    assert.strictEqual(proxy.answered, 40)
    // After this many failures the gateway is not queried for a while.
    yield* TestClock.adjust("30 seconds")
  })

describe.each(["buy", "redeem"] as const)("%s", (direction) => {
  const database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie)
  const Live = stepsWorld(database, Ledger.Default.pipe(Layer.provideMerge(behindProxy)))

  it.effect("an order counts once, when the wallet's signature has arrived", () =>
    Effect.gen(function* () {
      const community = yield* stage(direction)
      const sales = yield* Sales
      const who = { communityId: community.id, account: BEA }
      const before = yield* facts(community)
      const accept = (orderId: string, signed: string) => sales.accept(who, orderId, signed)

      // The wallet refuses, or the tab is closed: the request has no effect, and is made again.
      const refused = yield* ask(community, bea, UNITS - 1, direction)
      const late = yield* signPart(refused.manifest, refused.expiration, bea)
      const asked = yield* ask(community, bea, UNITS, direction)
      assert.strictEqual((yield* Effect.flip(accept(refused.orderId, late)))._tag, "NotThere")

      // Something else was signed, or by somebody else.
      const lies = [
        [late, "different instructions"],
        [yield* signPart(asked.manifest, asked.expiration, buyer(2)), "not this account's"],
        ["00", "no signed part"]
      ] as const
      for (const [signed, what] of lies) {
        assert.include((yield* Effect.flip(accept(asked.orderId, signed))).message, what)
      }
      assert.deepStrictEqual(yield* facts(community), before)

      const signed = yield* signPart(asked.manifest, asked.expiration, bea)
      yield* fortyTimes(accept(asked.orderId, signed))
      // The server crashes at several points while it accepts the order, and the page submits it again.
      for (let steps = 1; steps < 60; steps += 13) {
        const dying = yield* Effect.fork(Effect.either(accept(asked.orderId, signed)))
        yield* Effect.yieldNow().pipe(Effect.repeatN(steps))
        yield* Fiber.interrupt(dying)
        yield* TestClock.adjust("30 seconds")
      }
      yield* accept(asked.orderId, signed)
      yield* accept(asked.orderId, signed)
      assert.strictEqual((yield* orderNow(community, asked.orderId)).state, "signed")
      const sold = before.sold + (direction === "buy" ? UNITS : 0)
      // An order is not a purchase: no wallet was charged.
      assert.deepStrictEqual(yield* facts(community), { ...before, sold })
    }).pipe(Effect.provide(Live))
  )

  it.effect("a batch settles once, when the ledger confirms it", () =>
    Effect.gen(function* () {
      const community = yield* stage(direction)
      const settlements = yield* Settlements
      const faults = yield* Faults
      const here = hereOf(community)
      const id = yield* order(community, bea, UNITS, direction)
      if (direction === "buy") yield* closed
      const before = yield* facts(community)
      const prepare = Effect.flatMap(settlements.prepare(here, (yield* seriesNow()).id, direction), (batch) =>
        Effect.map(signPart(batch.manifest, batch.expiration, ada), (signed) => ({ ...batch, signed }))
      )
      const unchanged = Effect.gen(function* () {
        assert.deepStrictEqual(yield* facts(community), before)
        assert.strictEqual((yield* orderNow(community, id)).state, "signed")
      })

      // The wallet refuses, or the tab is closed; or somebody else signed a subintent.
      const left = yield* prepare
      const stolen = yield* signPart(left.manifest, left.expiration, bea)
      assert.include((yield* Effect.flip(settlements.sign(here, left.batchId, stolen))).message, "not this account's")
      yield* unchanged

      for (const [nextTransaction, problem] of [
        ["CommittedFailure", /^CommittedFailure: ./],
        ["Rejected", /^Rejected: ./]
      ] as const) {
        yield* faults.change({ nextTransaction })
        const { after } = yield* settleNext(community, direction)
        assert.strictEqual(after.state, "failed")
        assert.match(after.problem ?? "", problem)
        yield* unchanged
      }

      const batch = yield* prepare
      yield* fortyTimes(settlements.sign(here, batch.batchId, batch.signed))
      // Signed and stored, and the gateway fails before it is submitted: the minute job submits it and polls.
      const ledger = yield* Ledger
      const gone = () => new GatewayDown({ cause: "gone" })
      const cut = Ledger.layerScript({ ...ledger, submit: gone, status: gone })
      const stored = yield* Effect.flatMap(Settlements, (server) =>
        Effect.either(server.sign(here, batch.batchId, batch.signed))
      ).pipe(Effect.provide(Layer.provide(Layer.fresh(Settlements.Default), cut)))
      assert.isTrue(Either.isRight(stored) && (stored.right.state === "sent" || stored.right.state === "committed"))
      // A late tab submits what it had and receives the state of its batch; nothing below counts twice.
      const late = yield* Effect.either(settlements.sign(here, left.batchId, left.signed))
      assert.isTrue(Either.isLeft(late) || late.right.state !== "prepared")
      yield* minute
      yield* minute
      assert.deepStrictEqual(yield* facts(community), done(before, direction))
      assert.strictEqual((yield* orderNow(community, id)).state, "settled")
      yield* Effect.all([minute, minute], { concurrency: "unbounded" })
      // Signed again, as a reloaded page does: it receives the result, and nothing moves.
      assert.strictEqual((yield* settlements.sign(here, batch.batchId, batch.signed)).state, "committed")
      assert.deepStrictEqual(yield* facts(community), done(before, direction))
    }).pipe(Effect.provide(Live))
  )
})
