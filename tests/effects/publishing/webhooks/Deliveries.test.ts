/** From events to deliveries (docs/product/webhooks.md): the queue, the tries, the log, the pause, the feature flag. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer, TestClock } from "effect"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { Deliveries } from "~/effects/publishing/webhooks/Deliveries.server"
import {
  DeliveriesRepo,
  MAX_TRIES,
  pauseAfter,
  sweepWebhooks
} from "~/effects/publishing/webhooks/DeliveriesRepo.server"
import {
  NotSent,
  signatureOf,
  type ToSend,
  type Turn,
  WebhookSender
} from "~/effects/publishing/webhooks/WebhookSender.server"
import { Webhooks } from "~/effects/publishing/webhooks/Webhooks.server"
import { type Database, describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { found, OWNER, person, TODAY } from "../../activity/activity/world"
import { ADA, HOOK, happen, world } from "./world"

const OK: Turn = { status: 200, answer: "thanks" }
const DOWN: Turn = new NotSent({ problem: "timeout" })
const everyEvent = ["proposal.opened", "proposal.closed", "announcement.published", "member.joined"]

const scene =
  (database: Database, turns: ReadonlyArray<Turn>) =>
  <A, E>(
    program: (sent: ReadonlyArray<ToSend>) => Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof world>>>
  ) => {
    const sent: Array<ToSend> = []
    return Effect.zipRight(TestClock.setTime(TODAY), program(sent)).pipe(Effect.provide(world(database, sent, turns)))
  }

const add = (communityId: Parameters<typeof happen>[0], events: ReadonlyArray<string> = everyEvent, url = HOOK) =>
  Effect.flatMap(Webhooks, (webhooks) => webhooks.add(communityId, OWNER, url, events))
const sendDue = Effect.flatMap(Deliveries, (deliveries) => deliveries.sendDue)
const logOf = (hookId: string) =>
  Effect.flatMap(Webhooks, (webhooks) => webhooks.log({ hookId, after: null, limit: 50 }))
const bodyOf = ({ body }: ToSend) => JSON.parse(body)

describeOnBothDatabases("Webhooks", (database) => {
  it.effect("deliver an event once, signed, to the hooks that subscribed, and never to another community's", () =>
    scene(database, [OK])((sent) =>
      Effect.gen(function* () {
        const here = yield* found({ slug: "here" })
        const there = yield* found({ slug: "there", visibility: "private" })
        const { id, secret } = yield* add(here.id)
        yield* add(here.id, ["payout.finished"], "https://payouts.example.org/")
        yield* add(there.id, everyEvent, "https://elsewhere.example.org/")
        yield* happen(here.id, "proposalClosed", { number: 3, title: "Mend the pump?", result: "Passed" })
        yield* sendDue
        yield* sendDue
        assert.lengthOf(sent, 1)
        const [message] = sent
        if (message === undefined) return assert.fail("nothing was sent")
        assert.strictEqual(message.url, HOOK)
        const body = bodyOf(message)
        assert.deepInclude(body, { schema: "webhook/1", type: "proposal.closed", at: "2026-11-20T12:00:00.000Z" })
        assert.deepStrictEqual(body.data, { number: 3, title: "Mend the pump?", result: "Passed" })
        assert.match(body.links.api, /\/api\/v1\/communities\/here\/proposals\/3$/)
        const seconds = TODAY / 1_000
        assert.strictEqual(message.headers["webhook-timestamp"], String(seconds))
        assert.strictEqual(
          message.headers["webhook-signature"],
          `v1,${signatureOf(secret, body.id, seconds, message.body)}`
        )
        const [line] = yield* logOf(id)
        assert.deepInclude(line, {
          event: "proposal.closed",
          state: "delivered",
          tries: 1,
          status: 200,
          answer: "thanks"
        })
        yield* happen(there.id, "joined")
        yield* sendDue
        assert.deepInclude(bodyOf(sent[1] ?? message).links, { api: null })
      })
    )
  )

  it.effect("deliver no event for members or moderators only, and none that was rolled back", () =>
    scene(database, [OK])((sent) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* found({ slug: "here" })
        yield* add(id)
        yield* happen(id, "proposalOpened", {}, "members")
        yield* happen(id, "announced", {}, "moderators")
        yield* happen(id, "commented")
        yield* Effect.ignore(sql.withTransaction(Effect.zipRight(happen(id, "joined"), Effect.fail("undone"))))
        yield* sendDue
        assert.deepStrictEqual(sent, [])
      })
    )
  )

  it.effect("try a delivery eight times within a day, then pause the hook and notify its owner", () =>
    scene(database, [DOWN])((sent) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* person(OWNER, "Olga Owner")
        const { id } = yield* found({ slug: "here" })
        const { id: hook } = yield* add(id)
        yield* happen(id, "joined")
        for (let tries = 1; tries <= MAX_TRIES; tries++) {
          yield* sendDue
          assert.lengthOf(sent, tries)
          const pause = pauseAfter(tries)
          if (pause === undefined) break
          yield* TestClock.adjust(pause - 1)
          yield* sendDue
          assert.lengthOf(sent, tries, "before its time")
          yield* TestClock.adjust(1)
        }
        assert.strictEqual(new Set(sent.map(({ body }) => body)).size, 1)
        const [line] = yield* logOf(hook)
        assert.deepInclude(line, { state: "failed", tries: MAX_TRIES, status: null, problem: "timeout" })
        const webhooks = yield* Webhooks
        const [row] = yield* webhooks.list(id)
        assert.deepInclude(row, { pausedWhy: "failing" })
        const notified = yield* sql<{ readonly text: string }>`SELECT text FROM notifications`
        assert.lengthOf(notified, 1)
        assert.include(notified[0]?.text, "hooks.example.org")
        // Paused, it receives nothing; resumed, it does.
        yield* happen(id, "joined")
        yield* sendDue
        assert.lengthOf(sent, MAX_TRIES)
        yield* webhooks.resume(id, OWNER, hook)
        yield* happen(id, "joined")
        yield* sendDue
        assert.lengthOf(sent, MAX_TRIES + 1)
      })
    )
  )

  it.effect(
    "count redirects and errors as failures; a later success ends the failure streak, in the order of events",
    () =>
      scene(database, [{ status: 302, answer: "" }, { status: 500, answer: "oh\u0000no" }, OK])((sent) =>
        Effect.gen(function* () {
          const { id } = yield* found({ slug: "here" })
          const { id: hook } = yield* add(id)
          yield* happen(id, "proposalOpened", { title: "First" })
          yield* sendDue
          assert.deepInclude((yield* logOf(hook))[0], { state: "waiting", status: 302, problem: "redirect" })
          yield* TestClock.adjust("1 minute")
          yield* sendDue
          assert.deepInclude((yield* logOf(hook))[0], { status: 500, problem: "status", answer: "oh no" })
          const webhooks = yield* Webhooks
          assert.strictEqual((yield* webhooks.list(id))[0]?.failingSince, TODAY)
          yield* TestClock.adjust("1 hour")
          yield* happen(id, "proposalOpened", { title: "Second" })
          yield* sendDue
          assert.deepStrictEqual(
            sent.map((each) => bodyOf(each).data.title),
            ["First", "First", "First", "Second"]
          )
          assert.isNull((yield* webhooks.list(id))[0]?.failingSince)
        })
      )
  )

  it.effect("deliver events of one moment in their order", () =>
    scene(database, [OK])((sent) =>
      Effect.gen(function* () {
        const { id } = yield* found({ slug: "here" })
        yield* add(id)
        for (let n = 1; n <= 12; n++) yield* happen(id, "proposalOpened", { number: n })
        yield* sendDue
        assert.deepStrictEqual(
          sent.map((each) => bodyOf(each).data.number),
          Array.from({ length: 12 }, (_, n) => n + 1)
        )
      })
    )
  )

  it.effect("serve a failing hook after those that succeed", () =>
    scene(database, [DOWN, OK])((sent) =>
      Effect.gen(function* () {
        const { id } = yield* found({ slug: "here" })
        const down = yield* add(id, ["proposal.opened"], "https://down.example.org/")
        const up = yield* add(id, ["proposal.closed"], "https://up.example.org/")
        yield* happen(id, "proposalOpened")
        yield* sendDue
        yield* TestClock.adjust("1 minute")
        yield* happen(id, "proposalClosed")
        // Several hooks are served concurrently, so the order is read where it is decided.
        const sql = yield* SqlClient.SqlClient
        const due = yield* (yield* DeliveriesRepo).dueHooks(TODAY + 60_000, 10, sql`1 = 1`)
        assert.deepStrictEqual(due, [up.id, down.id])
        assert.deepStrictEqual(yield* (yield* DeliveriesRepo).dueHooks(TODAY + 60_000, 1, sql`1 = 1`), [up.id])
        yield* sendDue
        assert.deepStrictEqual(sent.map(({ url }) => new URL(url).host).toSorted(), [
          "down.example.org",
          "down.example.org",
          "up.example.org"
        ])
      }).pipe(Effect.provide(DeliveriesRepo.Default))
    )
  )

  it.effect("give a receiver that takes nine seconds for each message a few seconds at a time", () =>
    Effect.gen(function* () {
      const sent: Array<ToSend> = []
      const slow = Layer.succeed(WebhookSender, {
        send: (message) =>
          Effect.delay(
            Effect.sync(() => {
              sent.push(message)
              return { status: 200, answer: "" }
            }),
            "9 seconds"
          )
      })
      yield* Effect.gen(function* () {
        yield* TestClock.setTime(TODAY)
        const { id } = yield* found({ slug: "here" })
        yield* add(id)
        for (let n = 0; n < 10; n++) yield* happen(id, "joined")
        const round = Effect.provide(sendDue, Layer.fresh(Layer.provide(Deliveries.Default, slow)))
        yield* inTime(round)
        // Two batches of two each; then others have the minute.
        assert.lengthOf(sent, 4)
        yield* TestClock.adjust("1 minute")
        yield* inTime(round)
        assert.lengthOf(sent, 8)
      }).pipe(Effect.provide(world(database, [], [OK])))
    })
  )

  it.effect("are sent once by two concurrent workers", () =>
    Effect.gen(function* () {
      const sent: Array<ToSend> = []
      const slow = Layer.succeed(WebhookSender, {
        send: (message) =>
          Effect.suspend(() => {
            sent.push(message)
            return Effect.yieldNow().pipe(Effect.repeatN(50), Effect.as({ status: 204, answer: "" }))
          })
      })
      const base = world(database, [], [OK])
      yield* Effect.gen(function* () {
        yield* TestClock.setTime(TODAY)
        const { id } = yield* found({ slug: "here" })
        yield* add(id)
        for (let n = 0; n < 5; n++) yield* happen(id, "joined")
        // Each with leases in its own name, as two servers have them.
        const worker = Layer.fresh(Deliveries.Default).pipe(Layer.provide(slow))
        const one = yield* Effect.fork(Effect.provide(sendDue, Layer.fresh(worker)))
        const other = yield* Effect.fork(Effect.provide(sendDue, Layer.fresh(worker)))
        yield* Fiber.join(one)
        yield* Fiber.join(other)
        const ids = sent.map(({ headers }) => headers["webhook-id"])
        assert.lengthOf(ids, 5)
        assert.strictEqual(new Set(ids).size, 5)
      }).pipe(Effect.provide(base))
    })
  )

  it.effect("let the owner send a test and resend; a failed test does not affect the failure streak", () =>
    scene(database, [DOWN, OK])((sent) =>
      Effect.gen(function* () {
        const { id } = yield* found({ slug: "here" })
        const { id: hook } = yield* add(id)
        const webhooks = yield* Webhooks
        yield* webhooks.pause(id, OWNER, hook)
        yield* webhooks.test(id, hook)
        yield* sendDue
        assert.strictEqual(bodyOf(sent[0] ?? assert.fail()).type, "test")
        const [line] = yield* logOf(hook)
        assert.deepInclude(line, { event: "test", state: "failed", problem: "timeout" })
        assert.isNull((yield* webhooks.list(id))[0]?.failingSince)
        yield* webhooks.sendAgain(id, line?.id ?? "")
        yield* sendDue
        assert.strictEqual(sent[1]?.headers["webhook-id"], sent[0]?.headers["webhook-id"])
        assert.deepInclude((yield* logOf(hook))[0], { state: "delivered" })
        const elsewhere = yield* found({ slug: "there" })
        assert.deepInclude(yield* Effect.flip(webhooks.sendAgain(elsewhere.id, line?.id ?? "")), { code: "E-STATE" })
        assert.deepInclude(yield* Effect.flip(webhooks.test(elsewhere.id, hook)), { code: "E-NOT-FOUND" })
      })
    )
  )

  it.effect("encrypt secrets, and sign with the old and the new one for a day", () =>
    scene(database, [OK])((sent) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* found({ slug: "here" })
        const { id: hook, secret } = yield* add(id)
        const webhooks = yield* Webhooks
        const [row] = yield* sql<{ readonly secret: string }>`SELECT secret FROM webhooks`
        assert.notInclude(row?.secret ?? secret, secret.slice(6))
        const next = yield* webhooks.rotate(id, OWNER, hook)
        const signatures = Effect.gen(function* () {
          yield* happen(id, "joined")
          yield* sendDue
          const { body = "", headers = {} } = sent.at(-1) ?? {}
          const by = (key: string) =>
            `v1,${signatureOf(key, headers["webhook-id"] ?? "", Number(headers["webhook-timestamp"]), body)}`
          return [headers["webhook-signature"], by(next), by(secret)]
        })
        const [both, byNext, byFormer] = yield* signatures
        assert.strictEqual(both, `${byNext} ${byFormer}`)
        yield* TestClock.adjust("1 day")
        const [one, again] = yield* signatures
        assert.strictEqual(one, again)
        yield* (yield* sweepWebhooks)(TODAY + 2 * 86_400_000)
        const [swept] = yield* sql<{ readonly formerSecret: string | null }>`SELECT former_secret FROM webhooks`
        assert.isNull(swept?.formerSecret)
        yield* (yield* sweepWebhooks)(TODAY + 40 * 86_400_000)
        assert.deepStrictEqual(yield* logOf(hook), [])
      })
    )
  )

  it.effect("allow five hooks, each address once, and report errors at the form's field", () =>
    scene(database, [OK])(() =>
      Effect.gen(function* () {
        const { id } = yield* found({ slug: "here" })
        assert.deepInclude(yield* Effect.flip(add(id, everyEvent, "https://10.0.0.1/")), { status: 422 })
        assert.deepInclude(yield* Effect.flip(add(id, ["no such event"])), { status: 422 })
        for (let n = 0; n < 5; n++) yield* add(id, everyEvent, `https://hook${n}.example.org/`)
        assert.deepInclude(yield* Effect.flip(add(id, everyEvent, "https://one-more.example.org/")), { status: 409 })
        const webhooks = yield* Webhooks
        const [first, second] = yield* webhooks.list(id)
        yield* webhooks.remove(id, OWNER, first?.id ?? "")
        assert.deepInclude(yield* Effect.flip(add(id, everyEvent, second?.url)), { status: 409 })
        yield* add(id, everyEvent, "https://one-more.example.org/")
        assert.lengthOf(yield* webhooks.list(id), 5)
      })
    )
  )

  it.effect("send and add nothing while the feature flag is off, and deliver the events afterwards", () =>
    scene(database, [OK])((sent) =>
      Effect.gen(function* () {
        const { id } = yield* found({ slug: "here" })
        yield* add(id)
        const flags = yield* FeatureFlags
        yield* flags.set("webhooks", "They are looked at.")
        yield* flags.refresh
        yield* happen(id, "joined")
        yield* sendDue
        assert.deepStrictEqual(sent, [])
        assert.deepInclude(yield* Effect.flip(add(id, everyEvent, "https://a.example.org/")), {
          status: 503,
          code: "E-OFF"
        })
        yield* flags.reset("webhooks")
        yield* flags.refresh
        yield* sendDue
        assert.lengthOf(sent, 1)
        assert.deepStrictEqual(bodyOf(sent[0] ?? assert.fail()).data, { account: ADA })
      })
    )
  )
})
