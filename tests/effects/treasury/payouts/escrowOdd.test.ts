/** Escrowed payouts under interference: rows that were changed, an account that holds less or more. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import { leftIn } from "~/effects/treasury/escrow/Escrow"
import { escrowSummary } from "~/effects/treasury/escrow/view.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { ONE, renderManifest, Templates } from "~/ledger/index"
import { asAccount, asResource } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import {
  approved,
  begun,
  books,
  escrowFoundOf,
  escrowWorld,
  FEE,
  people,
  settled,
  shownOf,
  withXrd
} from "./escrowWorld"
import { garden, held, report, sign } from "./world"

const START = 100_000n * ONE

describeOnBothDatabases("an escrowed payout under interference", (database) => {
  const Live = escrowWorld(database)
  const place = Effect.tap(garden, (made) => withXrd(made))
  const owned = (token: Parameters<typeof held>[0], many: number) =>
    held(
      token,
      people(many).map(({ account }) => account)
    )

  it.effect("pays nothing for rows that differ from the approved ones, and can be withdrawn", () =>
    Effect.gen(function* () {
      const where = yield* place
      const sql = yield* SqlClient.SqlClient
      const run = yield* begun(where, 4)
      yield* approved(where, run)
      yield* sql`UPDATE distribution_rows SET amount = '9' WHERE distribution_id = ${run.id} AND line = 1`
      yield* settled(run.id)
      assert.match(
        (yield* escrowFoundOf(run.id)).problem ?? "",
        /^The rows of a batch differ from those that were approved/
      )
      assert.deepStrictEqual(yield* owned(where.treasury.token, 4), ["0", "0", "0", "0"])
      const back = yield* (yield* PayoutEscrows).takeBack(where.treasury, run)
      yield* report(back.id, yield* sign(back.manifest))
      assert.strictEqual((yield* books(where, run.id)).treasury, START)
    }).pipe(Effect.provide(Live))
  )

  it.effect("reports that it holds less than the next batch, and pays no part of it", () =>
    Effect.gen(function* () {
      const where = yield* place
      const run = yield* begun(where, 2)
      yield* approved(where, run)
      const escrowed = asAccount((yield* escrowFoundOf(run.id)).address ?? "")
      const { admin, treasury } = where.treasury
      const token = asResource(where.treasury.token ?? "")
      // By an admin, outside this site.
      yield* sign(
        renderManifest(Templates.withdrawEscrow({ by: admin, escrow: escrowed, treasury, amounts: [[token, ONE]] }))
      )
      yield* settled(run.id)
      assert.match((yield* escrowFoundOf(run.id)).problem ?? "", /holds less than the next batch pays/)
      assert.deepStrictEqual(yield* owned(token, 2), ["0", "0"])
      const escrows = yield* PayoutEscrows
      yield* escrows.withdrawFromEscrow(run)
      yield* TestClock.adjust("1 hour")
      yield* settled(run.id)
      const end = yield* escrowFoundOf(run.id)
      assert.deepInclude(yield* shownOf(run.id), { state: "ended", returned: "2", paid: "0" })
      const { account: escrow } = yield* escrowSummary(end)
      assert.deepInclude(escrow?.missing, { token: "1", xrd: "0" } as never, "what left it without this site")
      assert.strictEqual((yield* books(where, run.id)).treasury, START)
    }).pipe(Effect.provide(Live))
  )

  it.effect("refuses a withdrawal after an admin emptied it elsewhere, and pauses nothing", () =>
    Effect.gen(function* () {
      const where = yield* place
      const [escrows, repo] = [yield* PayoutEscrows, yield* DistributionsRepo]
      const run = yield* begun(where, 2)
      yield* approved(where, run)
      const step = yield* escrows.takeBack(where.treasury, run)
      yield* (yield* Distributions).pause(run, false)
      yield* sign(step.manifest)
      assert.match((yield* Effect.flip(escrows.takeBack(where.treasury, run))).message, /^The escrow account is empty/)
      assert.strictEqual((yield* repo.findIdOrFail(run.id)).paused, 0)
    }).pipe(Effect.provide(Live))
  )

  it.effect("pays what was approved if it holds more, and refunds everything else", () =>
    Effect.gen(function* () {
      const where = yield* place
      const run = yield* begun(where, 2)
      yield* approved(where, run)
      const { address: escrow } = yield* escrowFoundOf(run.id)
      const { admin, treasury } = where.treasury
      const token = asResource(where.treasury.token ?? "")
      const gift = { proposalId: "gift", proposalHash: "00", payee: asAccount(escrow ?? "") }
      yield* sign(
        renderManifest(Templates.executePayment({ admin, treasury, resource: token, amount: 5n * ONE, ...gift }))
      )
      yield* settled(run.id)
      assert.deepInclude(yield* shownOf(run.id), { state: "ended", paid: "3", returned: "5", problem: null })
      const end = yield* books(where, run.id)
      assert.strictEqual(end.token, 0n)
      assert.strictEqual(end.treasury, START - 3n * ONE)
      assert.strictEqual(leftIn(end.escrow).token, -5n * ONE)
    }).pipe(Effect.provide(Live))
  )

  it.effect("is funded once, however often that is requested and signed", () =>
    Effect.gen(function* () {
      const where = yield* place
      const escrows = yield* PayoutEscrows
      const run = yield* begun(where, 2)
      const step = yield* escrows.fundEscrow(where.treasury, run, FEE)
      assert.strictEqual((yield* escrows.fundEscrow(where.treasury, run, FEE)).id, step.id, "the same step")
      yield* report(step.id, yield* sign(step.manifest))
      assert.isTrue(Option.isSome(yield* Effect.flip(escrows.requireSameAs(run, run.digest ?? "")).pipe(Effect.option)))
      yield* sign(step.manifest)
      assert.strictEqual((yield* books(where, run.id)).treasury, START - 3n * ONE)
    }).pipe(Effect.provide(Live))
  )
})
