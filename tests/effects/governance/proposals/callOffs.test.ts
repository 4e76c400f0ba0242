/** A chosen date that is called off: who may, what is refused, what calendars, members and programs are notified. */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Either, TestClock } from "effect"
import { strFromU8, unzipSync } from "fflate"
import { afterAll, beforeAll, describe, test } from "vitest"
import type { Role } from "~/effects/access/Membership"
import { Agenda } from "~/effects/activity/agenda/Agenda.server"
import { calendarFile } from "~/effects/activity/calendar/ics"
import { Proposals } from "~/effects/governance/proposals/Proposals.server"
import { voteDates } from "~/effects/governance/proposals/pages/outputs.server"
import { stateOf } from "~/effects/governance/proposals/stateWords"
import { cardOf } from "~/effects/governance/proposals/view.server"
import { timeChoices } from "~/effects/governance/votes/proposal/pollTimes"
import { eventOf, factsOf } from "~/effects/publishing/webhooks/events"
import { describeOnBothDatabases } from "../../../databases"
import { CLOSE, closeDue, files } from "./sealing"
import { openSite, PAGE, publish, type Site } from "./site"
import { club, countOf, propose, rowOf, vote, voter, world } from "./world"

const STARTS = Date.parse("2026-11-29T18:00:00.000Z")
const choices = timeChoices([
  { start: "2026-11-29T18:00:00.000Z", end: "2026-11-29T20:00:00.000Z" },
  { start: "2026-11-30T18:00:00.000Z", end: "2026-11-30T20:00:00.000Z" }
])
const REASON = "The hall is flooded."

/** A poll by Ben in Ana's community that chose the first time. */
const counted = Effect.gen(function* () {
  const community = yield* club()
  const { id, number } = yield* propose(community, { voteType: "dates", choices, title: "Pruning day" })
  for (const name of ["Ana", "Ben", "Cho"]) yield* vote(id, name, { c1: 2, c2: 0 })
  yield* TestClock.setTime(CLOSE)
  yield* closeDue
  const row = () => rowOf(community, number)
  const callOff = (name: string, role: Role | null, reason = REASON) =>
    Effect.flatMap(Effect.all([Proposals, row()]), ([proposals, found]) =>
      proposals.callOff(found, { account: voter(name).account, role }, reason)
    )
  return { callOff, community, id, row }
})
type Counted = Effect.Effect.Success<typeof counted>

const refusal = (attempt: ReturnType<Counted["callOff"]>) =>
  Effect.map(Effect.flip(attempt), (error) => {
    if (error._tag !== "NotAllowed") throw error
    return [error.status, error.code, error.message]
  })
const notified = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly accountAddress: string; readonly text: string }>`
    SELECT account_address, text FROM notifications WHERE text LIKE ${"%called off%"} ORDER BY account_address`
  return rows.map(({ accountAddress, text }) => [accountAddress, text])
})

