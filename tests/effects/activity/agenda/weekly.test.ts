/** "Your week": when it is written, for whom, once, and in the order of To do. */
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, FastCheck, Layer, Ref, TestClock } from "effect"
import { Agenda } from "~/effects/activity/agenda/Agenda.server"
import { WeeklyEmails, weeklyJob, weekSlots } from "~/effects/activity/agenda/WeeklyEmails.server"
import { MailChoices } from "~/effects/activity/notifications/MailChoices.server"
import { leaveAction } from "~/effects/activity/notifications/pages/leave.server"
import { sendDue } from "~/effects/base/jobs/OutboxWorker.server"
import { headersOf, Mailer, SentEmails } from "~/effects/base/mail/Mailer.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { EmailInvitations } from "~/effects/communities/members/EmailInvitations.server"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { settings } from "../../people/signup/world"
import { visit } from "../../publishing/dashboard/visits"
import { found, join, person, TODAY, world } from "../activity/world"

const ANA = asAccount("account_tdx_2_ana")
const BEN = asAccount("account_tdx_2_ben")
const CLEO = asAccount("account_tdx_2_cleo")
const DAY = 86_400_000
/** TODAY is a Friday, 2026-11-20. */
const MONDAY = Date.parse("2026-11-23T07:00:00Z")

