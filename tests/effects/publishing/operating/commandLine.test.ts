import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { help, runCommandLine } from "~/effects/publishing/operating/pages/commands/commandLine.server"
import { describeOnBothDatabases } from "../../../databases"
import { found } from "../../activity/activity/world"
import { signIn } from "../dashboard/visits"
import { ANA, machine, sceneOn } from "./world"

const REASON = ["--reason", "Sells shoes in every thread."]
const run = (...words: ReadonlyArray<string>) => runCommandLine(words, machine)
const refused = (...words: ReadonlyArray<string>) =>
  Effect.map(Effect.flip(run(...words)), (failure) => {
    const code = "code" in failure ? failure.code : failure._tag
    const fields = "fields" in failure ? Object.values(failure.fields ?? {}) : []
    return `${code} ${[failure.message, ...fields].join(" ")}`
  })

describeOnBothDatabases("npm run admin", (database) => {
  const scene = sceneOn(database)

  it.effect("lists its commands, and explains their arguments after a wrong call", () =>
    scene(
      Effect.gen(function* () {
        assert.deepEqual(yield* run(), help)
        assert.isTrue(help.some((line) => line === '  suspend PERSON… [--days N] [--preview] --reason "…"'))
        assert.strictEqual(
          yield* refused("suspned", ANA),
          "Misused There is no command “suspned”. npm run admin lists them."
        )
        assert.strictEqual(yield* refused("person"), 'Misused Usage: npm run admin -- person PERSON --reason "…"')
        assert.strictEqual(
          yield* refused("suspend", ANA),
          'Misused This is logged and requires a reason.\nUsage: npm run admin -- suspend PERSON… [--days N] [--preview] --reason "…"'
        )
        assert.match(yield* refused("people", "--limit", "0"), /^Misused --limit takes a number from 1 to 1000\./)
        assert.match(yield* refused("people", "--shout"), /^Misused .*--shout/)
        assert.match(yield* refused("suspend", ANA, "--days", "1e9", ...REASON), /^Misused --days takes a number/)
        assert.match(
          yield* refused("suspend", ANA, "--reason", "no"),
          /^E-FIELDS .* a reason of at least 5 characters\.$/
        )
      })
    )
  )

  it.effect("searches, acts and shows the log, as lines or as JSON", () =>
    scene(
      Effect.gen(function* () {
        yield* found({ slug: "quiet-room", name: "Quiet Room", ownerAddress: ANA, visibility: "private" })
        const token = yield* signIn(ANA)
        assert.deepEqual(yield* run("people", "ana"), [
          `Ana Ribeiro  ana.ribeiro@people.example  20 Nov 2026  active  ${ANA}`
        ])
        assert.deepEqual(yield* run("people", "zzz"), ["Nobody found."])
        assert.match((yield* run("communities", "quiet"))[0] ?? "", /^Quiet Room {2}quiet-room {2}private, live/)
        assert.deepEqual(yield* run("suspend", "Ana Ribeiro", "--days", "7", ...REASON), [
          "Suspended until 27 Nov 2026, 12:00 UTC."
        ])
        assert.isTrue(Option.isNone(yield* Effect.flatMap(Sessions, (sessions) => sessions.find(token))))
        assert.include(yield* run("person", ANA, ...REASON), "Reason        Sells shoes in every thread.")
        const [json = ""] = yield* run("log", "--json")
        const lines: ReadonlyArray<{ readonly act: string; readonly by: string }> = JSON.parse(json)
        assert.deepEqual([...new Set(lines.map(({ act, by }) => `${by} ${act}`))].sort(), [
          "machine: ada look",
          "machine: ada suspend"
        ])
        assert.include(
          (yield* run("log")).join("\n"),
          "machine: ada  Suspended until 27 Nov 2026, 12:00 UTC  Ana Ribeiro"
        )
      })
    )
  )

  it.effect("exports a person's data, including operators' actions", () =>
    scene(
      Effect.gen(function* () {
        yield* run("suspend", ANA, ...REASON)
        const because = ["--reason", "She wrote for it, ticket 12."]
        assert.match(yield* refused("own-data", ANA), /^Misused This is logged and requires a reason\./)
        const data = JSON.parse((yield* run("own-data", ANA, ...because)).join("\n"))
        assert.deepEqual([data.account, data.profile[0].username], [ANA, "Ana Ribeiro"])
        assert.strictEqual(data.suspensions[0].reason, "Sells shoes in every thread.")
        assert.deepEqual(data.operatorActs.map(({ summary }: { readonly summary: string }) => summary).sort(), [
          "Exported their data",
          "Suspended indefinitely"
        ])
        const log = JSON.parse((yield* run("log", "--json")).join(""))
        const fetched = log.find(({ act }: { readonly act: string }) => act === "own-data")
        assert.deepEqual([fetched.by, fetched.reason], ["machine: ada", "She wrote for it, ticket 12."])
        assert.deepEqual(fetched.target, { type: "account", id: ANA, label: "Ana Ribeiro" })
        assert.match(yield* refused("own-data", "Nobody", ...because), /^E-NOT-FOUND There is no person “Nobody”\.$/)
      })
    )
  )

  it.effect("turns feature flags and the read-only mode on and off, once each", () =>
    scene(
      Effect.gen(function* () {
        assert.deepEqual(yield* run("switch-off", "bonds", ...REASON), ["Turned bonds off."])
        assert.strictEqual(yield* refused("switch-off", "bonds", ...REASON), "E-STATE “bonds” is already turned off.")
        assert.deepEqual(yield* run("read-only", "on", ...REASON), ["Turned read-only on."])
        assert.strictEqual(yield* refused("read-only", "on", ...REASON), "E-STATE “read-only” is already turned on.")
        assert.deepEqual(
          (yield* run("flags")).map((line) => line.replace(/ {2,}/g, " | ")),
          [
            "communities | on",
            "bonds | off | since 20 Nov 2026, 12:00 UTC | Sells shoes in every thread.",
            "uploads | on",
            "webhooks | on",
            "signups | on",
            "read-only | on | since 20 Nov 2026, 12:00 UTC | Sells shoes in every thread."
          ]
        )
        assert.deepEqual(yield* run("switch-on", "bonds", ...REASON), ["Turned bonds on."])
        assert.deepEqual(yield* run("read-only", "off", ...REASON), ["Turned read-only off."])
        assert.match(yield* refused("switch-off", "votes", ...REASON), /^Misused There is no feature flag “votes”/)
        assert.match(yield* refused("read-only", "maybe", ...REASON), /^Misused read-only takes on or off\./)
        assert.lengthOf(JSON.parse((yield* run("log", "--json"))[0] ?? "[]"), 4)
      })
    )
  )
})
