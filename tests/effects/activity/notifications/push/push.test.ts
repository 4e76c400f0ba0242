import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck, type Layer, Option, Redacted, TestClock } from "effect"
import { Inbox } from "~/effects/activity/notifications/Inbox.server"
import { notificationTypes } from "~/effects/activity/notifications/kinds"
import { Notifications, sweepNotifications } from "~/effects/activity/notifications/Notifications.server"
import { pauseAfter, payloadOf } from "~/effects/activity/notifications/push/PushDelivery.server"
import { MAX_DEVICES, PushDevices } from "~/effects/activity/notifications/push/PushDevices.server"
import { topicOf } from "~/effects/activity/notifications/push/topics"
import { PushNotSent } from "~/effects/base/push/PushSender.server"
import { makePrivateKey, vapidOf } from "~/effects/base/push/vapid.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { asAccount } from "../../../../addresses"
import { describeOnBothDatabases } from "../../../../databases"
import { makeBrowser } from "../../../base/push/browser"
import { found, join, person, TODAY } from "../../activity/world"
import { ALL, arrived, sendDue, signIn, turnOn, world } from "./world"

const ANA = asAccount("account_tdx_2_ana")
const BEN = asAccount("account_tdx_2_ben")
const gone = new PushNotSent({ reason: "status 410", outcome: "gone" })
const refused = new PushNotSent({ reason: "status 413", outcome: "refused" })
const later = (pauseMs?: number) =>
  new PushNotSent({ reason: "status 429", outcome: "later", ...(pauseMs && { pauseMs }) })

