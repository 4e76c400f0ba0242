import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Clock, Context, Effect, Fiber, Layer, Queue, Ref, TestClock } from "effect"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { OutboxWorkerLive, sendDue } from "~/effects/base/jobs/OutboxWorker.server"
import { type Email, Mailer, MailNotSent, SentEmails } from "~/effects/base/mail/Mailer.server"
import { MAX_TRIES, Outbox } from "~/effects/base/mail/Outbox.server"
import { describeOnBothDatabases } from "../../../databases"
import { settings, TODAY } from "../../people/signup/world"

const email = { to: "ada@example.org", subject: "Hello", text: "An e-mail" }

/** What the mail server does next, with a record of the e-mails it accepted. */
class MailServer extends Context.Tag("tests/MailServer")<
  MailServer,
  {
    readonly down: Ref.Ref<false | "for now" | "for good">
    readonly sent: Ref.Ref<ReadonlyArray<Email>>
    readonly arrived: Queue.Queue<Email>
  }
>() {
  static readonly layer = Layer.effect(
    MailServer,
    Effect.all({
      down: Ref.make<false | "for now" | "for good">(false),
      sent: Ref.make<ReadonlyArray<Email>>([]),
      arrived: Queue.unbounded<Email>()
    })
  )
}
const MailerLive = Layer.effect(
  Mailer,
  Effect.map(MailServer, ({ arrived, down, sent }) => ({
    send: (given: Email) =>
      Effect.gen(function* () {
        const state = yield* Ref.get(down)
        if (state !== false) {
          return yield* new MailNotSent({ reason: "ECONNREFUSED", permanent: state === "for good" })
        }
        yield* Effect.yieldNow()
        yield* Ref.update(sent, (emails) => [...emails, given])
        yield* Queue.offer(arrived, given)
      })
  }))
)

const write = Effect.gen(function* () {
  const outbox = yield* Outbox
  yield* outbox.write(email)
  yield* outbox.wake
})
const sent = Effect.flatMap(MailServer, (server) => Ref.get(server.sent))
const fall = (how: false | "for now" | "for good") => Effect.flatMap(MailServer, (server) => Ref.set(server.down, how))

