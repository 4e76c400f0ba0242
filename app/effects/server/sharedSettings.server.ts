/**
 * Settings that all servers of a database must share. Each start compares: it stores hashes of its values, and reports
 * which settings the previously started server had set differently. The values themselves are never disclosed.
 */
import { Clock, Effect, Layer, Option, Redacted, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { Settings, type SettingsShape } from "~/effects/base/settings/Settings.server"
import { hmacSha256 } from "~/effects/base/text/random.server"

const DIGEST_LENGTH = 32

const secret = Option.match<string, Redacted.Redacted>({ onNone: () => "", onSome: Redacted.value })

/** By variable name. Keys that decrypt may differ while servers restart one by one; the key that encrypts may not. */
const shared = (settings: SettingsShape): Readonly<Record<string, string>> => ({
  APP_ORIGIN: settings.appOrigin,
  LEDGER: settings.ledger,
  DAPP_DEFINITION_ADDRESS: settings.dAppDefinitionAddress,
  SESSION_SECRET: Redacted.value(settings.sessionSecret),
  SEAL_KEY: secret(settings.encryptionKey),
  RELAYER_KEY: secret(settings.relayerKey),
  VAPID_PUBLIC_KEY: Option.match(settings.vapid, { onNone: () => "", onSome: ({ publicKey }) => publicKey }),
  UPLOADS_URL: Option.match(settings.uploadHost, { onNone: () => "", onSome: ({ url }) => url }),
  UPLOADS_S3_BUCKET: Option.match(settings.uploadBucket, {
    onNone: () => "",
    onSome: ({ bucket, endpoint, prefix }) => `${endpoint} ${bucket} ${prefix}`
  })
})

/** Under the name that earlier releases stored, so that an upgrade is not taken for a new key. */
const storedName = (name: string) => (name === "RELAYER_KEY" ? "SETTLER_KEY" : name)
const hashOf = (name: string, value: string) =>
  hmacSha256(value, `shared setting ${storedName(name)}`).slice(0, DIGEST_LENGTH)

/** Keys that the documented procedure replaces while the former one stays accepted (docs/operations/secrets.md). */
const ROTATED = ["SESSION_SECRET", "SEAL_KEY"]

/** Names of settings that the previous server had set differently; without keys that were replaced as documented. */
export const compareSettings = Effect.gen(function* () {
  const sql = yield* Sql
  const settings = yield* Settings
  const since = yield* Clock.currentTimeMillis
  const before = yield* findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ name: Schema.String, digest: Schema.String }),
    execute: () => sql`SELECT name, digest FROM server_settings`
  })()
  const rows = Object.entries(shared(settings)).map(([name, value]) => ({
    name: storedName(name),
    digest: hashOf(name, value),
    since
  }))
  const wasRotated = (name: string, digest: string) =>
    ROTATED.includes(name) &&
    ["", ...settings.encryptionKeysAccepted.map(Redacted.value)].some((former) => hashOf(name, former) === digest)
  const differing = rows.filter((row) =>
    before.some(({ digest, name }) => name === row.name && digest !== row.digest && !wasRotated(name, digest))
  )
  yield* sql`INSERT INTO server_settings ${sql.insert(rows)}
    ON CONFLICT (name) DO UPDATE SET digest = excluded.digest, since = excluded.since
    WHERE server_settings.digest <> excluded.digest`
  return differing.map(({ name }) => (name === "SETTLER_KEY" ? "RELAYER_KEY" : name))
})

const say = Effect.gen(function* () {
  const settings = yield* Settings
  // An SQLite file has one server.
  if (Option.isNone(settings.databaseUrl)) return
  const differing = yield* compareSettings
  yield* Effect.logInfo(
    `Servers on this database must share ${Object.keys(shared(settings)).join(", ")}, and DATA_DIR/uploads unless UPLOADS_URL or UPLOADS_S3_BUCKET is set`
  )
  if (differing.length > 0) {
    yield* Effect.logWarning(
      `${differing.join(", ")}: differs from the previously started server. Set the same on all of them`
    )
  }
})

export const SharedSettingsLive = Layer.effectDiscard(say)