describeOnBothDatabases("Browser notifications", (database) => {
  const scene = <A, E>(
    program: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof world>>>,
    script: Parameters<typeof world>[1] = []
  ) => Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(world(database, script)))

  const prepared = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* person(ANA, "Ana Ribeiro")
    yield* person(BEN, "Ben")
    const film = yield* found({ slug: "night-film", name: "Night Film Club" })
    yield* join(film.id, ANA)
    yield* join(film.id, BEN)
    const { notify } = yield* Notifications
    const notified = (type: "reply" | "claim" | "proposalEnding" | "announcement", text: string, to = [ANA]) =>
      notify({
        to,
        type,
        communityId: film.id,
        target: `/community/detail/${film.id}?of=${text}`,
        text,
        importance: "normal"
      })
    const browsers = sql<{ readonly device: string }>`SELECT device FROM push_subscriptions ORDER BY created_at, device`
    return { browsers, film, sql, notified }
  })

  it.effect("show in each browser what its person chose there, once for each entry", () =>
    scene(
      Effect.gen(function* () {
        const { film, notified } = yield* prepared
        yield* turnOn(ANA, "Firefox on Linux")
        yield* turnOn(ANA, "Chrome on Android", { ...ALL, replies: false })
        yield* turnOn(BEN, "Safari on iOS")
        yield* notified("reply", "Ben replied to you.")
        yield* notified("reply", "Ben replied to you.")
        yield* notified("claim", "12 XRD wait for you.")
        yield* notified("announcement", "The programme is out.")
        const notices = yield* arrived
        assert.deepStrictEqual(notices.map(({ body, device }) => `${device}: ${body}`).sort(), [
          "Chrome on Android: 12 XRD wait for you.",
          "Firefox on Linux: 12 XRD wait for you.",
          "Firefox on Linux: Ben replied to you. (2 times)"
        ])
        assert.deepInclude(
          notices.find(({ body }) => body.startsWith("Ben")),
          {
            title: "Night Film Club",
            url: `/community/detail/${film.id}?of=Ben replied to you.`
          }
        )
        // Nothing is sent twice, even if the event repeats within the ten minutes of its entry.
        yield* notified("reply", "Ben replied to you.")
        assert.lengthOf(yield* arrived, 3)
      })
    )
  )

  it.effect("say of a private community only that there is something new", () =>
    scene(
      Effect.gen(function* () {
        const { film, sql, notified } = yield* prepared
        yield* sql`UPDATE communities SET visibility = 'private' WHERE id = ${film.id}`
        yield* turnOn(ANA)
        yield* notified("reply", "Ben replied in “Severance”.")
        const [notice] = yield* arrived
        assert.deepInclude(notice, {
          title: "Commonhold",
          body: "There is something new in one of your communities.",
          url: `/community/detail/${film.id}?of=Ben replied in “Severance”.`
        })
      })
    )
  )

  it.effect("are not sent for entries read meanwhile, for a muted community, or after half a day", () =>
    scene(
      Effect.gen(function* () {
        const { film, sql, notified } = yield* prepared
        yield* turnOn(ANA)
        yield* notified("reply", "One.")
        yield* (yield* Inbox).markAllRead(ANA)
        assert.isEmpty(yield* arrived)
        yield* sql`UPDATE memberships SET notifications = 'none' WHERE community_id = ${film.id}`
        yield* notified("claim", "Two.")
        assert.isEmpty(yield* arrived)
        yield* sql`UPDATE memberships SET notifications = 'all' WHERE community_id = ${film.id}`
        yield* notified("claim", "Three.")
        yield* TestClock.adjust("13 hours")
        assert.isEmpty(yield* arrived)
      })
    )
  )

  it.effect("end with any sign-out of that browser, and continue with a sign-in there", () =>
    scene(
      Effect.gen(function* () {
        const { browsers, sql } = yield* prepared
        const sessions = yield* Sessions
        const one = yield* turnOn(ANA, "one")
        const two = yield* turnOn(ANA, "two")
        yield* turnOn(ANA, "three")
        yield* sessions.end(one.token)
        yield* sessions.endOne(ANA, two.session.id)
        assert.deepStrictEqual(yield* browsers, [{ device: "three" }])
        const four = yield* turnOn(ANA, "four")
        yield* sessions.endOthers(ANA, four.session.id)
        assert.deepStrictEqual(yield* browsers, [{ device: "four" }])
        // The session has expired when the same person signs in again: the browser is still notified.
        yield* TestClock.adjust("8 days")
        const again = yield* signIn(ANA, Option.some(four.token))
        const [row] = yield* sql`SELECT session_id, ends_at FROM push_subscriptions`
        assert.deepStrictEqual(row, { sessionId: again.session.id, endsAt: again.session.expiresAt })
        // Somebody else signs in: it is not.
        yield* signIn(BEN, Option.some(again.token))
        assert.isEmpty(yield* browsers)
      })
    )
  )

  it.effect("end thirty days after the sign-in", () =>
    scene(
      Effect.gen(function* () {
        const { browsers, sql, notified } = yield* prepared
        yield* turnOn(ANA)
        yield* TestClock.adjust("30 days")
        yield* notified("claim", "12 XRD wait for you.")
        assert.isEmpty(yield* arrived)
        yield* (yield* sweepNotifications)(TODAY + 30 * 86_400_000)
        assert.isEmpty(yield* browsers)
        assert.isEmpty(yield* sql`SELECT 1 FROM push_messages`)
      })
    )
  )

  it.effect("stop for a browser that is gone; an oversized one is given up and the next is sent", () =>
    scene(
      Effect.gen(function* () {
        const { browsers, sql, notified } = yield* prepared
        yield* turnOn(ANA, "one")
        yield* notified("claim", "One.")
        yield* TestClock.adjust("1 second")
        yield* notified("claim", "Two.")
        assert.deepStrictEqual(
          (yield* arrived).map(({ body }) => body),
          ["Two."]
        )
        yield* notified("claim", "Three.")
        assert.lengthOf(yield* arrived, 1)
        assert.isEmpty(yield* browsers)
        assert.isEmpty(yield* sql`SELECT 1 FROM push_messages`)
      }),
      [refused, "sent", gone]
    )
  )

  it.effect("wait with backoff while a push service fails, and as long as it requests", () =>
    scene(
      Effect.gen(function* () {
        const { sql, notified } = yield* prepared
        yield* turnOn(ANA, "one")
        yield* turnOn(BEN, "two")
        yield* notified("claim", "One.")
        yield* sendDue
        const failures = Effect.map(
          sql<{ readonly failures: number }>`SELECT failures FROM push_subscriptions WHERE device = 'one'`,
          ([row]) => row?.failures
        )
        assert.strictEqual(yield* failures, 1)
        // Other browsers are not delayed, and new notifications wait with the first.
        yield* notified("claim", "Also.")
        yield* notified("claim", "Ben's.", [BEN])
        assert.deepStrictEqual(
          (yield* arrived).map(({ body }) => body),
          ["Ben's."]
        )
        yield* TestClock.adjust(pauseAfter(1) - 1)
        yield* sendDue
        assert.strictEqual(yield* failures, 1)
        yield* TestClock.adjust(1)
        yield* sendDue
        assert.strictEqual(yield* failures, 2)
        yield* TestClock.adjust(pauseAfter(2))
        assert.lengthOf(yield* arrived, 1) // it requested an hour
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual((yield* arrived).map(({ body }) => body).sort(), ["Also.", "Ben's.", "One."])
        assert.strictEqual(yield* failures, 0)
      }),
      [later(), "sent", later(3_600_000)]
    )
  )

  it.effect("are stored in the same transaction as their event, or not at all", () =>
    scene(
      Effect.gen(function* () {
        const { sql, notified } = yield* prepared
        yield* turnOn(ANA)
        yield* notified("claim", "One.").pipe(
          Effect.zipRight(Effect.fail("undone" as const)),
          sql.withTransaction,
          Effect.flip
        )
        assert.isEmpty(yield* arrived)
        assert.isEmpty(yield* sql`SELECT 1 FROM push_messages`)
      })
    )
  )

  it.effect("can be on in at most ten browsers of a person, each once", () =>
    scene(
      Effect.gen(function* () {
        yield* prepared
        const devices = yield* PushDevices
        for (let n = 0; n < MAX_DEVICES; n++) yield* turnOn(ANA, `browser ${n}`)
        const failure = yield* Effect.flip(turnOn(ANA, "one more"))
        assert.propertyVal(failure, "code", "E-PUSH-DEVICES")
        assert.lengthOf((yield* devices.list(ANA))?.devices ?? [], MAX_DEVICES)
        yield* turnOn(BEN, "his own")
        const [first] = (yield* devices.list(ANA))?.devices ?? []
        assert.isFalse(yield* devices.remove(BEN, first?.id ?? ""))
        assert.isFalse(yield* devices.choose(BEN, first?.id ?? "", ALL))
        assert.isTrue(yield* devices.choose(ANA, first?.id ?? "", { ...ALL, money: false }))
        assert.deepInclude((yield* devices.list(ANA))?.devices[0], { money: 0, votes: 1, replies: 1 })
        assert.isTrue(yield* devices.remove(ANA, first?.id ?? ""))
        const last = yield* turnOn(ANA, "one more")
        // A browser in which somebody else turns notifications on belongs to them from then on.
        const bens = yield* signIn(BEN)
        const { subscription } = last
        yield* devices.turnOn({ account: BEN, session: bens.session, device: "shared", subscription, topics: ALL })
        const left = (yield* devices.list(ANA))?.devices ?? []
        assert.notInclude(
          left.map(({ device }) => device),
          "one more"
        )
      })
    )
  )

  it.effect("move to a browser's new address if they are on, and stay off otherwise", () =>
    scene(
      Effect.gen(function* () {
        const { sql, notified } = yield* prepared
        const devices = yield* PushDevices
        const { session } = yield* turnOn(ANA, "hers")
        yield* sql`UPDATE push_subscriptions SET failures = 4, next_try_at = 9999999999999`
        const { subscription } = makeBrowser()
        assert.isTrue(yield* devices.renew(session, subscription))
        const rows = () => sql<{ readonly endpoint: string }>`SELECT endpoint FROM push_subscriptions`
        assert.deepStrictEqual(yield* rows(), [{ endpoint: subscription.endpoint }])
        yield* notified("claim", "One.")
        assert.lengthOf(yield* arrived, 1)
        // Somebody else signed in there: the address is no longer hers, and nothing was turned on for him.
        const { session: his } = yield* signIn(BEN)
        assert.isFalse(yield* devices.renew(his, subscription))
        assert.deepStrictEqual(yield* rows(), [])
        const near = { ...subscription, endpoint: "https://169.254.169.254/latest" }
        assert.propertyVal(yield* Effect.flip(devices.renew(session, near)), "code", "E-PUSH-BROWSER")
      })
    )
  )

  it.effect("cannot be turned off by another account that knows the address but not the browser's keys", () =>
    scene(
      Effect.gen(function* () {
        const { sql } = yield* prepared
        const devices = yield* PushDevices
        const { session } = yield* turnOn(ANA, "hers")
        const { subscription } = makeBrowser()
        yield* devices.renew(session, subscription)
        const rows = () => sql<{ readonly endpoint: string }>`SELECT endpoint FROM push_subscriptions`
        const { session: his } = yield* signIn(BEN)
        const stolen = { ...makeBrowser().subscription, endpoint: subscription.endpoint }
        assert.propertyVal(yield* Effect.flip(devices.renew(his, stolen)), "code", "E-PUSH-TAKEN")
        assert.deepStrictEqual(yield* rows(), [{ endpoint: subscription.endpoint }])
      })
    )
  )

  it.effect("require a valid address and a site that sends", () =>
    Effect.gen(function* () {
      const attempt = Effect.gen(function* () {
        yield* prepared
        const { session } = yield* signIn(ANA)
        const devices = yield* PushDevices
        const turn = (subscription = makeBrowser().subscription) =>
          Effect.either(devices.turnOn({ account: ANA, session, device: "x", subscription, topics: ALL }))
        const near = yield* turn({ ...makeBrowser().subscription, endpoint: "https://169.254.169.254/latest" })
        const none = yield* turn({ endpoint: "", p256dh: "", auth: "" })
        const good = yield* turn()
        const codes = [near, none, good].map((ended) => (ended._tag === "Left" ? ended.left.code : "on"))
        return { codes, list: yield* devices.list(ANA) }
      })
      const on = (changes: NonNullable<Parameters<typeof world>[2]>) =>
        Effect.provide(attempt, world(database, [], changes))
      const stokenet = yield* on({ ledger: "stokenet" })
      assert.deepStrictEqual(stokenet.codes, ["E-PUSH-BROWSER", "E-PUSH-BROWSER", "on"])
    })
  )

  it.effect("are not sent if the site's keys differ from those the browser knows", () =>
    scene(
      Effect.gen(function* () {
        const { sql, notified } = yield* prepared
        const devices = yield* PushDevices
        yield* turnOn(ANA)
        assert.lengthOf((yield* devices.list(ANA))?.devices ?? [], 1)
        const other = Option.getOrThrow(vapidOf(Redacted.make(makePrivateKey()), "post@commons.example"))
        yield* sql`UPDATE push_subscriptions SET vapid_key = ${other.publicKey}`
        assert.isEmpty((yield* devices.list(ANA))?.devices)
        yield* notified("claim", "One.")
        assert.isEmpty(yield* arrived)
      })
    )
  )

  it.effect("are not offered by a site without keys", () =>
    Effect.gen(function* () {
      yield* prepared
      assert.isNull(yield* (yield* PushDevices).list(ANA))
      const failure = yield* Effect.flip(turnOn(ANA))
      assert.propertyVal(failure, "code", "E-PUSH-OFF")
      yield* sendDue
    }).pipe(Effect.provide(world(database, [], { vapid: Option.none() })))
  )
})

