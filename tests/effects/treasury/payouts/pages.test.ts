/** The pages of payouts as their programs respond: who sees what, with how many statements. */
import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { withdrawPage } from "~/effects/treasury/claims/pages/withdraw.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import { runReport } from "~/effects/treasury/payouts/pages/report.server"
import { ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { counting } from "../../communities/founding/counting"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { ADA, garden, person, planned, refuseDeposits, report, sign, world } from "./world"

const MOST = 6 // docs/product/safety.md

describeOnBothDatabases("pages of payouts", (database) => {
  it.effect("show a payout to its holder until it is over and then to everybody, with few statements", () =>
    Effect.gen(function* () {
      const place = yield* garden
      const { id } = place.community
      const distributions = yield* Distributions
      const payouts = yield* Payouts
      const [paid, shy] = [person(0), person(1)]
      yield* refuseDeposits(shy)
      const holder = yield* signIn(ADA)
      const stranger = yield* signIn(shy.account)
      const path = `/community/detail/${id}/tokenDistribution`
      const see = (search: string, token: string) =>
        Effect.gen(function* () {
          const asked = yield* counting(
            visit(`${path}${search}`, distributionPage, { token, params: { id, number: "1" } })
          )
          assert.isAtMost(asked.statements, MOST, search)
          return asked.value.value
        })
      const states = [(yield* see("?new=1", holder)).view]
      const run = yield* planned(place, [
        [paid.account, ONE],
        [shy.account, 2n * ONE]
      ])
      for (const token of [holder, stranger]) {
        const list = yield* see("", token)
        assert.strictEqual(list.view === "list" ? list.runs.length : -1, token === holder ? 1 : 0)
      }
      const approved = yield* see("?d=1", holder)
      if (approved.view !== "run") return assert.fail("no run")
      assert.deepInclude(approved.preview, { ok: true, size: 40, batches: 1 })
      assert.deepInclude(approved, { next: null, isFirstPage: true })
      assert.deepInclude(approved.amounts, { smallest: "1", largest: "2" })
      assert.strictEqual((yield* Effect.flip(see("?d=1", stranger)))._tag, "NotThere")
      assert.strictEqual((yield* Effect.flip(see("?new=1", stranger)))._tag, "NotTreasuryHolder")

      yield* distributions.start(run, 40, 1)
      const step = Option.getOrThrow(yield* payouts.next(place.treasury, run))
      const running = yield* see("?d=1", holder)
      assert.strictEqual(running.view === "run" ? running.step?.id : "", step.id)
      // The preview, the page and the wallet have the same text.
      assert.strictEqual(approved.preview?.ok === true ? approved.preview.manifest : "", step.manifest)
      assert.strictEqual(running.view === "run" ? running.step?.manifest : "", step.manifest)
      assert.strictEqual((yield* Effect.flip(see("?d=1", stranger)))._tag, "NotThere")
      yield* report(step.id, yield* sign(step.manifest))

      const over = yield* see("?d=1", stranger)
      if (over.view !== "run") return assert.fail("no run")
      states.push(over.run.state === "done" ? "run" : "list")
      assert.deepStrictEqual(
        over.rows.map(({ state }) => state),
        ["sent", "claimable"]
      )
      assert.isNull(over.step)
      assert.deepStrictEqual(states, ["new", "run"])

      const file = yield* visit(path, runReport, { token: stranger, params: { id, number: "1" } })
      const text = yield* Effect.promise(() => file.value.text())
      assert.include(text, `,${shy.account},`)
      assert.include(text, ",claimable,")

      const waiting = yield* counting(
        visit(`/community/detail/${id}/tokenWithdraw`, withdrawPage, { token: stranger, params: { id } })
      )
      assert.isAtMost(waiting.statements, MOST)
      const [token] = waiting.value.value.waiting
      assert.deepInclude(token, { symbol: "GRD", amount: "2", recorded: "2" })
      assert.deepInclude(token?.origins[0], { words: "Harvest share", path: `${path}?d=1` })
    }).pipe(Effect.provide(world(database)))
  )
})
