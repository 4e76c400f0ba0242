/** Weights from a list, from the file to the members (docs/product/communities.md). */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Option, TestClock } from "effect"
import { orUnavailable, Sql } from "~/effects/base/db/statements.server"
import { templates } from "~/effects/communities/communities/templates"
import { membersAction } from "~/effects/communities/members/pages/commands.server"
import { membersPage } from "~/effects/communities/members/pages/members.server"
import { forgetWeightLists, sweepWeightLists, Weights } from "~/effects/communities/members/Weights.server"
import { MOST_WEIGHTS } from "~/effects/communities/members/weightList"
import { describeOnBothDatabases } from "../../../databases"
import { textsOf, workbook } from "../../base/lists/workbook"
import { counting } from "../founding/counting"
import { accountOf, club, comeIn, TODAY, visitInside, type World, world } from "./world"

const DAY = 86_400_000

describeOnBothDatabases("weights from a list", (database) => {
  const Live = world(database)
  const scene = <A, E>(program: Effect.Effect<A, E, World>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))
  const group = club({ governance: { ...templates["co-operative"].governance, weightMode: "assigned" } })

  const tab = "/members?tab=weights"
  type Fields = Readonly<Record<string, string>>
  /** Posts a form; returns where it leads, or the refusal. */
  const send = (id: string, token: string | undefined, form: Fields | FormData) =>
    Effect.map(Effect.either(visitInside({ id, token, path: tab, form }, membersAction)), (end) => {
      if (Either.isLeft(end)) return end.left instanceof Response ? (end.left.headers.get("location") ?? "") : end.left
      return end.right.data
    })
  const bring = (id: string, token: string | undefined, csv: string) => send(id, token, { intent: "read-weights", csv })
  const page = (id: string, token: string | undefined, more = "") =>
    Effect.flatMap(visitInside({ id, token, path: `${tab}${more}` }, membersPage), ({ weights }) =>
      Effect.fromNullable(weights)
    )
  const seenBy = (id: string, token: string | undefined) =>
    Effect.map(page(id, token), ({ draft }) => draft?.seen ?? "")
  const weightsIn = (id: string) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        sql<{ readonly nameKey: string; readonly weight: number }>`SELECT name_key, weight FROM memberships
          WHERE community_id = ${id} ORDER BY name_key`,
        (rows) => Object.fromEntries(rows.map(({ nameKey, weight }) => [nameKey, weight]))
      )
    )
  const unchanged = { mia: 1, mo: 1, olga: 1 }
  const to = (id: string, more = "") => `/community/detail/${id}${tab}${more}`

  it.effect("are asked about, decided, checked by a moderator and set by the owner, all at once", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* group
        const form = new FormData()
        const rows = textsOf(["member", "weight", "why"], [accountOf("Mia"), "1.000", "Beds"], ["Mo", "5", "Water"])
        form.set("intent", "read-weights")
        form.set("file", new File([workbook({ list: rows }).slice()], "weights.xlsx"))
        assert.strictEqual(yield* send(id, tokens.Olga, form), to(id))

        const asked = yield* page(id, tokens.Olga)
        assert.strictEqual(asked.draft?.question, "Choose how weights are written.")
        assert.isNull(asked.checked)
        assert.deepEqual(
          asked.asked?.choices.map(({ marks, total }) => [marks, total]),
          [
            ["point", "6"],
            ["comma", "1005"]
          ]
        )
        assert.strictEqual(asked.asked?.difference, "999")
        // Nothing is ready before the owner has chosen.
        const seen = asked.draft?.seen ?? ""
        const early = yield* send(id, tokens.Olga, { intent: "set-weights", seen })
        assert.deepInclude(early, { code: "E-FIELDS", fields: { list: "Choose how weights are written." } })
        const undecided = yield* send(id, tokens.Olga, { intent: "decide-weights", seen })
        assert.deepInclude(undecided, { code: "E-FIELDS", fields: { marks: "Choose how weights are written." } })
        assert.isNull((yield* page(id, tokens.Mo)).checked)
        assert.deepEqual(yield* weightsIn(id), unchanged)

        const decision = { seen, header: "1", "column-0": "account", "column-1": "amount", "column-2": "unused" }
        const notHis = yield* send(id, tokens.Mo, { intent: "decide-weights", ...decision, marks: "comma" })
        assert.deepInclude(notHis, { code: "E-ROLE" })
        assert.strictEqual(
          yield* send(id, tokens.Olga, { intent: "decide-weights", ...decision, marks: "comma" }),
          to(id)
        )

        // A moderator sees what was understood and what would change.
        const { checked, draft } = yield* page(id, tokens.Mo)
        assert.deepInclude(draft?.reading, { file: "weights.xlsx", marks: "comma", isChosen: true })
        assert.deepInclude(draft, { username: "Olga", question: null, problems: [] })
        assert.deepInclude(checked, { changesCount: 2, wrongCount: 0, sameCount: 0, total: 1005 })
        assert.deepEqual(
          checked?.changes.map(({ before, line, name, weight }) => [line, name, before, weight]),
          [
            [2, "Mia", 1, 1000],
            [3, "Mo", 1, 5]
          ]
        )
        // What was seen before the decision is not what would be set now.
        const stale = yield* send(id, tokens.Olga, { intent: "set-weights", seen })
        assert.deepInclude(stale, { code: "E-CHANGED" })
        const set = { intent: "set-weights", seen: draft?.seen ?? "", key: "one-key-of-a-page" }
        assert.deepInclude(yield* send(id, tokens.Mo, set), { code: "E-ROLE" })
        assert.deepEqual(yield* weightsIn(id), unchanged)
        assert.strictEqual(yield* send(id, tokens.Olga, set), to(id, "&set=2"))
        assert.deepEqual(yield* weightsIn(id), { mia: 1000, mo: 5, olga: 1 })
        // The same click again leads to the same page; the list is set and gone.
        assert.strictEqual(yield* send(id, tokens.Olga, set), to(id, "&set=2"))
        assert.isNull((yield* page(id, tokens.Olga)).draft)
        const sql = yield* SqlClient.SqlClient
        const events = yield* sql`SELECT type, data FROM activity_events`
        assert.deepEqual([...events], [{ type: "weightsChanged", data: '{"count":2}' }])
      })
    )
  )

  it.effect("are set for all lines or for none, and errors name their lines", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* group
        const lines = [
          "account;weight",
          `${accountOf("Mia")};7`,
          `${accountOf("Mo")};1001`,
          "",
          "mia;8",
          "account_rdx12xezaw0gn9yhld6kplkk8aly3rwjkdvwyz0ahr0ct4hqmr4vlle4zm;3",
          `${accountOf("Nobody")};3`
        ]
        assert.strictEqual(yield* bring(id, tokens.Olga, lines.join("\r\n")), to(id))
        const { checked, draft } = yield* page(id, tokens.Olga)
        const fields = {
          "line-3": "The weight is not a whole number from 0 to 1,000.",
          "line-5": "Same account as line 2.",
          "line-6": "Address of another network.",
          "line-7": "This account is not a member."
        }
        assert.deepEqual(
          Object.fromEntries(checked?.wrong.map(({ error, line }) => [`line-${line}`, error]) ?? []),
          fields
        )
        const refused = yield* send(id, tokens.Olga, { intent: "set-weights", seen: draft?.seen ?? "" })
        assert.deepInclude(refused, { fields, message: "4 lines have errors. Nothing was changed." })
        assert.deepEqual(yield* weightsIn(id), unchanged)
        assert.strictEqual(yield* seenBy(id, tokens.Mo), draft?.seen)

        // Read again without the errors; members that are not in the list keep their weights.
        yield* bring(id, tokens.Olga, `\uFEFF"${accountOf("Mia")}",7\n${accountOf("Mo")},0\n`)
        const old = yield* send(id, tokens.Olga, { intent: "discard-weights", seen: draft?.seen ?? "" })
        assert.deepInclude(old, { code: "E-CHANGED" })
        const seen = yield* seenBy(id, tokens.Olga)
        assert.strictEqual(yield* send(id, tokens.Olga, { intent: "set-weights", seen }), to(id, "&set=2"))
        assert.deepEqual(yield* weightsIn(id), { mia: 7, mo: 0, olga: 1 })
        yield* bring(id, tokens.Olga, "Mia,7")
        const same = yield* page(id, tokens.Olga)
        assert.deepInclude(same.checked, { changesCount: 0, sameCount: 1 })
        const none = yield* send(id, tokens.Olga, { intent: "set-weights", seen: same.draft?.seen ?? "" })
        assert.strictEqual(none, to(id, "&set=0"))
      })
    )
  )

  it.effect("may be read in another way, and are shown again before they are checked", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* group
        yield* bring(id, tokens.Olga, "3;Mia\n4;Mo")
        const { checked, draft } = yield* page(id, tokens.Olga)
        assert.strictEqual(checked?.wrongCount, 2)
        assert.isNotNull((yield* page(id, tokens.Olga, "&read=1")).asked)
        assert.isNull((yield* page(id, tokens.Mo, "&read=1")).asked)
        const columns = { header: "0", "column-0": "amount", "column-1": "account" }
        const twice = { ...columns, intent: "decide-weights", seen: draft?.seen ?? "", "column-1": "amount" }
        assert.deepInclude(yield* send(id, tokens.Olga, twice), {
          fields: { columns: "Choose one column for the account." }
        })
        const again = { ...columns, intent: "show-weights", seen: draft?.seen ?? "" }
        assert.strictEqual(yield* send(id, tokens.Olga, again), to(id, "&read=1"))
        const right = yield* page(id, tokens.Olga)
        assert.deepEqual(
          right.checked?.changes.map(({ name, weight }) => [name, weight]),
          [
            ["Mia", 3],
            ["Mo", 4]
          ]
        )
        const discard = { intent: "discard-weights", seen: right.draft?.seen ?? "" }
        assert.strictEqual(yield* send(id, tokens.Olga, discard), to(id))
        assert.isNull((yield* page(id, tokens.Olga)).draft)
        assert.deepInclude(yield* send(id, tokens.Olga, discard), { code: "E-CHANGED" })
      })
    )
  )

  it.effect("are refused with words if the list is empty or too long", () =>
    scene(
      Effect.gen(function* () {
        const { community, id, tokens } = yield* group
        const refusal = (csv: string) =>
          Effect.map(bring(id, tokens.Olga, csv), (end) =>
            typeof end === "object" && "fields" in end ? end.fields : end
          )
        assert.deepEqual(yield* refusal("\n\n"), {
          csv: "The list is empty. Write one line for each member: account,weight."
        })
        assert.deepEqual(yield* refusal("account,weight"), {
          csv: "The list is empty. Write one line for each member: account,weight."
        })
        const long = Array.from({ length: MOST_WEIGHTS }, (_, n) => `Person ${n},1`).join("\n")
        assert.deepEqual(yield* refusal(`${long}\nMia,1`), { csv: "At most 10,000 lines. Split the list." })
        assert.strictEqual(yield* refusal(`account,weight\n${long}`), to(id))
        const { checked } = yield* page(id, tokens.Mo)
        assert.deepInclude(checked, { wrongCount: MOST_WEIGHTS, changesCount: 0 })
        assert.strictEqual(checked?.wrong[0]?.line, 2)
        // In a community that does not assign weights there is nothing to bring.
        const sql = yield* SqlClient.SqlClient
        const governance = JSON.stringify({ ...community.governance, weightMode: "member" })
        yield* sql`UPDATE communities SET governance = ${governance} WHERE id = ${id}`
        assert.deepInclude(yield* bring(id, tokens.Olga, "Mia,1"), { code: "E-NOT-FOUND" })
      })
    )
  )

  it.effect("take at most six statements a page, and are removed in time and with the account", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* group
        yield* comeIn(id, "Ben", { status: "suspended", suspendedUntil: TODAY + DAY })
        const weights = yield* Weights
        const sql = yield* Sql
        yield* bring(id, tokens.Olga, `Ben;1.000\n${accountOf("Mia")};2`)
        for (const more of ["", "&read=1"]) {
          const { statements } = yield* counting(
            visitInside({ id, token: tokens.Olga, path: `${tab}${more}` }, membersPage)
          )
          assert.isAtMost(statements, 6, more)
        }
        const sweep = yield* sweepWeightLists
        yield* orUnavailable(sweep(TODAY + 7 * DAY))
        assert.isTrue(Option.isSome(yield* weights.findList(id)))
        yield* orUnavailable(sweep(TODAY + 7 * DAY + 1))
        assert.isTrue(Option.isNone(yield* weights.findList(id)))
        yield* bring(id, tokens.Olga, "Ben;2")
        yield* forgetWeightLists(sql, accountOf("Mo"))
        assert.isTrue(Option.isSome(yield* weights.findList(id)))
        yield* forgetWeightLists(sql, accountOf("Olga"))
        assert.isTrue(Option.isNone(yield* weights.findList(id)))
      })
    )
  )
})
