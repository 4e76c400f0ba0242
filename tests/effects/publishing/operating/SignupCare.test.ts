import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { SignupBlocks } from "~/effects/people/signup/SignupBlocks.server"
import { runCommandLine } from "~/effects/publishing/operating/pages/commands/commandLine.server"
import { SignupAdmission } from "~/effects/publishing/operating/SignupAdmission.server"
import { describeOnBothDatabases } from "../../../databases"
import { asker } from "../../people/signup/world"
import { because, failureOf, logged, machine, sceneOn } from "./world"

const REASON = "Forty accounts in an hour."
const from = (address: string) => asker("eve", null, address)
const blocksOf = Effect.provide(SignupBlocks, SignupBlocks.Default)
const isFree = (email: string, address: string) =>
  Effect.flatMap(blocksOf, (blocks) =>
    blocks.requireFree(email, from(address)).pipe(
      Effect.as("free"),
      Effect.catchAll(({ code }) => Effect.succeed(code))
    )
  )

describeOnBothDatabases("Blocked sign-ups", (database) => {
  const scene = sceneOn(database)

  it.effect("are refused by domain and by network, until the block ends or is lifted", () =>
    scene(
      Effect.gen(function* () {
        const care = yield* SignupAdmission
        yield* care.block("@Example.org", 7, because(REASON))
        yield* care.block("192.0.2.0/24", null, because(REASON))
        yield* care.block("2001:db8::/32", null, because(REASON))
        assert.strictEqual(yield* isFree("a@mail.example.org", "198.51.100.1"), "E-DOMAIN-BLOCKED")
        assert.strictEqual(yield* isFree("a@other.example", "192.0.2.9"), "E-NETWORK-BLOCKED")
        assert.strictEqual(yield* isFree("a@other.example", "2001:db8:1::9"), "E-NETWORK-BLOCKED")
        assert.strictEqual(yield* isFree("a@other.example", "198.51.100.1"), "free")
        yield* care.unblock("2001:db8:0::/32", because(REASON))
        assert.strictEqual(yield* isFree("a@other.example", "2001:db8:1::9"), "free")
        yield* TestClock.adjust("7 days")
        assert.strictEqual(yield* isFree("a@example.org", "198.51.100.1"), "free")
        assert.deepEqual(
          (yield* care.blocks).map(({ target }) => target),
          ["192.0.2.0/24"]
        )
        // A block that has ended can be made again.
        yield* care.block("example.org", null, because(REASON))
        assert.strictEqual(yield* isFree("a@example.org", "198.51.100.1"), "E-DOMAIN-BLOCKED")
      })
    )
  )

  it.effect("are blocked once, with a reason in the audit log; what cannot be read changes nothing", () =>
    scene(
      Effect.gen(function* () {
        const care = yield* SignupAdmission
        yield* care.block("example.org", 7, because(REASON))
        assert.strictEqual(
          yield* failureOf(care.block("EXAMPLE.ORG", null, because(REASON))),
          "E-STATE Sign-ups from example.org are already blocked."
        )
        assert.strictEqual(
          yield* failureOf(care.unblock("example.net", because(REASON))),
          "E-STATE Sign-ups from example.net are not blocked."
        )
        const refused = yield* Effect.flip(care.block("192.0.2.7/24", null, because(REASON)))
        assert.strictEqual(refused.code, "E-FIELDS")
        yield* TestClock.adjust("1 minute")
        yield* care.unblock("example.org", because(REASON))
        assert.deepEqual(yield* logged, [
          `machine: ada: Allowed sign-ups from example.org on example.org (${REASON})`,
          `machine: ada: Blocked sign-ups from example.org until 27 Nov 2026, 12:00 UTC on example.org (${REASON})`
        ])
      })
    )
  )

  it.effect("are managed by commands", () =>
    scene(
      Effect.gen(function* () {
        const run = (...words: ReadonlyArray<string>) => runCommandLine(words, machine)
        assert.deepEqual(yield* run("signup-blocks"), ["No sign-ups are blocked."])
        yield* run("block-signups", "192.0.2.0/24", "--days", "2", "--reason", REASON)
        assert.deepEqual(yield* run("signup-blocks"), [
          `192.0.2.0/24  20 Nov 2026  until 22 Nov 2026, 12:00 UTC  ${REASON}`
        ])
        assert.deepEqual(yield* run("unblock-signups", "192.0.2.0/24", "--reason", REASON), [
          "Allowed sign-ups from 192.0.2.0/24."
        ])
      })
    )
  )
})