describeOnBothDatabases("Outbox", (database) => {
  const Live = Layer.mergeAll(Outbox.Default, MailerLive).pipe(
    Layer.provideMerge(MailServer.layer),
    Layer.provideMerge(settings()),
    Layer.provideMerge(database)
  )
  const scene = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  it.effect("sends an e-mail once", () =>
    scene(
      Effect.gen(function* () {
        yield* write
        assert.strictEqual(yield* sendDue, 1)
        assert.strictEqual(yield* sendDue, 0)
        const [only, ...more] = yield* sent
        assert.lengthOf(more, 0)
        assert.deepInclude(only, email)
        assert.match(only?.messageId ?? "", /^[a-z2-7]{20}@127\.0\.0\.1$/)
      })
    )
  )

  it.effect("sends nothing for a transaction that was rolled back", () =>
    scene(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Effect.either(sql.withTransaction(Effect.zipRight(write, Effect.fail("undone"))))
        assert.strictEqual(yield* sendDue, 0)
      })
    )
  )

  it.effect(
    "tries eight times within 24 hours under one message id, then gives up",
    () =>
      scene(
        Effect.gen(function* () {
          yield* write
          yield* fall("for now")
          const sql = yield* SqlClient.SqlClient
          const times: Array<number> = []
          for (let round = 0; round <= MAX_TRIES; round++) {
            if ((yield* sendDue) === 0) break
            times.push(((yield* Clock.currentTimeMillis) - TODAY) / 1_000)
            const [next] = yield* sql<{ readonly nextTryAt: number }>`SELECT next_try_at FROM outbox`
            yield* TestClock.setTime((next?.nextTryAt ?? TODAY) - 1)
            assert.strictEqual(yield* sendDue, 0)
            yield* TestClock.adjust("1 millis")
          }
          assert.lengthOf(times, MAX_TRIES)
          assert.isAtMost(times.at(-1) ?? 0, 24 * 3_600)
          const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
          assert.deepStrictEqual(
            pauses,
            [...pauses].sort((one, other) => one - other)
          )
          const rows = yield* sql`SELECT last_error FROM outbox WHERE failed_at IS NOT NULL`
          assert.deepEqual<unknown>(rows, [{ lastError: "ECONNREFUSED" }])
        })
      ),
    20_000
  )

  it.effect("does not let an unreadable e-mail block others or get more tries than others", () =>
    scene(
      Effect.gen(function* () {
        yield* write
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE outbox SET attempts = attempts, next_try_at = 1`
        yield* write
        const broken = { find: (id: string) => (id === first ? Effect.die(new Error("unreadable")) : outbox.find(id)) }
        const outbox = yield* Outbox
        const [row] = yield* sql<{ readonly id: string }>`SELECT id FROM outbox WHERE next_try_at = 1`
        const first = row?.id
        const round = Effect.provideService(sendDue, Outbox, Outbox.make({ ...outbox, ...broken }))
        yield* round
        assert.lengthOf(yield* sent, 1)
        assert.deepEqual<unknown>(yield* sql`SELECT last_error FROM outbox WHERE id = ${first ?? ""}`, [
          { lastError: "unreadable" }
        ])
        for (let tries = 1; tries < MAX_TRIES; tries++) {
          yield* TestClock.adjust("1 day")
          yield* round
        }
        assert.lengthOf(yield* sql`SELECT 1 FROM outbox WHERE failed_at IS NOT NULL AND attempts = ${MAX_TRIES}`, 1)
      })
    )
  )

  it.effect("sends when the mail server is back", () =>
    scene(
      Effect.gen(function* () {
        yield* write
        yield* fall("for now")
        yield* sendDue
        yield* fall(false)
        assert.strictEqual(yield* sendDue, 0)
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual(yield* sendDue, 1)
        assert.lengthOf(yield* sent, 1)
      })
    )
  )

  it.effect("does not retry after a permanent refusal", () =>
    scene(
      Effect.gen(function* () {
        yield* write
        yield* fall("for good")
        assert.strictEqual(yield* sendDue, 1)
        yield* fall(false)
        yield* TestClock.adjust("24 hours")
        assert.strictEqual(yield* sendDue, 0)
      })
    )
  )

  it.effect("sends each e-mail once when several servers share it", () =>
    scene(
      Effect.gen(function* () {
        yield* Effect.replicateEffect(write, 30)
        yield* Effect.replicateEffect(Effect.repeat(sendDue, { while: (some) => some > 0 }), 5, {
          concurrency: "unbounded"
        })
        const all = yield* sent
        assert.lengthOf(all, 30)
        assert.strictEqual(new Set(all.map(({ messageId }) => messageId)).size, 30)
      })
    )
  )

  it.effect("loses nothing when a server crashes while sending: the lease expires", () =>
    scene(
      Effect.gen(function* () {
        yield* write
        const outbox = yield* Outbox
        assert.lengthOf(yield* outbox.take, 1) // then the server crashes
        assert.strictEqual(yield* sendDue, 0)
        yield* TestClock.adjust("60 seconds")
        assert.strictEqual(yield* sendDue, 1)
        assert.lengthOf(yield* sent, 1)
      })
    )
  )

  it.effect("allows no line break in a header", () =>
    scene(
      Effect.gen(function* () {
        const outbox = yield* Outbox
        yield* outbox.write({ ...email, subject: "Hello\r\nBcc: eve@example.org" })
        yield* sendDue
        assert.strictEqual((yield* sent)[0]?.subject, "Hello Bcc: eve@example.org")
      })
    )
  )

  it.effect("pauses its worker while the site is read-only, and then sends what waited", () =>
    Effect.gen(function* () {
      const { arrived } = yield* MailServer
      const flags = yield* FeatureFlags
      yield* flags.set("readOnly", "We move to another disk.")
      yield* flags.refresh
      yield* write
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(yield* sent, [])
      yield* flags.reset("readOnly")
      yield* flags.refresh
      const passing = yield* Effect.fork(Effect.forever(TestClock.adjust("1 seconds")))
      assert.strictEqual((yield* Queue.take(arrived)).subject, "Hello")
      yield* Fiber.interrupt(passing)
      const rows = yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT attempts FROM outbox`)
      assert.deepEqual<unknown>(rows, [{ attempts: 1 }])
    }).pipe(
      Effect.provide(OutboxWorkerLive.pipe(Layer.provideMerge(FeatureFlags.Default), Layer.provideMerge(Live))),
      (working) => Effect.zipRight(TestClock.setTime(TODAY), working)
    )
  )

  it.effect("sends e-mails written on this server immediately, and those of others soon", () =>
    // The worker starts after the clock is set, so that it does not run through all the seconds since 1970.
    Effect.gen(function* () {
      const { arrived } = yield* MailServer
      yield* write
      assert.strictEqual((yield* Queue.take(arrived)).subject, "Hello")
      // An e-mail of another server, which does not trigger this one's worker.
      yield* Effect.flatMap(Outbox, (outbox) => outbox.write({ ...email, subject: "From elsewhere" }))
      const passing = yield* Effect.fork(Effect.forever(TestClock.adjust("1 seconds")))
      assert.strictEqual((yield* Queue.take(arrived)).subject, "From elsewhere")
      yield* Fiber.interrupt(passing)
    }).pipe(Effect.provide(OutboxWorkerLive.pipe(Layer.provideMerge(Live))), (working) =>
      Effect.zipRight(TestClock.setTime(TODAY), working)
    )
  )
})

it.effect("the memory mailer keeps e-mails in order", () =>
  Effect.gen(function* () {
    const mailer = yield* Mailer
    const kept = yield* SentEmails
    for (const messageId of ["1", "2"]) yield* mailer.send({ ...email, messageId })
    assert.deepStrictEqual(
      (yield* Ref.get(kept)).map(({ messageId }) => messageId),
      ["1", "2"]
    )
  }).pipe(Effect.provide(Mailer.layerMemory.pipe(Layer.provideMerge(SentEmails.layer))))
)
