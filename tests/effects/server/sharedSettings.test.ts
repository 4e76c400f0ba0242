import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { Settings, type SettingsShape } from "~/effects/base/settings/Settings.server"
import { compareSettings, SharedSettingsLive } from "~/effects/server/sharedSettings.server"
import { describeOnBothDatabases } from "../../databases"
import { settings } from "../people/wallet-session/world"

const startWith = (changes: Partial<SettingsShape>) =>
  Effect.provideService(compareSettings, Settings, { ...settings, ...changes })
const key = (letter: string) => Redacted.make(letter.repeat(40))

describeOnBothDatabases("Settings shared by servers", (database) => {
  it.effect("are compared by name with those of the server that started before", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* startWith({}), [])
      assert.deepStrictEqual(yield* startWith({}), [])
      const rotated = { encryptionKey: Option.some(key("a")), sessionSecret: key("b") }
      // A first SEAL_KEY removes nothing; the former secret was no longer accepted.
      assert.deepStrictEqual(yield* startWith(rotated), ["SESSION_SECRET"])
      assert.deepStrictEqual(yield* startWith(rotated), [])
      // Keys for decryption may differ while servers restart one by one.
      assert.deepStrictEqual(yield* startWith({ ...rotated, encryptionKeysAccepted: [key("c")] }), [])
      // Each documented step of replacing a key is silent: the former one is still accepted.
      const former = { ...rotated, encryptionKeysAccepted: [key("a"), key("b")] }
      assert.deepStrictEqual(yield* startWith({ ...former, encryptionKey: Option.some(key("d")) }), [])
      assert.deepStrictEqual(
        yield* startWith({ ...former, encryptionKey: Option.some(key("a")), sessionSecret: key("e") }),
        ["SEAL_KEY"]
      )
      assert.deepStrictEqual(yield* startWith(rotated), ["SESSION_SECRET"])
      assert.deepStrictEqual(yield* startWith({ ...former, sessionSecret: key("e") }), [])
      assert.deepStrictEqual(yield* startWith({ ...rotated, encryptionKeysAccepted: [key("e")] }), [])
      assert.deepStrictEqual(yield* startWith({ ...rotated, appOrigin: "https://other.example" }), ["APP_ORIGIN"])
      const sql = yield* SqlClient.SqlClient
      assert.notMatch(JSON.stringify(yield* sql`SELECT * FROM server_settings`), /aaaa|bbbb|other\.example/)
    }).pipe(Effect.provide(database))
  )

  it.effect("are named at the start of a server with Postgres only", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const logger = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ message }) => said.push(String(message)))
      )
      const start = (changes: Partial<SettingsShape>) =>
        Effect.scoped(Layer.build(SharedSettingsLive)).pipe(
          Effect.provideService(Settings, { ...settings, ...changes }),
          Effect.provide(logger)
        )
      const databaseUrl = Option.some(Redacted.make("postgres://a@b/c"))
      yield* start({})
      assert.deepStrictEqual(said, [])
      yield* start({ databaseUrl })
      assert.strictEqual(said.length, 1)
      assert.match(said[0] ?? "", /must share APP_ORIGIN, .*SESSION_SECRET, SEAL_KEY, RELAYER_KEY.*uploads/)
      yield* start({ databaseUrl, relayerKey: Option.some(key("d")) })
      assert.match(said.at(-1) ?? "", /^RELAYER_KEY: differs from the previously started/)
    }).pipe(Effect.provide(database))
  )
})
