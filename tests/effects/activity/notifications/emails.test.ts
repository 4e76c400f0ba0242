import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Ref, TestClock } from "effect"
import { Digests, digestJob } from "~/effects/activity/notifications/Digests.server"
import { atOnceJob, EmailsAtOnce } from "~/effects/activity/notifications/EmailsAtOnce.server"
import { MailChoices } from "~/effects/activity/notifications/MailChoices.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { leaveAction, leavePage } from "~/effects/activity/notifications/pages/leave.server"
import { sendDue } from "~/effects/base/jobs/OutboxWorker.server"
import { headersOf, Mailer, SentEmails } from "~/effects/base/mail/Mailer.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { EmailInvitations } from "~/effects/communities/members/EmailInvitations.server"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { counting } from "../../communities/founding/counting"
import { settings } from "../../people/signup/world"
import { visit } from "../../publishing/dashboard/visits"
import { found, join, person, TODAY, world } from "../activity/world"

const ANA = asAccount("account_tdx_2_ana")
const BEN = asAccount("account_tdx_2_ben")
const MINUTE = 60_000

describeOnBothDatabases("Notification e-mails", (database) => {
  const Live = Layer.mergeAll(
    EmailsAtOnce.Default,
    Digests.Default,
    MailChoices.Default,
    SecretLinks.Default,
    Mailer.layerMemory.pipe(Layer.provideMerge(SentEmails.layer))
  ).pipe(
    Layer.provideMerge(EmailInvitations.Default),
    Layer.provideMerge(Outbox.Default),
    Layer.provideMerge(world(database)),
    Layer.provideMerge(settings())
  )

  const scene = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  const prepared = Effect.gen(function* () {
    const { id } = yield* found({ slug: "night-film", name: "Night Film Club" })
    yield* person(ANA, "Ana Ribeiro")
    yield* person(BEN, "Ben")
    yield* join(id, ANA)
    yield* join(id, BEN)
    const { notify } = yield* Notifications
    const reply = (text: string, to = [ANA]) =>
      notify({
        to,
        type: "reply",
        communityId: id,
        target: `/community/detail/${id}/discussion?thread=1`,
        text,
        importance: "normal"
      })
    const decided = notify({
      to: [ANA],
      type: "applicationDecided",
      communityId: id,
      target: `/community/detail/${id}`,
      text: "Night Film Club: you are a member now.",
      importance: "important"
    })
    return { decided, id, reply, notify }
  })

  const jobs = Effect.gen(function* () {
    yield* (yield* atOnceJob).run
    yield* (yield* digestJob).run
  })
  /** Runs the jobs as servers do, and returns every e-mail sent so far. */
  const emails = Effect.gen(function* () {
    yield* jobs
    yield* jobs
    yield* sendDue
    return yield* Ref.get(yield* SentEmails)
  })

  it.effect("to other accounts are sent when one account cannot be read", () =>
    scene(
      Effect.gen(function* () {
        const { decided, reply, notify } = yield* prepared
        const sql = yield* SqlClient.SqlClient
        yield* decided
        yield* notify({
          to: [BEN],
          type: "applicationDecided",
          communityId: null,
          target: "/explore",
          text: "You are a member now.",
          importance: "important"
        })
        yield* sql`UPDATE notifications SET type = 'unheard of' WHERE account_address = ${ANA}`
        const first = yield* emails
        assert.deepEqual(
          first.map(({ to }) => to.startsWith("ben")),
          [true]
        )
        yield* sql`UPDATE notifications SET type = 'applicationDecided' WHERE account_address = ${ANA}`
        // The same for the digest, whose time zone is read from the account.
        yield* reply("Ben replied.", [ANA, BEN])
        yield* sql`UPDATE users SET timezone = 'Nowhere/Atlantis' WHERE account_address = ${ANA}`
        yield* TestClock.adjust("25 hours")
        const later = yield* emails
        assert.lengthOf(later.filter(({ to }) => to.startsWith("ana")).slice(0, 1), 1)
        yield* TestClock.adjust("25 hours")
        assert.isAbove((yield* emails).filter(({ to }) => to.startsWith("ben")).length, 1)
      })
    )
  )

  it.effect("are sent immediately where chosen, once, however often the job runs", () =>
    scene(
      Effect.gen(function* () {
        const { decided } = yield* prepared
        yield* decided
        const [email, ...more] = yield* emails
        assert.lengthOf(more, 0)
        assert.strictEqual(email?.to, "ana.ribeiro@people.example")
        assert.strictEqual(email?.subject, "Night Film Club: you are a member now.")
        assert.match(email?.text ?? "", /http:\/\/127\.0\.0\.1:3000\/community\/detail\/[a-z2-7]{12}\n/)
        assert.match(email?.leaveUrl ?? "", /^http:\/\/127\.0\.0\.1:3000\/leave\/[a-z2-7]{32}\?of=applicationDecided$/)
        assert.include(email?.text, `Unsubscribe: ${email?.leaveUrl}`)
        assert.deepInclude(headersOf(email ?? { messageId: "", to: "", subject: "", text: "" }), {
          "List-Unsubscribe": `<${email?.leaveUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
        })
      })
    )
  )

  it.effect("are collected until eight in the morning local time, grouped and counted", () =>
    scene(
      Effect.gen(function* () {
        const { reply, notify } = yield* prepared
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE users SET timezone = 'Europe/Berlin' WHERE account_address = ${ANA}`
        yield* reply("Ben replied to you.")
        yield* reply("Cleo replied to you.")
        yield* notify({
          to: [ANA],
          type: "mention",
          communityId: null,
          target: "/userDashboard",
          text: "Ben mentioned you.",
          importance: "normal"
        })
        assert.lengthOf(yield* emails, 0)
        yield* TestClock.setTime(Date.parse("2026-11-21T06:59:00Z"))
        assert.lengthOf(yield* emails, 0)
        yield* TestClock.adjust(MINUTE)
        const [email, ...more] = yield* emails
        assert.lengthOf(more, 0)
        assert.strictEqual(email?.subject, "Commonhold: 2 new notifications since your last digest")
        assert.match(email?.text ?? "", /Night Film Club\n {2}Cleo replied to you\. \(2 times\)\n {2}http/)
        assert.include(email?.leaveUrl, "?of=digest")
        // Nothing new: no e-mail the next morning.
        yield* TestClock.adjust("1 day")
        assert.lengthOf(yield* emails, 1)
      })
    )
  )

  it.effect("omit what was read meanwhile, and are not sent to former members and deleted accounts", () =>
    scene(
      Effect.gen(function* () {
        const { reply } = yield* prepared
        const sql = yield* SqlClient.SqlClient
        yield* reply("Cleo replied to you.", [ANA, BEN])
        yield* jobs
        yield* sql`UPDATE notifications SET read_at = ${TODAY} WHERE account_address = ${ANA}`
        yield* sql`UPDATE users SET status = 'removed' WHERE account_address = ${BEN}`
        yield* TestClock.adjust("1 day")
        assert.lengthOf(yield* emails, 0)
        assert.deepStrictEqual(yield* sql`SELECT COUNT(*) AS waiting FROM digests`, [{ waiting: 0 }])
      })
    )
  )

  it.effect("can be unsubscribed with one post without a session; opening the page changes nothing", () =>
    scene(
      Effect.gen(function* () {
        const { decided, reply } = yield* prepared
        yield* decided
        const [email] = yield* emails
        const url = new URL(email?.leaveUrl ?? "")
        const params = { secret: url.pathname.split("/")[2] ?? "" }
        const path = `${url.pathname}${url.search}`
        const page = yield* visit(path, leavePage, { params })
        assert.deepStrictEqual(page.value, { emails: "e-mails about “Your application is decided”", community: null })
        const former = yield* visit(`${url.pathname}?of=keepers`, leavePage, { params })
        assert.strictEqual(former.value.emails, "e-mails about “Payments that need your signature”")
        yield* TestClock.adjust("20 minutes")
        yield* decided
        assert.lengthOf(yield* emails, 2)

        const oneClick = [["List-Unsubscribe", "One-Click"]] as const
        const { value } = yield* visit(path, leaveAction, { params, form: oneClick })
        assert.deepStrictEqual(value, { left: "these" })
        yield* TestClock.adjust("20 minutes")
        yield* decided
        yield* reply("Ben replied to you.")
        yield* jobs
        yield* TestClock.adjust("1 day")
        assert.lengthOf(yield* emails, 3) // the digest still comes

        yield* reply("Ben replied to you.")
        yield* jobs
        yield* visit(path, leaveAction, { params, form: [["leave", "everything"]] })
        yield* TestClock.adjust("1 day")
        assert.lengthOf(yield* emails, 3)
        const choices = yield* (yield* MailChoices).read(ANA)
        assert.isFalse(choices.digest)
        assert.isTrue(Object.values(choices.kinds).every((choice) => choice === "none"))
      })
    )
  )

  it.effect("cannot be unsubscribed with a guessed link", () =>
    scene(
      Effect.gen(function* () {
        yield* prepared
        for (const secret of ["", "x", "a".repeat(16), "a".repeat(32), "' OR 1=1 --"]) {
          const failure = yield* Effect.flip(visit("/leave/x", leaveAction, { params: { secret }, form: [] }))
          assert.strictEqual(failure._tag, "NotThere")
        }
      })
    )
  )

  it.effect("compute the mornings of many readers together, each in their own time zone", () =>
    scene(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { reply } = yield* prepared
        const readers = Array.from({ length: 40 }, (_, n) => asAccount(`account_tdx_2_reader${n}`))
        yield* Effect.forEach(readers, (account, n) => person(account, `Reader ${n}`))
        yield* sql`UPDATE users SET timezone = 'Asia/Tokyo' WHERE account_address = ${ANA}`
        yield* reply("Cleo replied to you.", [ANA, ...readers])
        const { statements } = yield* counting(Effect.flatMap(Digests, ({ writeDue }) => writeDue))
        assert.isAtMost(statements, 6)
        const [ana] = yield* sql`SELECT due_at FROM digests WHERE account_address = ${ANA}`
        assert.deepStrictEqual(ana, { dueAt: Date.parse("2026-11-20T23:00:00Z") })
        const others = yield* sql`SELECT DISTINCT due_at FROM digests WHERE account_address <> ${ANA}`
        assert.deepStrictEqual(others, [{ dueAt: Date.parse("2026-11-21T08:00:00Z") }])
      })
    )
  )
})
