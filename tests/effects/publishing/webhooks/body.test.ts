/** The body of a webhook, its signature, and its retries (docs/product/webhooks.md). */
import { createHmac } from "node:crypto"
import { Effect, FastCheck as fc } from "effect"
import { assert, describe, test } from "vitest"
import { activityTypes } from "~/effects/activity/activity/catalogue"
import { bodyOf, type Happened, testBody } from "~/effects/publishing/webhooks/Deliveries.server"
import { DAY_MS, MAX_TRIES, pauseAfter } from "~/effects/publishing/webhooks/DeliveriesRepo.server"
import { eventOf, eventsIn, eventsText, factsOf, hookEvents } from "~/effects/publishing/webhooks/events"
import { newSecret, signatureOf, signedHeaders } from "~/effects/publishing/webhooks/WebhookSender.server"

const ORIGIN = "https://commonhold.example"
const place = { id: "k3v7qz2mfa5x", slug: "garden", name: "Garden", isPublic: true }
const closed: Happened = {
  event: "proposal.closed",
  seq: 128,
  at: Date.parse("2026-11-20T12:00:00Z"),
  actor: "account_tdx_2_ada",
  target: "/community/detail/k3v7qz2mfa5x/proposals?p=7",
  data: { number: 7, title: "Mend the pump?", result: "Passed", draft: "no word of this", name: "Ada" }
}

describe("a webhook's body", () => {
  test("names the event, contains only specified facts, and links to the read API", () => {
    assert.deepStrictEqual(bodyOf(place, closed, ORIGIN), {
      schema: "webhook/1",
      id: "k3v7qz2mfa5x-128",
      type: "proposal.closed",
      at: "2026-11-20T12:00:00.000Z",
      community: { id: "k3v7qz2mfa5x", slug: "garden", name: "Garden" },
      data: { number: 7, title: "Mend the pump?", result: "Passed" },
      links: {
        page: `${ORIGIN}/community/detail/k3v7qz2mfa5x/proposals?p=7`,
        api: `${ORIGIN}/api/v1/communities/garden/proposals/7`
      }
    })
  })

  test("omits the API's address if the community is private, and the account unless it is the subject", () => {
    assert.isNull(bodyOf({ ...place, isPublic: false }, closed, ORIGIN).links.api)
    const joined: Happened = { ...closed, event: "member.joined", data: { name: "Ada" } }
    assert.deepStrictEqual(bodyOf(place, joined, ORIGIN).data, { account: "account_tdx_2_ada" })
    assert.strictEqual(bodyOf(place, joined, ORIGIN).links.api, `${ORIGIN}/api/v1/communities/garden`)
    const sale: Happened = { ...closed, event: "bond.sale_opened", data: { code: "GRD-2027A" } }
    assert.strictEqual(bodyOf(place, sale, ORIGIN).links.api, `${ORIGIN}/api/v1/communities/garden/bonds/GRD-2027A`)
    assert.strictEqual(testBody(place, "h-test-1", closed.at, ORIGIN).type, "test")
  })

  test("contains no fact that the event does not name", () => {
    const facts = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer()))
    fc.assert(
      fc.property(fc.constantFrom(...hookEvents), facts, (event, data) => {
        const said = Object.keys(factsOf(event, { ...data, name: "Ada", reason: "because", account: "x" }))
        assert.notIncludeMembers(said, ["name"])
        for (const key of said) assert.include(["number", "title", "result", "code", "daysLate"], key)
      })
    )
  })
})

describe("the webhook events", () => {
  test("are derived from types of activity, without any of moderation", () => {
    const made = activityTypes.flatMap((type) => eventOf(type) ?? [])
    assert.sameMembers(made, [...hookEvents])
    for (const type of [
      "reported",
      "memberSuspended",
      "applied",
      "invited",
      "contentHidden",
      "handOverStarted"
    ] as const)
      assert.isUndefined(eventOf(type))
  })

  test("are stored as a text in which each can be found", () => {
    fc.assert(
      fc.property(fc.subarray([...hookEvents]), (names) => {
        assert.deepStrictEqual(eventsIn(eventsText(names)), names)
        for (const name of hookEvents) assert.strictEqual(eventsText(names).includes(` ${name} `), names.includes(name))
      })
    )
  })
})

describe("a webhook's signature", () => {
  test("equals that of the standard's own example (standardwebhooks.com)", () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    const signed = signatureOf(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, '{"test": 2432232314}')
    assert.strictEqual(signed, "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  })

  test("changes with the body, the time, the id and the secret; two secrets sign side by side", () => {
    const one = Effect.runSync(newSecret)
    const other = Effect.runSync(newSecret)
    assert.match(one, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.notStrictEqual(one, other)
    const first = signatureOf(one, "id", 1, "{}")
    for (const different of [
      signatureOf(one, "id", 1, "{ }"),
      signatureOf(one, "id", 2, "{}"),
      signatureOf(one, "ie", 1, "{}"),
      signatureOf(other, "id", 1, "{}")
    ])
      assert.notStrictEqual(different, first)
    const headers = signedHeaders([one, other], "id", 1, "{}")
    assert.strictEqual(headers["webhook-signature"], `v1,${first} v1,${signatureOf(other, "id", 1, "{}")}`)
    const key = Buffer.from(one.slice("whsec_".length), "base64")
    assert.strictEqual(createHmac("sha256", key).update("id.1.{}").digest("base64"), first)
  })
})

describe("the pauses between tries", () => {
  test("grow, and the last try is a day after the first", () => {
    const pauses = Array.from({ length: MAX_TRIES - 1 }, (_, n) => pauseAfter(n + 1) ?? 0)
    assert.deepStrictEqual(
      [...pauses].sort((a, b) => a - b),
      pauses
    )
    assert.strictEqual(
      pauses.reduce((sum, pause) => sum + pause, 0),
      DAY_MS
    )
    assert.isUndefined(pauseAfter(MAX_TRIES))
  })
})
