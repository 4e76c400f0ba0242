import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { Applications } from "~/effects/communities/members/Applications.server"
import { MembersRepo } from "~/effects/communities/members/MembersRepo.server"
import { membersAction } from "~/effects/communities/members/pages/commands.server"
import { exportMembers } from "~/effects/communities/members/pages/exportMembers.server"
import { membersPage } from "~/effects/communities/members/pages/members.server"
import { everybody, type MembersQuery, membersHref, readQuery, sorts } from "~/effects/communities/members/query"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { counting } from "../founding/counting"
import { submitTwice } from "./membersTwice"
import { accountOf, club, comeIn, person, TODAY, visitInside, world } from "./world"

describeOnBothDatabases("The members page", (database) => {
  const Live = world(database)

  it.effect("leads from joining to a page that confirms it, and from an application to one that does not", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const token = yield* person("Ben")
      /** The address that joining leads to from the page `back`. */
      const ledTo = (id: string, back: string) =>
        visitInside(
          { id, token, form: { intent: "join", rules: "yes", back }, path: "/members" },
          Effect.map(Effect.flip(membersAction), (end) => (end instanceof Response ? end.headers.get("location") : end))
        )
      const open = yield* club({ joinPolicy: "open" })
      const home = `/community/detail/${open.id}`
      assert.strictEqual(yield* ledTo(open.id, "/explore/club"), `${home}?joined=1`)
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM memberships WHERE account_address = ${accountOf("Ben")}`
      assert.strictEqual(yield* ledTo(open.id, `${home}/proposals?p=1`), `${home}/proposals?p=1&joined=1`)
      yield* sql`DELETE FROM memberships WHERE account_address = ${accountOf("Ben")}`
      yield* sql`UPDATE communities SET join_policy = 'approval'`
      assert.strictEqual(yield* ledTo(open.id, home), home)
    }).pipe(Effect.provide(Live))
  )

  it.effect("refuses a form about what is not an account, with the field", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const { id, tokens } = yield* club()
      for (const intent of ["remove", "role", "suspend"]) {
        const form = { intent, account: "Ben", reason: "Sells shoes.", role: "member", days: "3" }
        const reply = yield* visitInside({ id, token: tokens.Olga, form, path: "/members" }, membersAction)
        assert.deepNestedInclude(
          reply,
          {
            "data.fields": { account: '"Ben" is not the address of an account' },
            "data.sent": form,
            "init.status": 422
          },
          intent
        )
      }
    }).pipe(Effect.provide(Live))
  )

  it.effect("runs at most six statements on every tab, however many members there are", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const { id, tokens } = yield* club()
      const counts: Array<ReadonlyArray<number>> = []
      for (const size of [1, 25]) {
        for (let n = 0; n < size; n++) yield* comeIn(id, `Person ${size} ${n}`, { joinedAt: 10 + n })
        // Long enough for the session to be renewed: the most a page ever runs.
        yield* TestClock.adjust("1 hour")
        const paths = ["", "?tab=applications", "?tab=invitations", `?open=${accountOf("Person 1 0")}&q=zz`]
        counts.push(
          yield* Effect.forEach(paths, (path) =>
            Effect.map(
              counting(visitInside({ id, token: tokens.Olga, path }, membersPage)),
              ({ statements }) => statements
            )
          )
        )
      }
      assert.deepEqual(counts[0], counts[1])
      for (const count of counts[0] ?? []) assert.isAtMost(count, 6)
      assert.isAtLeast(counts[0]?.[0] ?? 0, 3)
    }).pipe(Effect.provide(Live))
  )

  it.effect("lists everybody once in every order, and filters by name, address and role", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const { id } = yield* club()
      const repo = yield* MembersRepo
      for (let n = 0; n < 12; n++) yield* comeIn(id, `Person ${n % 5} ${n}`, { joinedAt: n % 3, weight: n % 4 })
      yield* comeIn(id, "Gone", { status: "left" })
      yield* comeIn(id, "Waiting", { status: "applied" })
      yield* comeIn(id, "Paused", { status: "suspended", suspendedUntil: TODAY + 1 })
      const readAll = (query: MembersQuery) =>
        Effect.gen(function* () {
          const names: Array<string> = []
          let after: MembersQuery["after"] = null
          do {
            const page: Effect.Effect.Success<ReturnType<typeof repo.page>> = yield* repo.page(
              id,
              { ...query, after },
              4
            )
            names.push(...page.members.map(({ username }) => username ?? ""))
            // As the address contains it.
            after =
              page.next === null
                ? null
                : readQuery(new URL(membersHref("http://x/", { ...query, after: page.next })).searchParams).after
          } while (after !== null)
          return names
        })
      for (const sort of sorts) {
        const names = yield* readAll({ ...everybody, sort })
        assert.strictEqual(names.length, 16, sort)
        assert.strictEqual(new Set(names).size, 16, sort)
        if (sort === "name") assert.deepEqual(names, [...names].sort())
      }
      assert.deepEqual(yield* readAll({ ...everybody, role: "moderator" }), ["Mo"])
      assert.deepEqual(yield* readAll({ ...everybody, q: "pause" }), ["Paused"])
      assert.deepEqual(yield* readAll({ ...everybody, q: accountOf("Mia") }), ["Mia"])
      assert.deepEqual(yield* readAll({ ...everybody, q: "%" }), [])
    }).pipe(Effect.provide(Live))
  )

  it.effect("applies a repeated form with its key once, and keeps the input when it refuses", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const { id, tokens } = yield* club()
      const sql = yield* SqlClient.SqlClient
      const send = (form: Readonly<Record<string, string>>) =>
        Effect.either(visitInside({ id, token: tokens.Olga, form }, membersAction))
      const invite = { intent: "invite", uses: "3", days: "7", key: "a-key-of-one-page" }
      const ends = yield* Effect.all([send(invite), send(invite)], { concurrency: "unbounded" })
      for (const end of ends) {
        assert.isTrue(end._tag === "Left" && end.left instanceof Response && end.left.status === 303)
      }
      assert.strictEqual((yield* sql`SELECT code FROM invites`).length, 1)
      const refused = yield* send({ ...invite, uses: "0" })
      assert.isTrue(refused._tag === "Right")
      if (refused._tag === "Right") {
        assert.strictEqual(refused.right.init?.status, 422)
        assert.deepInclude(refused.right.data, { fields: { uses: "Enter a whole number from 1 to 100." } })
        assert.strictEqual(refused.right.data.sent.uses, "0")
      }
    }).pipe(Effect.provide(Live))
  )

  it.effect("applies each of fifty concurrent double clicks once (docs/goals.md B2)", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      assert.deepEqual(yield* submitTwice(50), { kept: 50, different: 0 })
    }).pipe(Effect.provide(Live))
  )

  it.effect("exports names, addresses, roles, weights and days, and no e-mail address", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const { community, id, tokens } = yield* club()
      const path = `?community=${community.slug}&format=csv`
      const reply = yield* visitInside({ id, token: tokens.Mo, path }, exportMembers)
      const text = yield* Effect.promise(() => reply.text())
      assert.deepEqual(text.split("\r\n").slice(0, 2), [
        "name,address,role,weight,joined",
        `"Olga","${accountOf("Olga")}",owner,1,1970-01-01T00:00:00.001Z`
      ])
      assert.notInclude(text, "example.org")
      const refused = yield* Effect.flip(visitInside({ id, token: tokens.Mia, path }, exportMembers))
      assert.strictEqual(refused.status, 403)
    }).pipe(Effect.provide(Live))
  )
})

describe("the plans of the members' lists (SQLite)", () => {
  it.effect("never scan the table or sort", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const repo = yield* MembersRepo
      const waitingList = yield* Applications
      const id = CommunityId.make("aaaaaaaaaaaa")
      const statements = sorts.flatMap((sort) => {
        const after = { value: sort === "name" ? "m" : 5, account: asAccount("account_tdx_2_m") }
        const queries = [
          { ...everybody, sort },
          { ...everybody, sort, after },
          { ...everybody, sort, after, q: "ana" }
        ]
        return queries.map((query) => repo.statement(id, query, 21))
      })
      const all = [...statements, waitingList.statement(id, { value: 5, account: asAccount("account_m") }, 21)]
      for (const statement of all) {
        const [text, params] = statement.compile()
        const plan = yield* sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params)
        const steps = plan.map(({ detail }) => detail)
        assert.isTrue(
          steps.some((step) => /^SEARCH m USING INDEX (members|memberships)_by_\w+ \(community_id=\?/.test(step)),
          steps.join("\n")
        )
        assert.deepEqual(
          steps.filter((step) => /\bSCAN\b|TEMP B-TREE/.test(step)),
          []
        )
      }
    }).pipe(Effect.provide(world(MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie))))
  )
})
