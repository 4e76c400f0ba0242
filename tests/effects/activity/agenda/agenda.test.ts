import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Agenda } from "~/effects/activity/agenda/Agenda.server"
import { WaitingColumnsLive } from "~/effects/activity/agenda/needRows.server"
import { needsInWords } from "~/effects/activity/agenda/needs"
import { personalCalendar } from "~/effects/activity/calendar/pages/personalCalendar.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { waiting } from "~/effects/people/wallet-session/visitor.server"
import { dashboard, dashboardAction } from "~/effects/publishing/dashboard/pages/dashboard.server"
import { NotificationLive } from "~/effects/server/layers/services.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { addRow } from "../../../rows"
import { settings } from "../../people/signup/world"
import { signIn, submitted, visit } from "../../publishing/dashboard/visits"
import { found, join, person, TODAY, world } from "../activity/world"

const ANA = asAccount("account_tdx_2_ana")
const BEN = asAccount("account_tdx_2_ben")
const DAY = 86_400_000

describeOnBothDatabases("A person's To do list", (database) => {
  const Live = Layer.mergeAll(NotificationLive, OwnVotes.Default, Ledger.layerScript()).pipe(
    Layer.provideMerge(world(database)),
    Layer.provideMerge(settings()),
    Layer.provide(WaitingColumnsLive)
  )
  const scene = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  const prepared = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* person(ANA, "Ana Ribeiro")
    yield* person(BEN, "Ben Okafor")
    const film = yield* found({ slug: "night-film", name: "Night Film Club", joinPolicy: "approval", activeAt: 2 })
    const maps = yield* found({ slug: "open-maps", name: "Open Maps Fund" })
    yield* join(film.id, ANA, { role: "moderator" })
    yield* join(maps.id, ANA)
    return { film, maps, sql }
  })

  it.effect("contains what waits for those who manage a community, and shows it to nobody else", () =>
    scene(
      Effect.gen(function* () {
        const { film, maps, sql } = yield* prepared
        const agenda = yield* Agenda
        assert.deepStrictEqual(yield* agenda.needs(ANA), [])
        yield* join(film.id, BEN, { status: "applied", joinedAt: TODAY - DAY })
        yield* join(film.id, asAccount("account_tdx_2_cleo"), { status: "applied", joinedAt: TODAY })
        yield* join(maps.id, BEN, { status: "applied" }) // where she is only a member
        const report = (id: string, reporter: string) => ({
          id,
          communityId: film.id,
          targetType: "thread",
          targetId: id,
          targetAuthor: BEN,
          targetLabel: "A thread",
          targetPath: `/community/detail/${film.id}/discussion?thread=1`,
          reporter,
          reason: "spam",
          note: "",
          status: "open",
          createdAt: TODAY,
          updatedAt: TODAY
        })
        // Nobody acts on their own report (docs/product/access.md).
        yield* sql`INSERT INTO reports ${sql.insert([report("a", BEN), report("b", ANA)])}`
        yield* sql`INSERT INTO hand_overs ${sql.insert({
          communityId: maps.id,
          fromAccount: BEN,
          toAccount: ANA,
          createdAt: TODAY,
          expiresAt: TODAY + 7 * DAY
        })}`
        const needs = yield* agenda.needs(ANA)
        assert.deepStrictEqual(
          needs.map(({ action, at, time, title }) => [title, action, time, at - TODAY]),
          [
            ["You are asked to take over Open Maps Fund", "Answer", "until", 7 * DAY],
            ["2 applications to decide", "Decide", "since", -DAY],
            ["1 report to review", "Review", "since", 0]
          ]
        )
        assert.deepStrictEqual(yield* agenda.needs(BEN), [])
        yield* TestClock.adjust("8 days")
        assert.lengthOf(yield* agenda.needs(ANA), 2)
      })
    )
  )

  it.effect("contains expenses for those who review them, and questions about one's own", () =>
    scene(
      Effect.gen(function* () {
        const { film, maps, sql } = yield* prepared
        yield* join(film.id, BEN)
        const expense = (communityId: string, number: number, state: string, account: string, payee = account) =>
          addRow("expenses", {
            id: `${communityId}${number}`,
            communityId,
            number,
            state,
            account,
            payee,
            createdAt: TODAY,
            updatedAt: TODAY
          })
        yield* expense(film.id, 1, "waiting", BEN)
        yield* expense(film.id, 2, "waiting", BEN)
        yield* expense(film.id, 3, "waiting", ANA)
        yield* expense(film.id, 4, "waiting", BEN, ANA)
        yield* expense(film.id, 5, "asked", BEN)
        yield* expense(film.id, 6, "paid", BEN)
        yield* expense(maps.id, 1, "waiting", BEN) // where she is only a member
        const agenda = yield* Agenda
        const titles = (account: string) =>
          Effect.map(agenda.needs(asAccount(account)), (needs) => needs.map(({ title }) => title))
        assert.deepStrictEqual(yield* titles(ANA), ["2 expenses to review"])
        assert.deepStrictEqual(yield* titles(BEN), ["A question about your expense to answer"])
        const reviewers = (who: string) =>
          sql`UPDATE expense_rules SET reviewers = ${who} WHERE community_id = ${film.id}`
        yield* addRow("expense_rules", { communityId: film.id, reviewers: "owner", shown: "[]", categories: "[]" })
        assert.deepStrictEqual(yield* titles(ANA), [])
        yield* reviewers("signers")
        assert.deepStrictEqual(yield* titles(ANA), [])
        yield* addRow("signer_rules", { communityId: film.id, needed: 1 })
        yield* addRow("signers", { communityId: film.id, badgeId: "#1#", account: ANA })
        yield* addRow("signers", { communityId: film.id, badgeId: "#2#", account: ANA })
        assert.deepStrictEqual(yield* titles(ANA), ["2 expenses to review"])
      })
    )
  )

  it.effect("lists a person's communities by recent activity with unread counts, and describes their own actions", () =>
    scene(
      Effect.gen(function* () {
        const { film, maps, sql } = yield* prepared
        const activity = yield* Activity
        const token = yield* signIn(ANA)
        yield* activity.record({
          communityId: maps.id,
          actor: ANA,
          type: "threadStarted",
          target: `/community/detail/${maps.id}/discussion?thread=1`,
          data: { title: "Footpaths" },
          visibility: "members"
        })
        yield* sql`INSERT INTO notifications ${sql.insert(
          [1, 2].map((n) => ({
            accountAddress: ANA,
            id: String(n),
            type: "reply",
            communityId: film.id,
            target: "/",
            text: "Ben replied to you.",
            importance: "normal",
            mergeKey: String(n),
            email: "none",
            createdAt: TODAY
          }))
        )}`
        const { value } = yield* visit("/userDashboard", dashboard, { token })
        assert.isTrue(value.page?.tab === "start")
        if (value.page?.tab !== "start") return
        assert.deepStrictEqual(
          value.page.communities.map(({ name, role, unread }) => [name, role, unread]),
          [
            ["Open Maps Fund", "member", 0],
            ["Night Film Club", "moderator", 2]
          ]
        )
        assert.deepInclude(value.page.deeds[0], { type: "threadStarted", community: "Open Maps Fund" })
        assert.deepStrictEqual((yield* visit("/api/notifications", waiting, { token })).value, { unread: 2, needs: 0 })
        assert.deepStrictEqual((yield* visit("/api/notifications", waiting)).value, { unread: 0, needs: 0 })
        // An action counts nothing, and the page that is rendered after it counts again.
        const actionAndPage = Effect.gen(function* () {
          const args = yield* RouteArgs
          const inAction = yield* waiting
          const request = new Request(args.request.url, { headers: args.request.headers })
          const onPage = yield* Effect.provideService(waiting, RouteArgs, { ...args, request })
          return { inAction, onPage }
        })
        assert.deepStrictEqual((yield* visit("/userDashboard", actionAndPage, { token, form: [] })).value, {
          inAction: { unread: 0, needs: 0 },
          onPage: { unread: 2, needs: 0 }
        })
      })
    )
  )

  it.effect("gives calendar programs the dates at an address that can be revoked", () =>
    scene(
      Effect.gen(function* () {
        const { film } = yield* prepared
        yield* join(film.id, BEN, { status: "suspended", suspendedUntil: TODAY + 3 * DAY })
        const token = yield* signIn(BEN)
        const submit = (intent: string) =>
          submitted("/userDashboard?index", dashboardAction, { token, form: [["intent", intent]] })
        const address = Effect.map(visit("/userDashboard?tab=calendar", dashboard, { token }), ({ value }) =>
          value.page?.tab === "calendar" ? value.page.address : undefined
        )
        assert.isNull(yield* address)
        assert.deepInclude(yield* submit("make-address"), { status: 303, to: "/userDashboard?tab=calendar" })
        const first = yield* address
        const secret = /^http:\/\/127\.0\.0\.1:3000\/calendar\/([a-z2-7]{32})$/.exec(first ?? "")?.[1] ?? ""
        const fetched = (text: string) => visit("/calendar/x", personalCalendar, { params: { secret: text } })
        const { value: file } = yield* fetched(secret)
        assert.strictEqual(file.headers.get("content-type"), "text/calendar; charset=utf-8")
        const text = yield* Effect.promise(() => file.text())
        assert.include(text, "SUMMARY:Your suspension in Night Film Club ends\r\n")
        assert.include(text, "DTSTART:20261123T120000Z\r\n")

        yield* submit("end-address")
        assert.strictEqual((yield* Effect.flip(fetched(secret)))._tag, "NotThere")
        yield* submit("make-address")
        assert.notStrictEqual(yield* address, first)
        for (const guess of ["", "x", "a".repeat(32)]) {
          assert.strictEqual((yield* Effect.flip(fetched(guess)))._tag, "NotThere")
        }
      })
    )
  )
})

describe("the texts of a To do list", () => {
  it("say that nothing is waiting, and how much is open", () => {
    assert.strictEqual(needsInWords(0, 0), "You're all caught up.")
    assert.strictEqual(needsInWords(0, 3), "You're all caught up. 3 things are open in your communities.")
    assert.strictEqual(needsInWords(2, 0), "2 things to do.")
    assert.strictEqual(needsInWords(1, 1), "1 thing to do. 1 thing is open in your communities.")
  })
})
