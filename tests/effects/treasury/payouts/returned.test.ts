/** What lists, pages and reports show of a payout whose money was refunded, and of one that is paid on several days. */

import { assert, it } from "@effect/vitest"
import { Clock, Effect, TestClock } from "effect"
import { test } from "vitest"
import { returnText } from "~/components/treasury/payouts/escrow-notice"
import { runMark, stateMark } from "~/components/treasury/payouts/state-words"
import { inUtc } from "~/effects/base/text/moments"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import { runReport } from "~/effects/treasury/payouts/pages/report.server"
import { ONE } from "~/ledger/index"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { member, signIn, visit } from "../../publishing/dashboard/visits"
import { world } from "../budgets/world"
import { approved, begun, people, settled, withXrd } from "./escrowWorld"
import { ADA, garden, planned, report, sign } from "./world"

const DAY = 86_400_000
const place = Effect.tap(garden, (made) => withXrd(made))
const now = (id: string) => Effect.flatMap(DistributionsRepo, (repo) => repo.findIdOrFail(id))

const wordsOf = (id: string) =>
  Effect.gen(function* () {
    const token = yield* signIn(ADA)
    const see = (search: string) =>
      visit(`/community/detail/${id}/tokenDistribution${search}`, distributionPage, { token, params: { id } })
    const { value: list } = yield* see("")
    const { value: page } = yield* see("?d=1")
    const [run] = list.view === "list" ? list.runs : []
    if (run === undefined || page.view !== "run") return yield* Effect.dieMessage("the payout is not shown")
    return { list: stateMark(run.state, run.escrow).word, page: runMark(page).word, escrow: page.escrow?.account }
  })

describeOnBothDatabases("a payout whose escrow was refunded", (database) => {
  const Live = world(database)

  it.effect("is shown alike in list and page after a signer withdrew it, with person, time and transaction", () =>
    Effect.gen(function* () {
      const where = yield* place
      yield* member(ADA)
      const { id } = where.community
      const run = yield* begun(where, 4)
      yield* approved(where, run)
      const before = yield* wordsOf(id)
      assert.deepStrictEqual([before.list, before.page], ["Running", "Running"])
      const back = yield* (yield* PayoutEscrows).takeBack(where.treasury, yield* now(run.id))
      const txId = yield* sign(back.manifest)
      assert.strictEqual((yield* report(back.id, txId)).state, "verified")
      yield* Effect.flatMap(Indexer, ({ round }) => round)
      const words = yield* wordsOf(id)
      assert.deepStrictEqual([words.list, words.page], ["Withdrawn", "Withdrawn"])
      const [last, ...others] = words.escrow?.returns ?? []
      assert.lengthOf(others, 0)
      assert.strictEqual(last?.txId, txId)
      const [name = ""] = last?.signers.map((signer) => signer.name) ?? []
      assert.deepStrictEqual(last?.signers, [{ account: ADA, name }])
      const at = last?.at ?? 0
      assert.strictEqual(
        returnText({ at, signers: last?.signers ?? [] }),
        `Withdrawn by ${name}, ${inUtc("moment", at)} UTC`
      )
      // At its end, too.
      yield* settled(run.id)
      yield* TestClock.adjust("1 hour")
      yield* settled(run.id)
      const end = yield* wordsOf(id)
      assert.deepStrictEqual([end.list, end.page], ["Withdrawn", "Withdrawn"])
    }).pipe(Effect.provide(Live))
  )

  it.effect("is shown alike in list and page after the site refunded it", () =>
    Effect.gen(function* () {
      const where = yield* place
      const run = yield* begun(where, 4)
      yield* approved(where, run)
      yield* (yield* PayoutEscrows).withdrawFromEscrow(run)
      const during = yield* wordsOf(where.community.id)
      assert.deepStrictEqual([during.list, during.page], ["Being returned", "Being returned"])
      yield* TestClock.adjust("1 hour")
      yield* settled(run.id)
      yield* Effect.flatMap(Indexer, ({ round }) => round)
      const { escrow, list, page } = yield* wordsOf(where.community.id)
      assert.deepStrictEqual([list, page], ["Returned", "Returned"])
      assert.match(
        returnText(escrow?.returns[0] ?? { at: 0, signers: [{ account: asAccount(""), name: "nobody" }] }),
        /^Returned by the relayer, /
      )
    }).pipe(Effect.provide(Live))
  )

  it.effect("reports for each payment of a recurring payout when it was due and when it was paid", () =>
    Effect.gen(function* () {
      const where = yield* place
      const distributions = yield* Distributions
      const today = Math.floor((yield* Clock.currentTimeMillis) / DAY) * DAY
      const list = people(2).map(({ account }) => [account, ONE] as const)
      const plan = yield* planned(where, list, "direct", { every: "week", first: today, last: today + 8 * DAY })
      yield* distributions.start(plan, 2, 1)
      yield* approved(where, yield* now(plan.id))
      yield* settled(plan.id)
      const { id, slug } = where.community
      const token = yield* signIn(ADA)
      const file = yield* visit(`/api/distributions/${slug}/1/report`, runReport, {
        token,
        params: { id, number: "1" }
      })
      const text = yield* Effect.promise(() => file.value.text())
      const [head = "", ...lines] = text
        .trim()
        .split(/\r?\n/)
        .map((line) => line.replaceAll('"', "").split(","))
      const of = (column: string) => lines.map((line) => line[head.indexOf(column)] ?? "")
      const [first, second] = [0, 7].map((days) => new Date(today + days * DAY).toISOString())
      assert.deepStrictEqual(of("due"), [first, first, second, second])
      assert.deepStrictEqual(of("state"), ["sent", "sent", "valid", "valid"])
      const paid = of("paid")
      assert.deepStrictEqual(paid.slice(2), ["", ""])
      for (const at of paid.slice(0, 2)) assert.isAtLeast(Date.parse(at), today)
    }).pipe(Effect.provide(Live))
  )
})

test("runs again when it is signed by hand afterwards", () => {
  const back = { state: "ended", isTaken: true } as const
  assert.strictEqual(stateMark("running", { ...back, goesOn: true }).word, "Running")
  assert.strictEqual(stateMark("running", { ...back, goesOn: false }).word, "Withdrawn")
  assert.strictEqual(stateMark("done", { ...back, goesOn: false }).word, "Done")
  assert.strictEqual(stateMark("running", null).word, "Running")
})
