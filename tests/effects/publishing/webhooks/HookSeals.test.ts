/** Secrets of webhooks when the operator replaces the key they are sealed under (docs/operations/secrets.md). */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { Seal } from "~/effects/base/settings/Seal.server"
import { HookSeals } from "~/effects/publishing/webhooks/HookSeals.server"
import { HOOK_SECRETS } from "~/effects/publishing/webhooks/Webhooks.server"
import { describeOnBothDatabases } from "../../../databases"
import { found } from "../../activity/activity/world"
import { settings } from "../../people/signup/world"
import { world } from "./world"

const FORMER = "the key that sealed until yesterday, long enough"
const TODAYS = "the key that seals from today on, long enough, too"

describeOnBothDatabases("Sealing webhooks' secrets anew", (database) => {
  it.effect("leaves all under today's key; what no key opens stays and stops nothing", () => {
    const before = settings({ sealKey: Option.some(Redacted.make(FORMER)) })
    const between = settings({
      sealKey: Option.some(Redacted.make(TODAYS)),
      sealKeysAccepted: [Redacted.make(FORMER)]
    })
    const after = settings({ sealKey: Option.some(Redacted.make(TODAYS)) })
    const sealWith = <A, E>(chosen: typeof before, program: Effect.Effect<A, E, Seal>) =>
      Effect.provide(program, Layer.fresh(Layer.provide(Seal.Default, chosen)))
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id: communityId } = yield* found({ slug: "here" })
      const row = { communityId, events: " member.joined ", createdAt: 1 }
      const seal = (id: string) =>
        sealWith(
          before,
          Effect.flatMap(Seal, (service) => service.encrypt(HOOK_SECRETS, id, Buffer.from(`whsec_${id}`)))
        )
      const broken = { ...row, id: "a", url: "https://a.example.org/", secret: "AAAA" }
      const whole = { ...row, id: "b", url: "https://b.example.org/", secret: yield* seal("b") }
      yield* sql`INSERT INTO webhooks ${sql.insert([broken, whole])}`
      const run = Effect.flatMap(HookSeals, (seals) => seals.run)
      yield* Effect.provide(run, Layer.fresh(Layer.provide(HookSeals.Default, between)))
      const [one, two] = yield* sql<{ readonly secret: string }>`SELECT secret FROM webhooks ORDER BY id`
      assert.strictEqual(one?.secret, "AAAA")
      const opened = yield* sealWith(
        after,
        Effect.map(Seal, (service) => service.open(HOOK_SECRETS, "b", two?.secret ?? ""))
      )
      assert.strictEqual(Option.getOrThrow(opened).isCurrent, true)
      assert.strictEqual(Buffer.from(Option.getOrThrow(opened).bytes).toString(), "whsec_b")
    }).pipe(Effect.provide(world(database, [], [{ status: 200, answer: "" }])))
  })
})
