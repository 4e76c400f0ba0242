/** Sums of payouts stay within what the ledger can hold, and a payout that cannot be read makes no other page fail. */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, FastCheck as fc, Layer } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { checkRows, sumsOf } from "~/effects/treasury/payouts/list/checkRows"
import { rhythmProblem } from "~/effects/treasury/payouts/list/rhythm"
import { distributionAction } from "~/effects/treasury/payouts/pages/actions.server"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import { exportDistributions } from "~/effects/treasury/payouts/pages/report.server"
import { type Amount, fits, formatAmount, ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { join } from "../../communities/communities/world"
import { visitInside } from "../../communities/members/world"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { ADA, garden, person, planned, world } from "./world"

/** The largest possible amount: 2^191 - 1 of the smallest unit. */
const LARGEST: Amount = 2n ** 191n - 1n
const LARGE = formatAmount((LARGEST / ONE) * ONE)
const TOO_MUCH = "Together this is more than the ledger can hold. Lower the amounts, or leave rows out."
const against = { divisibility: 18, own: [] }
const listed = (amounts: ReadonlyArray<Amount>) =>
  amounts.map((amount, index) => ({
    line: index + 1,
    account: person(index).account,
    amount: formatAmount(amount),
    note: ""
  }))

it("an amount beyond the ledger's range is distinguished from an invalid number", () => {
  const [beyond, digits, none] = Effect.runSync(
    checkRows(
      [String(2n ** 190n), "9".repeat(100), "many"].map((amount, index) => ({
        line: index + 1,
        account: person(index).account,
        amount,
        note: ""
      })),
      against
    )
  )
  assert.strictEqual(beyond?.error, "More than the ledger can hold.")
  assert.strictEqual(digits?.error, "More than the ledger can hold.")
  assert.strictEqual(none?.error, "Amount is not a number.")
})

it("a recurring payout whose sum exceeds the ledger's range is refused at its last day", () => {
  const first = Date.parse("2026-12-01T00:00Z")
  const rhythm = { every: "month", first, last: Date.parse("2027-02-01T00:00Z") } as const
  assert.isNull(rhythmProblem(rhythm, { now: first, rows: 1, total: LARGEST / 3n }))
  assert.deepEqual(rhythmProblem(rhythm, { now: first, rows: 1, total: LARGEST / 3n + 1n }), {
    last: "All payments together are more than the ledger can represent. Lower the amounts, or choose an earlier last day."
  })
})

describeOnBothDatabases("sums of payouts", (database) => {
  const Here = Layer.provideMerge(Idempotency.Default, world(database))
  const place = Effect.gen(function* () {
    const { community, treasury } = yield* garden
    const token = yield* signIn(ADA)
    const post = (path: string, form: Record<string, string>) =>
      Effect.map(Effect.either(visitInside({ id: community.id, token, path, form }, distributionAction)), (ended) =>
        Either.isRight(ended) ? ended.right.data : null
      )
    const see = (path: string) => visitInside({ id: community.id, token, path }, distributionPage)
    const fields = { intent: "create", title: "Harvest share", resource: treasury.token ?? "", source: "csv" }
    return { community, treasury, post, see, fields }
  })

  it.effect("are checked when a list is entered, and nothing is stored beyond the ledger's range", () =>
    Effect.gen(function* () {
      const { community, fields, post } = yield* place
      const sql = yield* SqlClient.SqlClient
      const csv = [0, 1].map((seed) => `${person(seed).account};${LARGE}`).join("\n")
      const refused = yield* post("", { ...fields, csv })
      assert.deepInclude(refused, { ok: false, code: "E-FIELDS" })
      assert.deepStrictEqual(refused?.fields, { csv: TOO_MUCH })
      assert.strictEqual(refused?.sent.csv, csv)
      for (const seed of [0, 1]) yield* join(community.id, person(seed).account)
      const rule = { ...fields, source: "rule", who: "all", how: "amount", pool: LARGE }
      assert.deepStrictEqual((yield* post("", rule))?.fields, { pool: TOO_MUCH })
      assert.lengthOf(yield* sql`SELECT id FROM distributions`, 0)
    }).pipe(Effect.provide(Here))
  )

  it.effect("are checked when rows are corrected, added up or repeated", () =>
    Effect.gen(function* () {
      const { community, treasury } = yield* place
      const distributions = yield* Distributions
      const repo = yield* DistributionsRepo
      const half = LARGEST / 2n
      const common = {
        communityId: community.id,
        account: ADA,
        title: "Harvest share",
        note: "",
        purpose: "reward",
        resource: treasury.token ?? ("" as never),
        symbol: "GRD",
        divisibility: 18,
        mode: "direct",
        recoverDays: 180,
        rule: null,
        record: null,
        remainder: formatAmount(0n)
      } as const
      const number = yield* distributions.create({ ...common, rows: yield* checkRows(listed([half, half]), against) })
      const draft = yield* repo.findOrFail(community.id, number)
      assert.strictEqual(draft.total, formatAmount(half * 2n))
      const more = (rows: Parameters<Parameters<typeof distributions.edit>[2]>[0]) =>
        Effect.succeed(rows.map((row) => ({ ...row, amount: formatAmount(LARGEST) })))
      const refused = yield* Effect.flip(distributions.edit(draft, draft.version, more))
      assert.deepInclude(refused, { code: "E-FIELDS", message: TOO_MUCH })
      const rhythm = {
        every: "month",
        first: Date.parse("2030-12-01T00:00Z"),
        last: Date.parse("2031-02-01T00:00Z")
      } as const
      yield* distributions.setRhythm(draft, draft.version, rhythm)
      const repeating = yield* repo.findOrFail(community.id, number)
      assert.strictEqual(
        (yield* Effect.flip(distributions.accept(repeating, false))).message.slice(0, 22),
        "All payments together "
      )
      const edited = yield* Effect.flip(distributions.edit(repeating, repeating.version, Effect.succeed))
      assert.strictEqual(edited.message.slice(0, 22), "All payments together ")
      assert.strictEqual((yield* repo.findOrFail(community.id, number)).total, draft.total)
    }).pipe(Effect.provide(Here))
  )

  it.effect("beyond the range make only the draft's own page fail, which can be discarded", () =>
    Effect.gen(function* () {
      const { community, post, see, treasury } = yield* place
      const sql = yield* SqlClient.SqlClient
      const sound = yield* planned({ community, treasury }, [[person(0).account, ONE]])
      const broken = yield* planned({ community, treasury }, [[person(1).account, ONE]])
      yield* sql`UPDATE distributions SET state = 'checked', total = ${formatAmount(LARGEST * 2n)} WHERE id = ${broken.id}`
      const list = yield* see("")
      assert.deepStrictEqual(list.view === "list" ? list.runs.map(({ number }) => number) : [], [sound.number])
      assert.deepStrictEqual(list.view === "list" ? list.unreadable : [], [
        { id: broken.id, number: broken.number, title: broken.title, state: "checked" }
      ])
      assert.strictEqual((yield* see(`?d=${sound.number}`)).view, "run")
      assert.deepInclude(yield* see(`?d=${broken.number}`), { view: "unreadable", isDiscardable: true })
      for (const intent of ["reopen", "start"]) {
        assert.deepInclude(yield* post(`?d=${broken.number}`, { intent }), { ok: false, code: "E-STATE" })
      }
      assert.isNull(yield* post(`?d=${broken.number}`, { intent: "stop" }))
      assert.lengthOf(yield* sql`SELECT id FROM distributions WHERE id = ${broken.id}`, 0)
      assert.lengthOf(yield* sql`SELECT id FROM distributions`, 1)
    }).pipe(Effect.provide(Here))
  )

  it.effect("that cannot be read do not let a started payout be discarded, and files name it without its values", () =>
    Effect.gen(function* () {
      const { community, post, see, treasury } = yield* place
      const sql = yield* SqlClient.SqlClient
      const broken = yield* planned({ community, treasury }, [[person(1).account, ONE]])
      yield* sql`UPDATE distributions SET state = 'done', finished = 1, total = '1,5' WHERE id = ${broken.id}`
      assert.deepInclude(yield* see(`?d=${broken.number}`), { view: "unreadable", isDiscardable: false })
      assert.deepInclude(yield* post(`?d=${broken.number}`, { intent: "stop" }), { ok: false, code: "E-STATE" })
      assert.lengthOf(yield* sql`SELECT id FROM distributions`, 1)
      const file = yield* visit(`/api/exports/distributions?community=${community.slug}`, exportDistributions, {})
      const [, line] = (yield* Effect.promise(() => file.value.text())).trim().split(/\r?\n/)
      assert.strictEqual(line, `1,${broken.title},,,,,,done,,,,,,,,`)
    }).pipe(Effect.provide(Here))
  )

  it.effect("can be read back or are refused, whatever the amounts", () =>
    Effect.gen(function* () {
      const { fields, post } = yield* place
      const repo = yield* DistributionsRepo
      const sql = yield* SqlClient.SqlClient
      const amounts = fc.array(fc.bigInt(1n, 2n ** 192n), { minLength: 1, maxLength: 4 })
      for (const given of fc.sample(amounts, 25)) {
        const rows = listed(given.map((amount) => (amount / (ONE / 100n)) * (ONE / 100n) + ONE / 100n))
        const total = sumsOf(Effect.runSync(checkRows(rows, { divisibility: 2, own: [] }))).total
        yield* post("", { ...fields, csv: rows.map(({ account, amount }) => `${account};${amount}`).join("\n") })
        const stored = yield* sql<{
          readonly communityId: CommunityId
          readonly number: number
        }>`SELECT community_id, number
          FROM distributions ORDER BY number DESC LIMIT 1`
        const [newest] = stored
        assert.strictEqual(newest !== undefined, fits(total), formatAmount(total))
        if (newest === undefined) continue
        assert.strictEqual((yield* repo.findOrFail(newest.communityId, newest.number)).total, formatAmount(total))
        yield* sql`DELETE FROM distributions`
      }
    }).pipe(Effect.provide(Here))
  )
})