describeOnBothDatabases("The weekly e-mail", (database) => {
  const Live = Layer.mergeAll(
    WeeklyEmails.Default,
    Agenda.Default,
    MailChoices.Default,
    SecretLinks.Default,
    EmailInvitations.Default,
    Mailer.layerMemory.pipe(Layer.provideMerge(SentEmails.layer))
  ).pipe(Layer.provideMerge(Outbox.Default), Layer.provideMerge(world(database)), Layer.provideMerge(settings()))
  const scene = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  const run = Effect.flatMap(weeklyJob, (job) => job.run)
  const emails = Effect.gen(function* () {
    yield* run
    yield* sendDue
    return yield* Ref.get(yield* SentEmails)
  })
  const wait = (communityId: string) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* join(communityId, CLEO, { status: "applied", joinedAt: TODAY - DAY })
      yield* sql`INSERT INTO hand_overs ${sql.insert({
        communityId,
        fromAccount: BEN,
        toAccount: ANA,
        createdAt: TODAY,
        expiresAt: TODAY + 7 * DAY
      })}`
    })
  const prepared = Effect.gen(function* () {
    yield* person(ANA, "Ana Ribeiro")
    yield* person(BEN, "Ben Okafor")
    const { id } = yield* found({ slug: "night-film", name: "Night Film Club", visibility: "private" })
    yield* join(id, ANA, { role: "moderator" })
    yield* join(id, BEN)
    return id
  })

  it.effect("has what waits in the order of the page, on Monday at seven, and not for those who have nothing", () =>
    scene(
      Effect.gen(function* () {
        const id = yield* prepared
        yield* wait(id)
        assert.lengthOf(yield* emails, 0)
        yield* TestClock.setTime(MONDAY - 60_000)
        assert.lengthOf(yield* emails, 0)
        yield* TestClock.setTime(MONDAY)
        const [email, ...more] = yield* emails
        assert.lengthOf(more, 0)
        assert.strictEqual(email?.to, "ana.ribeiro@people.example")
        assert.strictEqual(email?.subject, "Commonhold: your week, 2 things to do")
        const paths = [...(email?.text ?? "").matchAll(/^ {2}http:\/\/127\.0\.0\.1:3000(\S+)$/gm)].map(
          ([, path]) => path
        )
        assert.deepStrictEqual(
          paths,
          (yield* (yield* Agenda).needs(ANA)).map(({ path }) => path)
        )
        assert.match(email?.text ?? "", /take over Night Film Club\n {2}until /)
        assert.include(
          headersOf(email ?? { messageId: "", to: "", subject: "", text: "" })["List-Unsubscribe"],
          "?of=week"
        )
      })
    )
  )

  it.effect("is written once a week, also by two servers at a time and after a crash between", () =>
    scene(
      Effect.gen(function* () {
        yield* wait(yield* prepared)
        yield* run
        yield* TestClock.setTime(MONDAY)
        yield* Effect.all([run, run], { concurrency: 2 })
        assert.lengthOf(yield* emails, 1)
        yield* TestClock.setTime(MONDAY + 7 * DAY - 60_000)
        assert.lengthOf(yield* emails, 1)
        // A crash before the commit leaves no e-mail behind, and the next run writes it.
        const sql = yield* SqlClient.SqlClient
        yield* TestClock.setTime(MONDAY + 7 * DAY)
        yield* Effect.exit(sql.withTransaction(Effect.zipRight(run, Effect.die("crash"))))
        assert.lengthOf(yield* emails, 2)
        // Three weeks without a server: one e-mail.
        yield* TestClock.setTime(MONDAY + 29 * DAY)
        assert.lengthOf(yield* emails, 3)
        assert.lengthOf(yield* emails, 3)
      })
    )
  )

  it.effect("follows the time zone without a second e-mail in the week in which it changes", () =>
    scene(
      Effect.gen(function* () {
        yield* wait(yield* prepared)
        yield* run
        const choices = yield* MailChoices
        const choose = (timezone: string, weekly = true) =>
          Effect.flatMap(choices.read(ANA), (mine) => choices.save(ANA, { ...mine, timezone, weekly }))
        yield* choose("America/Los_Angeles")
        yield* TestClock.setTime(MONDAY)
        assert.lengthOf(yield* emails, 0)
        yield* TestClock.adjust("8 hours")
        assert.lengthOf(yield* emails, 1)
        yield* choose("Pacific/Honolulu")
        yield* choose("Pacific/Honolulu", false)
        yield* choose("Pacific/Honolulu")
        yield* TestClock.adjust("12 hours")
        assert.lengthOf(yield* emails, 1)
        yield* TestClock.setTime(MONDAY + 7 * DAY + 10 * 3_600_000)
        assert.lengthOf(yield* emails, 2)
      })
    )
  )

  it.effect("comes on the chosen day, at least six days after the last, through changes of day and zone", () =>
    scene(
      Effect.gen(function* () {
        yield* wait(yield* prepared)
        const sql = yield* SqlClient.SqlClient
        const choices = yield* MailChoices
        const due = Effect.map(
          sql<{ weeklyAt: number }>`SELECT weekly_at FROM users WHERE account_address = ${ANA}`,
          ([row]) => Number(row?.weeklyAt)
        )
        const zones = ["Pacific/Kiritimati", "Pacific/Niue", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe"]
        const change = FastCheck.record({
          hours: FastCheck.integer({ min: 1, max: 200 }),
          timezone: FastCheck.constantFrom(...zones),
          weeklyDay: FastCheck.integer({ min: 1, max: 7 })
        })
        const sent: Array<number> = []
        let now = TODAY
        let plan = { timezone: "UTC", weeklyDay: 1 }
        /** Runs the job at each due time until `end`. */
        const runUntil = (end: number) =>
          Effect.gen(function* () {
            yield* run
            for (let at = yield* due; at <= end; at = yield* due) {
              const before = (yield* emails).length
              yield* TestClock.setTime(at)
              assert.lengthOf(yield* emails, before + 1)
              const local = DateTime.toParts(DateTime.unsafeMakeZoned(at, { timeZone: plan.timezone }))
              assert.deepInclude(local, { weekDay: plan.weeklyDay % 7, hours: 7, minutes: 0 })
              sent.push(at)
            }
            now = end
            yield* TestClock.setTime(now)
          })
        for (const { hours, timezone, weeklyDay } of FastCheck.sample(change, { numRuns: 40, seed: 37 })) {
          yield* runUntil(now + hours * 3_600_000)
          plan = { timezone, weeklyDay }
          yield* choices.save(ANA, { ...(yield* choices.read(ANA)), ...plan })
        }
        const beforeTheRest = sent.length
        yield* runUntil(now + 28 * DAY)
        assert.isAtLeast(sent.length - beforeTheRest, 3)
        assert.isAtLeast(beforeTheRest, 8)
        for (const [index, at] of sent.slice(1).entries()) assert.isAtLeast(at - (sent[index] ?? 0), 6 * DAY)
      })
    )
  )

  it.effect("ends with one press, and is not sent to those who never wanted e-mails, nor to removed accounts", () =>
    scene(
      Effect.gen(function* () {
        const id = yield* prepared
        const sql = yield* SqlClient.SqlClient
        yield* wait(id)
        yield* run
        yield* TestClock.setTime(MONDAY)
        const [email] = yield* emails
        const url = new URL(email?.leaveUrl ?? "")
        const params = { secret: url.pathname.split("/")[2] ?? "" }
        yield* visit(`${url.pathname}${url.search}`, leaveAction, { params, form: [["List-Unsubscribe", "One-Click"]] })
        const choices = yield* MailChoices
        assert.deepInclude(yield* choices.read(ANA), { weekly: false, digest: true })
        yield* TestClock.adjust("7 days")
        assert.lengthOf(yield* emails, 1)
        yield* choices.save(ANA, { ...(yield* choices.read(ANA)), weekly: true })
        assert.lengthOf(yield* emails, 1) // not for the weeks in between
        yield* sql`UPDATE users SET status = 'removed' WHERE account_address = ${ANA}`
        yield* TestClock.adjust("7 days")
        assert.lengthOf(yield* emails, 1)
      })
    )
  )
})

describe("weekSlots", () => {
  it.each([
    ["2026-11-23T06:59:59Z", "UTC", 1, "2026-11-16T07:00", "2026-11-23T07:00"],
    ["2026-11-23T07:00:00Z", "UTC", 1, "2026-11-23T07:00", "2026-11-30T07:00"],
    ["2026-11-22T12:00:00Z", "UTC", 7, "2026-11-22T07:00", "2026-11-29T07:00"],
    ["2026-11-22T23:00:00Z", "Asia/Kathmandu", 1, "2026-11-16T01:15", "2026-11-23T01:15"],
    // Clocks go forward on the night before.
    ["2026-03-25T12:00:00Z", "Europe/Berlin", 1, "2026-03-23T06:00", "2026-03-30T05:00"],
    ["2026-11-20T12:00:00Z", "Nowhere/At_all", 5, "2026-11-20T07:00", "2026-11-27T07:00"]
  ])("at %s in %s, day %i, are %s and %s", (now, timezone, weeklyDay, last, next) => {
    const slots = weekSlots(Date.parse(now), { timezone, weeklyDay })
    assert.deepStrictEqual(
      [slots.last, slots.next].map((at) => new Date(at).toISOString().slice(0, 16)),
      [last, next]
    )
  })
})