describe("the content of a browser notification", () => {
  it("is limited to urgent events, and reveals no result or role", () => {
    assert.deepStrictEqual(
      notificationTypes.filter((type) => topicOf(type) !== undefined),
      ["proposalEnding", "reply", "mention", "order", "payment", "signers", "escrow", "claim"]
    )
  })

  const noticed = FastCheck.record({
    id: FastCheck.string(),
    text: FastCheck.fullUnicodeString({ maxLength: 400 }),
    times: FastCheck.integer({ min: 1, max: 2_000_000_000 }),
    target: FastCheck.string({ maxLength: 200 }),
    community: FastCheck.option(FastCheck.fullUnicodeString({ maxLength: 100 })),
    isPrivate: FastCheck.boolean()
  })

  it("always fits into one notification, and reveals nothing of a private community", () => {
    FastCheck.assert(
      FastCheck.property(noticed, (entry) => {
        const payload = payloadOf(entry)
        assert.isAtMost(Buffer.byteLength(JSON.stringify({ ...payload, url: "", tag: "" })), 3_000)
        assert.strictEqual(payload.url, entry.target)
        if (!entry.isPrivate) return
        const { body, title } = payloadOf({ ...entry, text: "", community: null, times: 1 })
        assert.deepStrictEqual([payload.body, payload.title], [body, title])
      })
    )
  })

  it("is retried after half a minute, and finally every four hours", () => {
    assert.deepStrictEqual(
      [1, 2, 3, 4, 5, 6, 100].map(pauseAfter),
      [30_000, 120_000, 600_000, 3_600_000, 14_400_000, 14_400_000, 14_400_000]
    )
  })
})
