/** Secrets of webhooks when the operator replaces the key they are encrypted under (docs/operations/secrets.md). */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { reencryptColumn } from "~/effects/base/jobs/Resealing.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { HOOK_SECRETS, webhookEncryption } from "~/effects/publishing/webhooks/WebhooksRepo.server"
import { describeOnBothDatabases } from "../../../databases"
import { found } from "../../activity/activity/world"
import { settings } from "../../people/signup/world"
import { world } from "./world"

const FORMER = "the key that sealed until yesterday, long enough"
const TODAYS = "the key that seals from today on, long enough, too"

describeOnBothDatabases("Re-encrypting webhook secrets", (database) => {
  it.effect(
    "leaves all under the current key, also those that only sign for another day; undecryptable ones stay",
    () => {
      const before = settings({ encryptionKey: Option.some(Redacted.make(FORMER)) })
      const between = settings({
        encryptionKey: Option.some(Redacted.make(TODAYS)),
        encryptionKeysAccepted: [Redacted.make(FORMER)]
      })
      const after = settings({ encryptionKey: Option.some(Redacted.make(TODAYS)) })
      const sealWith = <A, E, R>(chosen: typeof before, program: Effect.Effect<A, E, R | Seal>) =>
        Effect.provide(program, Layer.fresh(Layer.provide(Seal.Default, chosen)))
      return Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id: communityId } = yield* found({ slug: "here" })
        const row = { communityId, events: " member.joined ", createdAt: 1 }
        const seal = (id: string, text: string) =>
          sealWith(
            before,
            Effect.flatMap(Seal, (service) => service.encrypt(HOOK_SECRETS, id, Buffer.from(text)))
          )
        const broken = { ...row, id: "a", url: "https://a.example.org/", secret: "AAAA" }
        const whole = { ...row, id: "b", url: "https://b.example.org/", secret: yield* seal("b", "whsec_now") }
        yield* sql`INSERT INTO webhooks ${sql.insert([broken, whole])}`
        yield* sql`UPDATE webhooks SET former_secret = ${yield* seal("b", "whsec_before")}, former_until = 2
        WHERE id = 'b'`
        const columns = yield* webhookEncryption
        const run = Effect.forEach(columns, reencryptColumn)
        assert.deepStrictEqual(yield* sealWith(between, run), [
          { reencrypted: 1, closed: ["a"] },
          { reencrypted: 1, closed: [] }
        ])
        assert.deepStrictEqual(yield* sealWith(between, run), [
          { reencrypted: 0, closed: ["a"] },
          { reencrypted: 0, closed: [] }
        ])
        const [one, two] = yield* sql<{ readonly secret: string; readonly formerSecret: string | null }>`
        SELECT secret, former_secret FROM webhooks ORDER BY id`
        assert.strictEqual(one?.secret, "AAAA")
        const opened = (sealed: string | null | undefined) =>
          sealWith(
            after,
            Effect.map(Seal, (service) => Option.getOrThrow(service.open(HOOK_SECRETS, "b", sealed ?? "")))
          )
        const texts = yield* Effect.forEach([two?.secret, two?.formerSecret], opened)
        assert.deepStrictEqual(
          texts.map(({ bytes, isCurrent }) => [Buffer.from(bytes).toString(), isCurrent]),
          [
            ["whsec_now", true],
            ["whsec_before", true]
          ]
        )
      }).pipe(Effect.provide(world(database, [], [{ status: 200, answer: "" }])))
    }
  )
})
