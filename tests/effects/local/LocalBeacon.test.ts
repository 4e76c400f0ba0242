/** The beacon of local mode: signs rounds whose time has come, by the movable clock, and is silent on command. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema, TestClock } from "effect"
import { Beacon, RoundResponse } from "~/effects/governance/votes/sealed/Beacon.server"
import { roundAt, timeOf } from "~/effects/governance/votes/sealed/BeaconRound"
import { Faults } from "~/effects/local/Faults.server"
import { LocalBeacon, LocalBeaconLive } from "~/effects/local/LocalBeacon.server"
import { settings } from "../people/signup/world"

const NOW = Date.parse("2026-11-25T12:00:01Z")
const folders: Array<string> = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const on = (dataDir: string) =>
  LocalBeaconLive.pipe(Layer.provideMerge(Faults.layerMemory), Layer.provideMerge(settings({ dataDir })))

describe("the local beacon", () => {
  let folder = ""
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "beacon-"))
    folders.push(folder)
  })

  it.effect("returns past rounds in the form of drand, with valid signatures", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(NOW)
      const { respond, chain } = yield* LocalBeacon
      const beacon = yield* Beacon
      const newest = roundAt(chain, NOW)
      const responded = yield* respond(chain.chain, newest)
      assert.deepStrictEqual(Object.keys(responded).sort(), ["randomness", "round", "signature"])
      assert.isTrue(Schema.is(RoundResponse)(responded))
      assert.strictEqual(yield* beacon.signatureOf({ ...chain, round: newest }), responded.signature)
      for (const round of [newest + 1, 0, -1, 1.5, Number.NaN]) {
        assert.strictEqual((yield* Effect.flip(respond(chain.chain, round)))._tag, "NoSignature")
      }
      assert.strictEqual((yield* Effect.flip(respond("00".repeat(32), newest)))._tag, "NoSignature")
      yield* TestClock.setTime(timeOf(chain, newest + 1))
      yield* respond(chain.chain, newest + 1)
    }).pipe(Effect.provide(on(folder)))
  )

  it.effect("keeps its key over a restart, and is silent while it is down", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(NOW)
      const keyOf = Effect.map(LocalBeacon, ({ chain }) => chain.publicKey)
      assert.strictEqual(yield* Effect.provide(keyOf, on(folder)), yield* keyOf)
      // As earlier releases stored it: the secret alone.
      const file = join(folder, "beacon-key")
      const kept = readFileSync(file, "utf8")
      writeFileSync(file, kept.split("\n")[0] ?? "")
      assert.strictEqual(yield* Effect.provide(keyOf, on(folder)), yield* keyOf)
      assert.strictEqual(readFileSync(file, "utf8"), kept)
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      const faults = yield* Faults
      const beacon = yield* Beacon
      const asked = { ...beacon.chain, round: 5 }
      yield* faults.change({ beacon: "down" })
      assert.include((yield* Effect.flip(beacon.signatureOf(asked))).message, "down")
      yield* faults.change({ beacon: "up" })
      assert.lengthOf(yield* beacon.signatureOf(asked), 96)
    }).pipe(Effect.provide(on(folder)))
  )
})