describeOnBothDatabases("A chosen date", (database) => {
  it.effect("that a moderator calls off is cancelled in calendars; the count and its file stay", () =>
    Effect.gen(function* () {
      const { callOff, community, row } = yield* counted
      const before = yield* row()
      const filesBefore = yield* files
      yield* TestClock.setTime(STARTS - 1)
      yield* callOff("Ana", "owner")

      const after = yield* row()
      assert.deepStrictEqual([after.status, after.tally, after.closedAt], ["passed", before.tally, before.closedAt])
      assert.deepStrictEqual(yield* files, filesBefore)
      assert.deepInclude(cardOf(after, STARTS), {
        calledOff: { at: STARTS - 1, by: voter("Ana").account, reason: REASON }
      })
      assert.strictEqual(after.calledOffName, "Ana")
      assert.strictEqual(stateOf(cardOf(after, STARTS), STARTS).word, "Called off")

      const entries = yield* voteDates(community, "club", "https://commonhold.example")
      const key = `date-${community}-1`
      assert.deepInclude(entries[0], { key, at: STARTS, isCalledOff: true, words: "Called off: Pruning day" })
      const ics = calendarFile({ name: "Club", host: "commonhold.example", now: STARTS, entries }).split("\r\n")
      for (const line of [`UID:${key}@commonhold.example`, "SEQUENCE:1", "STATUS:CANCELLED", "TRANSP:TRANSPARENT"]) {
        assert.include(ics, line)
      }
      const { dates } = yield* Effect.provide(Agenda, Agenda.Default)
      const own = yield* dates(voter("Eva").account, "366 days")
      assert.deepInclude(own[0], { key, isCalledOff: true, words: "Called off: “Pruning day” in Night Film Club" })
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("notifies everybody who was notified of it, but not who called it off, and is in the public activity", () =>
    Effect.gen(function* () {
      const { callOff } = yield* counted
      yield* callOff("Ana", "owner")
      const text = `“Pruning day” was called off: ${REASON}`
      const others = ["Ben", "Cho", "Dev", "Eva"].map((name): ReadonlyArray<string> => [voter(name).account, text])
      assert.sameDeepMembers(yield* notified, others)

      const sql = yield* SqlClient.SqlClient
      const [event] = yield* sql<{ readonly data: string; readonly visibility: string }>`
        SELECT data, visibility FROM activity_events WHERE type = 'dateCalledOff'`
      const data: Readonly<Record<string, string | number>> = JSON.parse(event?.data ?? "{}")
      assert.strictEqual(event?.visibility, "public")
      assert.strictEqual(eventOf("dateCalledOff"), "proposal.called_off")
      assert.deepStrictEqual(factsOf("proposal.called_off", data), { number: 1, title: "Pruning day" })
      const logged = yield* sql`SELECT action, reason FROM moderation_actions`
      assert.deepStrictEqual(
        logged.map(({ action, reason }) => [action, reason]),
        [["call-off", REASON]]
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("is called off by its author without an entry in the moderation log", () =>
    Effect.gen(function* () {
      const { callOff, row } = yield* counted
      yield* callOff("Ben", "member")
      assert.strictEqual((yield* row()).calledOffBy, voter("Ben").account)
      assert.strictEqual(yield* countOf("moderation_actions"), 0)
      const names = ["Ana", "Cho", "Dev", "Eva"].map((name): string => voter(name).account)
      assert.sameMembers(
        (yield* notified).map(([account = ""]) => account),
        names
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("is called off by nobody else, not twice, and not after it began", () =>
    Effect.gen(function* () {
      const { callOff, row } = yield* counted
      const noRole = [403, "E-ROLE", "Only the author, a moderator or the owner can call off this date."]
      assert.deepStrictEqual(yield* refusal(callOff("Cho", "member")), noRole)
      // The author who has left.
      assert.deepStrictEqual(yield* refusal(callOff("Ben", null)), noRole)
      yield* TestClock.setTime(STARTS)
      assert.deepStrictEqual(yield* refusal(callOff("Ana", "owner")), [
        409,
        "E-STATE",
        "This date is past its beginning; calling it off is no longer possible."
      ])
      assert.strictEqual((yield* row()).calledOffAt, null)
      assert.deepStrictEqual(yield* notified, [])

      yield* TestClock.setTime(STARTS - 1)
      yield* callOff("Ben", "member")
      assert.deepStrictEqual(yield* refusal(callOff("Ana", "owner", "Nobody came last time.")), [
        409,
        "E-STATE",
        "This date is called off already; calling it off is no longer possible."
      ])
      assert.strictEqual((yield* row()).calledOffReason, REASON)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("does not exist before the count or in other proposals", () =>
    Effect.gen(function* () {
      const community = yield* club()
      const proposals = yield* Proposals
      const owner = { account: voter("Ana").account, role: "owner" } as const
      for (const changes of [{ voteType: "dates", choices } as const, {}]) {
        const { number } = yield* propose(community, changes)
        const attempt = proposals.callOff(yield* rowOf(community, number), owner, REASON)
        assert.deepStrictEqual(yield* refusal(attempt), [
          409,
          "E-STATE",
          "This proposal is without a date; calling it off is no longer possible."
        ])
      }
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("is called off once by two at the same time", () =>
    Effect.gen(function* () {
      const { callOff, row } = yield* counted
      const attempts = [callOff("Ana", "owner", "Storm is coming."), callOff("Ben", "member")]
      const ends = yield* Effect.all(attempts.map(Effect.either), { concurrency: "unbounded" })
      assert.strictEqual(ends.filter(Either.isRight).length, 1)
      const lost = ends.find(Either.isLeft)
      assert.deepInclude(lost?.left, { status: 409, code: "E-STATE" })
      const { calledOffBy } = yield* row()
      const everybodyElse = ["Ana", "Ben", "Cho", "Dev", "Eva"]
        .map((name): string => voter(name).account)
        .filter((account) => account !== calledOffBy)
      assert.sameMembers(
        (yield* notified).map(([account = ""]) => account),
        everybodyElse
      )
    }).pipe(Effect.provide(world(database)))
  )
})

describe("A chosen date over HTTP", () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site.stop())
  const POLL = "pruningdayaa"
  const slug = "pruning-club"
  const reason = "The ladders are gone."

  test("is refused in words to others, and then called off in the page, the read API, exports and the calendar", async () => {
    const id = await site.club(slug, { weightMode: "member" })
    const now = await site.within(Clock.currentTimeMillis)
    const day = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)
    const times = {
      voteType: "dates",
      timesAre: "clock",
      timeZone: "UTC",
      timeStart: [`${day(20)}T18:00`, `${day(21)}T18:00`],
      timeEnd: [`${day(20)}T20:00`, `${day(21)}T20:00`]
    }
    const published = await publish(site, id, POLL, times)
    assert.strictEqual(published.status, 303, published.text)
    for (const who of ["Ana", "Ben", "Cho"] as const) {
      const { status, text } = await site.cast(who, await site.signed(who, POLL, { c1: 2, c2: 0 }))
      assert.strictEqual(status, 200, text)
    }
    await site.closeAfter(121)
    const page = (who: "Ana" | "Ben" | "Cho") => site.ask(who, PAGE, "/?p=1", { params: { id } })
    const press = (who: "Ana" | "Ben" | "Cho", why = reason) =>
      site.ask(who, PAGE, "/?p=1", { form: { intent: "call-off", reason: why }, params: { id } })
    const inApi = async () =>
      (await site.ask("nobody", "api.v1.communities.$slug.proposals.$n.ts", "/", { params: { slug, n: "1" } })).json
    const list = (format: string) =>
      site.ask("nobody", "api.exports.proposals.ts", `/?community=${slug}&format=${format}`)
    const calendar = async () =>
      (await site.ask("nobody", "explore.$slug.calendar[.]ics.ts", "/", { params: { slug } })).text
    const ballots = async () =>
      (await site.ask("nobody", "explore.$slug.proposals.$n.ballots[.]json.ts", "/", { params: { slug, n: "1" } })).text

    const before = await inApi()
    assert.notProperty(before, "calledOff")
    assert.notInclude(await calendar(), "STATUS:CANCELLED")
    const file = await ballots()
    assert.include((await page("Ana")).text, '"callOff":true')
    assert.include((await page("Cho")).text, '"callOff":false')
    const refused = await press("Cho")
    assert.deepEqual(
      [refused.status, refused.json.code, refused.json.message],
      [403, "E-ROLE", "Only the author, a moderator or the owner can call off this date."]
    )
    const short = await press("Ana", "No")
    assert.deepEqual(
      [short.status, short.json.code, short.json.fields],
      [422, "E-FIELDS", { reason: "Reason: 5 to 300 characters." }]
    )
    assert.deepEqual(await inApi(), before)

    const done = await press("Ana")
    assert.deepEqual([done.status, done.to], [303, `/community/detail/${id}/proposals?p=1`])
    const twice = await press("Ben")
    assert.deepEqual([twice.status, twice.json.code], [409, "E-STATE"])
    const { calledOff, ...rest } = await inApi()
    assert.deepEqual(rest, before)
    assert.deepInclude(calledOff, { by: voter("Ana").account, reason })
    const { text } = await page("Cho")
    for (const part of [`"reason":"${reason}"`, '"calledOffName":"Ana"', '"callOff":false']) assert.include(text, part)
    assert.deepEqual(JSON.parse((await list("json")).text).proposals[0].calledOff, calledOff)
    const [header = "", row = ""] = (await list("csv")).text.split("\r\n")
    assert.isTrue(header.endsWith(",calledOffAt"), header)
    assert.isTrue(row.endsWith(`,${(calledOff as { readonly at: string }).at}`), row)
    assert.include(await calendar(), "STATUS:CANCELLED")
    assert.strictEqual(await ballots(), file)

    const archive = await site.ask("Ana", "api.exports.community.ts", `/?community=${slug}`)
    const files = unzipSync(Uint8Array.from(archive.text, (letter) => letter.charCodeAt(0)))
    assert.include(
      Object.values(files)
        .map((bytes) => strFromU8(bytes))
        .join("\n"),
      `"calledOffReason":"${reason}"`
    )
  })
})
