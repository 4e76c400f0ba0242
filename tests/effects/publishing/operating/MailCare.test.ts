import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Ref } from "effect"
import { BounceNotices } from "~/effects/activity/notifications/BounceNotices.server"
import { sendDue } from "~/effects/base/jobs/OutboxWorker.server"
import { Bounces } from "~/effects/base/mail/Bounces.server"
import { Mailer, MailNotSent, SentEmails } from "~/effects/base/mail/Mailer.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { MailCare } from "~/effects/publishing/operating/MailCare.server"
import { describeOnBothDatabases } from "../../../databases"
import { because, failureOf, logged, sceneOn } from "./world"

const EMAIL = "ana.ribeiro@people.example"
const write = (subject: string, isAskedFor?: true) =>
  Effect.flatMap(Outbox, (outbox) =>
    outbox.write({ to: EMAIL, subject, text: "Hello.", ...(isAskedFor && { isAskedFor }) })
  )
/** A round in which the mail server refuses. */
const refused = (isBounce: boolean) =>
  Effect.provideService(sendDue, Mailer, {
    send: () => new MailNotSent({ reason: "EENVELOPE 550", permanent: true, isBounce })
  })
const emails = Effect.flatMap(MailCare, (care) => care.list(10))
const subjects = Effect.map(Effect.flatMap(SentEmails, Ref.get), (all) => all.map(({ subject }) => subject))
const notified = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly text: string; readonly email: string }>`SELECT text, email FROM notifications`
)

describeOnBothDatabases("Undelivered e-mails", (database) => {
  const scene = sceneOn(database)

  it.effect("are sent again once, with their text", () =>
    scene(
      Effect.gen(function* () {
        const care = yield* MailCare
        yield* write("A vote closes")
        yield* refused(false)
        const [email] = yield* emails
        assert.deepInclude(email, { recipient: EMAIL, attempts: 1, lastError: "EENVELOPE 550", hasText: 1 })
        yield* care.resend(email?.id ?? "", because())
        assert.strictEqual(
          yield* failureOf(care.resend(email?.id ?? "", because())),
          "E-STATE This e-mail is about to be sent."
        )
        yield* sendDue
        assert.deepEqual(yield* subjects, ["A vote closes"])
        assert.match(yield* failureOf(care.resend(email?.id ?? "", because())), /^E-NOT-FOUND There is no e-mail /)
        assert.deepEqual(yield* logged, [
          `machine: ada: Sent an e-mail again on “A vote closes” to ${EMAIL} (Sells shoes in every thread.)`
        ])
      })
    )
  )

  it.effect("are discarded once, and their recipient is notified in the app", () =>
    scene(
      Effect.gen(function* () {
        const care = yield* MailCare
        yield* write("A vote closes")
        const [email] = yield* emails
        yield* care.drop(email?.id ?? "", because())
        assert.strictEqual(
          yield* failureOf(care.drop(email?.id ?? "", because())),
          "E-STATE This e-mail has already been discarded."
        )
        assert.match(
          yield* failureOf(care.resend(email?.id ?? "", because())),
          /^E-STATE The text of this e-mail is deleted/
        )
        assert.strictEqual(yield* sendDue, 0)
        assert.deepEqual<unknown>(yield* notified, [
          { text: "An e-mail to you was not sent: “A vote closes”", email: "none" }
        ])
        assert.match(yield* failureOf(care.drop("nothing", because())), /^E-NOT-FOUND There is no e-mail “nothing”\.$/)
      })
    )
  )

  it.effect("stop e-mail to an address after a permanent refusal, and notify the person once", () =>
    scene(
      Effect.gen(function* () {
        const bounces = yield* Bounces
        const news = yield* BounceNotices
        yield* write("One")
        yield* refused(true)
        yield* write("Two")
        assert.isTrue(yield* bounces.has("Ana.Ribeiro@people.example"))
        assert.deepEqual(
          (yield* emails).map(({ subject }) => subject),
          ["One"]
        )
        yield* news.notifyAll
        yield* news.notifyAll
        assert.deepEqual<unknown>(yield* notified, [
          {
            text: `E-mails to ${EMAIL} bounce. Please check your e-mail address: until then we send none.`,
            email: "none"
          }
        ])
        assert.deepEqual(yield* subjects, [])
      })
    )
  )

  it.effect("are discarded together with whatever else waits for the address", () =>
    scene(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* write("One")
        yield* write("Two")
        yield* sql`UPDATE outbox SET next_try_at = next_try_at + 1000 WHERE subject = 'Two'`
        yield* refused(true)
        assert.lengthOf(yield* sql`SELECT id FROM outbox WHERE failed_at IS NOT NULL`, 2)
      })
    )
  )

  it.effect("are tried again when their recipient requests one, and the first delivery releases the others", () =>
    scene(
      Effect.gen(function* () {
        const bounces = yield* Bounces
        yield* bounces.add(EMAIL, "EENVELOPE 550")
        yield* write("Your code", true)
        yield* sendDue
        yield* write("News")
        yield* sendDue
        assert.deepEqual(yield* subjects, ["Your code", "News"])
      })
    )
  )

  it.effect("do not stop others after a temporary failure", () =>
    scene(
      Effect.gen(function* () {
        yield* write("One")
        yield* refused(false)
        yield* write("Two")
        yield* sendDue
        assert.deepEqual(yield* subjects, ["Two"])
      })
    )
  )

  it.effect("can be stopped and released by an operator", () =>
    scene(
      Effect.gen(function* () {
        const care = yield* MailCare
        yield* care.bounce(EMAIL, because("Came back on Tuesday."))
        assert.strictEqual(yield* failureOf(care.bounce(EMAIL, because())), `E-STATE ${EMAIL} is already blocked.`)
        assert.deepEqual(
          (yield* care.bounced(5)).map(({ address, reason }) => [address, reason]),
          [[EMAIL, "Came back on Tuesday."]]
        )
        yield* care.unbounce(EMAIL, because("The box works again."))
        assert.strictEqual(yield* failureOf(care.unbounce(EMAIL, because())), `E-STATE ${EMAIL} is not blocked.`)
        assert.match(
          yield* failureOf(care.bounce("nobody", because())),
          /^E-NOT-FOUND There is no e-mail address “nobody”\.$/
        )
      })
    )
  )
})
