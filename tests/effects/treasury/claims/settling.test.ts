/** Our records of claims while transactions are in progress, and after claims outside this site. */
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { UnknownOnLedger } from "~/effects/chain/ledger/asking.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { Claims } from "~/effects/treasury/claims/Claims.server"
import { claimStep } from "~/effects/treasury/claims/claimStep.server"
import { withdrawPage } from "~/effects/treasury/claims/pages/withdraw.server"
import { ONE, renderManifest, Templates, writeHash } from "~/ledger/index"
import { asResource } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { garden, person, report, sign, world } from "../payouts/world"
import { paid } from "./world"

type Garden = Effect.Effect.Success<typeof garden>

/** By age, the oldest first. */
const states = ({ community }: Garden, { account }: ReturnType<typeof person>) =>
  Effect.gen(function* () {
    const found = yield* (yield* Claims).records(community.id, account)
    return found.map(({ state }) => state).toReversed()
  })

const pageOf = ({ community: { id } }: Garden, { account }: ReturnType<typeof person>) =>
  Effect.gen(function* () {
    const token = yield* signIn(account)
    const path = `/community/detail/${id}/tokenWithdraw`
    return (yield* visit(path, withdrawPage, { token, params: { id } })).value
  })

describeOnBothDatabases("records of claims", (database) => {
  it.effect("change with a withdrawal as far as it was prepared: in progress, discarded, done", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const [claims, checks, steps] = [yield* Claims, yield* TransactionChecks, yield* PreparedTransactions]
      const one = person(0)
      const pay = Effect.zipRight(TestClock.adjust("1 minute"), paid(place, [one], 5n * ONE))
      const prepare = claims.prepare(place.community, one.account, null)
      yield* pay
      const done = yield* prepare
      yield* report(done.id, yield* sign(done.manifest, one.signer))
      yield* pay
      const lost = yield* prepare
      yield* pay
      const nobody = writeHash("txid", new Uint8Array(32).fill(7), 2)
      assert.strictEqual((yield* report(lost.id, nobody)).state, "sent")
      assert.deepStrictEqual(yield* states(place, one), ["claimed", "pending", "available"])
      yield* TestClock.adjust("61 minutes")
      assert.strictEqual((yield* checks.check(yield* steps.findOrFail(lost.id))).state, "expired")
      assert.deepStrictEqual(yield* states(place, one), ["claimed", "available", "available"])
      const late = yield* prepare
      yield* pay
      const txId = yield* sign(late.manifest, one.signer)
      assert.strictEqual((yield* report(late.id, txId)).state, "verified")
      assert.deepStrictEqual(yield* states(place, one), ["claimed", "claimed", "claimed", "available"])
      const { history } = yield* pageOf(place, one)
      assert.deepStrictEqual(
        history.map(({ words }) => words),
        ["10 GRD", "5 GRD"]
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("are confirmed by what left the locker and arrived at the account", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const [claims, ledger, kind] = [yield* Claims, yield* Ledger, yield* claimStep]
      const { admin, locker, treasury, token } = place.treasury
      const [one, two] = [person(0), person(1)]
      yield* paid(place, [one, two], 5n * ONE)
      const step = yield* claims.prepare(place.community, one.account, null)
      const proof = (txId: string) =>
        Effect.gen(function* () {
          const { transaction } = yield* ledger.committedDetails(txId)
          return (yield* Effect.flip(kind.prove(step, transaction))).message
        })
      const shares = [[one.account, 5n * ONE]] as const
      const gift = {
        admin,
        treasury,
        locker,
        resource: token ?? asResource(""),
        shares,
        isDirect: true,
        batchId: "gift",
        batchHash: "00"
      }
      assert.include(
        yield* proof(yield* sign(renderManifest(Templates.airdrop(gift)))),
        "the locker did not give 5 GRD."
      )
      const other = yield* claims.prepare(place.community, two.account, null)
      assert.include(yield* proof(yield* sign(other.manifest, two.signer)), "the account did not get 5 GRD.")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("decide nothing while the ledger cannot be read, and the page shows no amounts", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const [ledger, faults] = [yield* Ledger, yield* Faults]
      const one = person(0)
      yield* paid(place, [one], 5n * ONE)
      const strange = new Ledger({ ...ledger, lockerVaults: () => Effect.fail(new UnknownOnLedger({ what: "it" })) })
      const claims = yield* Claims.pipe(Effect.provide(Claims.Default), Effect.provideService(Ledger, strange))
      const refused = yield* Effect.flip(claims.prepare(place.community, one.account, null))
      assert.strictEqual(refused._tag, "GatewayDown")
      assert.deepStrictEqual(yield* states(place, one), ["available"])

      yield* faults.change({ gateway: "down" })
      assert.deepInclude(yield* inTime(pageOf(place, one)), { waiting: [], time: null })
      yield* faults.change({ gateway: "up" })
      assert.deepInclude((yield* pageOf(place, one)).waiting[0], { amount: "5", recorded: "5" })
    }).pipe(Effect.provide(world(database)))
  )
})
