/**
 * How the server handles a gateway that misbehaves, over real HTTP: never a wrong result, and a clear error when there
 * is none.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { retryAfterMs } from "~/effects/server/gateway.server"
import { type Misbehaving, misbehaving, type Reply, WELL } from "./misbehaving"

const scene = <A, E>(program: (gateway: Misbehaving) => Effect.Effect<A, E, Ledger>, call = 300) =>
  Effect.scoped(Effect.flatMap(misbehaving(call), (gateway) => Effect.provide(program(gateway), gateway.ledger)))
const now = Effect.flatMap(Ledger, (ledger) => ledger.currentState())
const statusOf = (hash: string) => Effect.flatMap(Ledger, (ledger) => ledger.status(hash))
const TOO_MANY: Reply = { status: 429, body: "Too Many Requests" }

describe("a gateway that misbehaves", () => {
  it.live("is waited for when it requests a second of patience, and then used", () =>
    scene(
      (gateway) =>
        Effect.gen(function* () {
          gateway.replies = [{ ...TOO_MANY, headers: { "Retry-After": "1" } }, { body: WELL }]
          const began = performance.now()
          assert.strictEqual((yield* now).epoch, 3)
          assert.isAtLeast(performance.now() - began, 950)
          assert.lengthOf(gateway.asked, 2)
        }),
      2_000
    )
  )

  it.live("is not called for the half minute it requests, and callers get an error immediately", () =>
    scene((gateway) =>
      Effect.gen(function* () {
        gateway.replies = [{ ...TOO_MANY, headers: { "Retry-After": "30" } }, { body: WELL }]
        for (let n = 0; n < 3; n++) {
          assert.deepInclude(yield* Effect.flip(now), { status: 503, code: "E-GATEWAY", retryAfter: 60 })
        }
        assert.lengthOf(gateway.asked, 1)
      })
    )
  )

  const troubles: ReadonlyArray<readonly [string, Reply, number]> = [
    ["says 429 and not for how long", TOO_MANY, 3],
    ["fails", { status: 500, body: { message: "oh" } }, 3],
    ["has not caught up", { status: 500, body: { message: "x", details: { type: "NotSyncedUpError" } } }, 3],
    ["does not answer", { isSilent: true }, 3],
    ["sends a page of a proxy", { body: "<html>Welcome</html>" }, 1],
    ["sends half an answer", { body: '{"ledger_state":{"network":"stok' }, 1],
    ["sends nothing", { body: "" }, 1],
    ["leaves out what is needed", { body: { ledger_state: { network: "stokenet" } } }, 1],
    ["sends a number as a text", { body: { ledger_state: { ...WELL.ledger_state, epoch: "3" } } }, 1]
  ]
  it.live.each(troubles)("counts as down when it %s, after a bounded number of calls", ([, reply, questions]) =>
    scene((gateway) =>
      Effect.gen(function* () {
        gateway.replies = [reply]
        const down = yield* Effect.flip(now)
        assert.deepInclude(down, { _tag: "GatewayDown", status: 503, code: "E-GATEWAY" })
        assert.strictEqual(down.message, "The ledger cannot be reached right now. Try again in a minute.")
        assert.lengthOf(gateway.asked, questions)
      })
    )
  )

  it.live("is left alone after five failures in a row", () =>
    scene((gateway) =>
      Effect.gen(function* () {
        gateway.replies = [{ status: 502, body: "<html>Bad Gateway</html>" }]
        for (let n = 0; n < 5; n++) yield* Effect.flip(now)
        assert.lengthOf(gateway.asked, 5)
      })
    )
  )

  it.live("may send unknown fields", () =>
    scene((gateway) =>
      Effect.gen(function* () {
        const body = {
          ...WELL,
          also: [1],
          ledger_state: { ...WELL.ledger_state, shard: { id: 4 } },
          intent_status: "Pending"
        }
        gateway.replies = [{ body }]
        assert.deepInclude(yield* statusOf("txid_1"), { status: "Pending", isFinal: false })
      })
    )
  )

  it.live("cannot decide anything with an unknown transaction state", () =>
    scene((gateway) =>
      Effect.gen(function* () {
        for (const word of ["CommittedProbably", "committedsuccess", "CommittedSuccess ", ""]) {
          gateway.replies = [{ body: { ...WELL, intent_status: word } }]
          const ended = yield* Effect.either(statusOf("txid_1"))
          assert.isTrue(ended._tag === "Left", word)
        }
      })
    )
  )

  it.live("that lags behind returns the requested version a little later", () =>
    scene((gateway) =>
      Effect.gen(function* () {
        const details = Effect.flatMap(Ledger, (ledger) => ledger.committedDetails("txid_1"))
        const missing = { status: 404, body: { message: "x", details: { type: "TransactionNotFoundError" } } }
        const transaction = {
          state_version: 6,
          epoch: 3,
          round_timestamp: "2026-11-20T10:00:00Z",
          transaction_status: "CommittedSuccess",
          intent_hash: "txid_1"
        }
        const uncounted = { body: { ...WELL, transaction: { ...transaction, balance_changes: null } } }
        gateway.replies = [missing, uncounted, missing]
        const ended = yield* Effect.flip(details)
        assert.include(["UnknownOnLedger", "GatewayDown"], ended._tag)
        assert.lengthOf(gateway.asked, 4)
      })
    )
  )
})

describe("the Retry-After of a gateway", () => {
  it("is in seconds or a date, a minute at most, and ignored if it cannot be parsed", () => {
    const noon = Date.parse("2026-11-20T12:00:00Z")
    const said = [
      "7",
      "0",
      "86400",
      "Fri, 20 Nov 2026 12:00:05 GMT",
      "Fri, 20 Nov 2026 11:00:00 GMT",
      "soon",
      "-1",
      null
    ]
    assert.deepStrictEqual(
      said.map((header) => retryAfterMs(header, noon)),
      [7_000, 0, 60_000, 5_000, 0, 0, 0, 0]
    )
  })
})
