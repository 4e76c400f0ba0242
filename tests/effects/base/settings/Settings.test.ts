import { createECDH } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { bls12_381 } from "@noble/curves/bls12-381.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, LogLevel, Option, Redacted } from "effect"
import { makePrivateKey, publicKeyOf } from "~/effects/base/push/vapid.server"
import { Settings } from "~/effects/base/settings/Settings.server"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "commonhold-settings-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const load = (environment: Readonly<Record<string, string>>) => Settings.load(environment)

const stokenet = {
  LEDGER: "stokenet",
  APP_ORIGIN: "https://commonhold.example",
  DAPP_DEFINITION_ADDRESS: "account_tdx_2_12xc5kfwstmdg29sv3qrlyx338ul5zhg4w36760pjmdn776ml2rwvxa",
  SESSION_SECRET: "s".repeat(32),
  SMTP_URL: "smtp://mail.example",
  MAIL_FROM: "Commonhold <post@commonhold.example>"
}

const pair = createECDH("prime256v1")
pair.generateKeys()
const vapid = {
  VAPID_PUBLIC_KEY: pair.getPublicKey().toString("base64url"),
  VAPID_PRIVATE_KEY: makePrivateKey()
}

describe("Settings", () => {
  it.effect("name the operator of the site or nobody; an operator's address requires a name", () =>
    Effect.gen(function* () {
      const named = { OPERATOR_NAME: " Verein Gemeingut ", OPERATOR_URL: "https://gemeingut.example/about" }
      assert.deepStrictEqual(Option.getOrNull((yield* load({ ...stokenet, ...named })).operator), {
        name: "Verein Gemeingut",
        url: "https://gemeingut.example/about"
      })
      assert.isTrue(Option.isNone((yield* load(stokenet)).operator))
      const problem = (changes: Readonly<Record<string, string>>) =>
        Effect.map(Effect.flip(load({ ...stokenet, ...changes })), ({ message }) => message)
      assert.include(yield* problem({ OPERATOR_URL: named.OPERATOR_URL }), "OPERATOR_NAME is missing: OPERATOR_URL")
      for (const name of ["two\nlines", "\u200b", "a".repeat(81)])
        assert.include(yield* problem({ OPERATOR_NAME: name }), "OPERATOR_NAME: expected a name of 80 characters")
      assert.include(
        yield* problem({ ...named, OPERATOR_URL: "javascript:alert(1)" }),
        "OPERATOR_URL: expected an http or https address"
      )
    })
  )

  it.scoped("accept a pair of keys for browser notifications or none; local mode creates and stores its own", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* folder, "data")
      const local = yield* load({ DATA_DIR: dataDir })
      assert.deepStrictEqual((yield* load({ DATA_DIR: dataDir })).vapid, local.vapid)
      assert.strictEqual(statSync(join(dataDir, "vapid-key")).mode & 0o777, 0o600)
      assert.isTrue(Option.isNone((yield* load(stokenet)).vapid))
      const mine = Option.getOrThrow(publicKeyOf(vapid.VAPID_PRIVATE_KEY))
      const given = yield* load({ ...stokenet, ...vapid, VAPID_PUBLIC_KEY: mine })
      assert.deepInclude(Option.getOrThrow(given.vapid), {
        publicKey: mine,
        subject: "mailto:post@commonhold.example"
      })
      assert.notInclude(JSON.stringify(given), vapid.VAPID_PRIVATE_KEY)
      const problem = (changes: Readonly<Record<string, string>>) =>
        Effect.map(Effect.flip(load({ ...stokenet, ...changes })), ({ message }) => message)
      assert.include(yield* problem(vapid), "VAPID_PUBLIC_KEY: it is not the public half of VAPID_PRIVATE_KEY")
      assert.include(yield* problem({ VAPID_PUBLIC_KEY: mine }), "VAPID_PRIVATE_KEY is missing")
      const bad = yield* problem({ VAPID_PUBLIC_KEY: "abc", VAPID_PRIVATE_KEY: `${vapid.VAPID_PRIVATE_KEY}=` })
      assert.include(bad, "VAPID_PUBLIC_KEY: expected a P-256 point of 65 bytes as base64url, 87 characters")
      assert.include(bad, "VAPID_PRIVATE_KEY: expected 32 bytes as base64url, 43 characters")
      assert.notInclude(bad, vapid.VAPID_PRIVATE_KEY)
    })
  )

  it.scoped("require nothing in local mode, and store the secret in a file that only the owner can read", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* folder, "data")
      const first = yield* load({ DATA_DIR: dataDir })
      const second = yield* load({ DATA_DIR: dataDir })
      const file = join(dataDir, "session-secret")
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.match(readFileSync(file, "utf8"), /^[0-9a-f]{64}$/)
      assert.strictEqual(Redacted.value(first.sessionSecret), Redacted.value(second.sessionSecret))
      assert.notInclude(JSON.stringify(first), readFileSync(file, "utf8"))
      assert.deepInclude(first, {
        ledger: "local",
        appOrigin: "http://127.0.0.1:3000",
        practiceWallet: true,
        seed: "demo"
      })
      assert.strictEqual(first.gatewayUrl, "http://127.0.0.1:3000/local/gateway")
    })
  )

  it.effect("read everything else from the environment", () =>
    Effect.gen(function* () {
      const settings = yield* load({ ...stokenet, PORT: "8080", GATEWAY_URL: "https://gateway.example/" })
      assert.deepInclude(settings, {
        ledger: "stokenet",
        port: 8080,
        appOrigin: "https://commonhold.example",
        gatewayUrl: "https://gateway.example",
        browserGatewayUrl: "https://gateway.example",
        practiceWallet: false,
        seed: "none"
      })
      assert.isTrue(Option.isNone(settings.databaseUrl))
      // Without the key the server starts, and buying bonds is disabled (docs/product/bonds.md).
      assert.isTrue(Option.isNone(settings.relayerKey))
      // Under its present name, under the former one, and under both if they agree.
      const [key, other] = ["5e".repeat(32), "6f".repeat(32)]
      for (const given of [{ RELAYER_KEY: key }, { SETTLER_KEY: key }, { RELAYER_KEY: key, SETTLER_KEY: key }]) {
        const { relayerKey } = yield* load({ ...stokenet, ...given })
        assert.strictEqual(Redacted.value(Option.getOrThrow(relayerKey)), key)
      }
      const two = yield* Effect.flip(load({ ...stokenet, RELAYER_KEY: key, SETTLER_KEY: other }))
      assert.include(two.message, "SETTLER_KEY: RELAYER_KEY has replaced it and differs")
      for (const name of ["RELAYER_KEY", "SETTLER_KEY"]) {
        const { message } = yield* Effect.flip(load({ ...stokenet, [name]: "5e" }))
        assert.include(message, `${name}: expected 64 hex digits`)
      }
    })
  )

  it.effect("name everything that LEDGER=stokenet lacks, in one message", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(load({ LEDGER: "stokenet" }))
      const { LEDGER, ...needed } = stokenet
      for (const name of Object.keys(needed)) assert.include(message, `- ${name} is missing`)
      assert.strictEqual(message.match(/is missing/g)?.length, 5)
    })
  )

  it.effect("accept log levels by their names and as the log prints them", () =>
    Effect.gen(function* () {
      const levelOf = (name: string) => Effect.map(load({ ...stokenet, LOG_LEVEL: name }), ({ logLevel }) => logLevel)
      assert.strictEqual(yield* levelOf(""), LogLevel.Info)
      assert.strictEqual(yield* levelOf("None"), LogLevel.None)
      assert.strictEqual(yield* levelOf("off"), LogLevel.None)
      assert.strictEqual(yield* levelOf("Warning"), LogLevel.Warning)
      assert.strictEqual(yield* levelOf("warn"), LogLevel.Warning)
      const { message } = yield* Effect.flip(levelOf("loud"))
      assert.include(message, "LOG_LEVEL: expected one of All, Trace, Debug, Info, Warning, Error, Fatal, None")
    })
  )

  it.effect("report unreadable settings together with missing ones", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(
        load({
          LEDGER: "stokenet",
          PORT: "http",
          LOG_LEVEL: "loud",
          GATEWAY_URL: "ftp://x",
          UPLOADS_URL: "https://up",
          OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318"
        })
      )
      const unread = ["PORT", "LOG_LEVEL", "GATEWAY_URL", "OTEL_EXPORTER_OTLP_ENDPOINT: expected an http or https"]
      for (const name of [...unread, "UPLOADS_SECRET_KEY is missing", "SMTP_URL is missing"]) {
        assert.include(message, name)
      }
    })
  )

  it.effect("refuse NODE_ENV=production without LEDGER and a short secret, and never repeat the secret", () =>
    Effect.gen(function* () {
      const unsaid = yield* Effect.flip(load({ NODE_ENV: "production" }))
      assert.match(unsaid.message, /LEDGER is missing.*NODE_ENV=production/)
      const mail = yield* Effect.flip(load({ ...stokenet, SMTP_URL: "mail.example.org:25" }))
      assert.include(mail.message, "SMTP_URL: expected an smtp or smtps address")
      const short = yield* Effect.flip(load({ ...stokenet, SESSION_SECRET: "hunter2" }))
      assert.include(short.message, "SESSION_SECRET: expected 32 characters or more")
      assert.notInclude(short.message, "hunter2")
      const unknown = yield* Effect.flip(load({ LEDGER: "mainnet" }))
      assert.include(unknown.message, 'LEDGER: expected "local" or "stokenet"')
    })
  )

  it.effect("accept the key for encryption and a list of keys for decryption, and never show them", () =>
    Effect.gen(function* () {
      const [own, before, next] = ["o".repeat(40), "b".repeat(40), "n".repeat(40)]
      const none = yield* load(stokenet)
      assert.isTrue(Option.isNone(none.encryptionKey))
      assert.deepStrictEqual(none.encryptionKeysAccepted, [])
      const all = yield* load({ ...stokenet, SEAL_KEY: own, SEAL_KEYS_ACCEPTED: `${before}, ${next}` })
      assert.strictEqual(Redacted.value(Option.getOrThrow(all.encryptionKey)), own)
      assert.deepStrictEqual(all.encryptionKeysAccepted.map(Redacted.value), [before, next])
      assert.notMatch(JSON.stringify(all), /ooo|bbb|nnn/)
      const { message } = yield* Effect.flip(load({ ...stokenet, SEAL_KEYS: before }))
      assert.include(message, "SEAL_KEYS is not a setting: did you mean SEAL_KEY?")
    })
  )

  it.effect("accept an S3 store only as a whole, and never show its secret", () =>
    Effect.gen(function* () {
      assert.isTrue(Option.isNone((yield* load(stokenet)).uploadBucket))
      const store = {
        UPLOADS_S3_ENDPOINT: "https://s3.example/",
        UPLOADS_S3_REGION: "auto",
        UPLOADS_S3_BUCKET: "pictures",
        UPLOADS_S3_KEY_ID: "AKIATESTS",
        UPLOADS_S3_SECRET: "hush/hush+hush"
      }
      const settings = yield* load({ ...stokenet, ...store })
      const { secret, ...shown } = Option.getOrThrow(settings.uploadBucket)
      const plain = { endpoint: "https://s3.example", region: "auto", bucket: "pictures", keyId: "AKIATESTS" }
      assert.deepStrictEqual(shown, { ...plain, prefix: "" })
      assert.strictEqual(Redacted.value(secret), "hush/hush+hush")
      assert.notInclude(JSON.stringify(settings), "hush")
      for (const UPLOADS_S3_PREFIX of ["commons/uploads", "commons/uploads/"]) {
        const { uploadBucket } = yield* load({ ...stokenet, ...store, UPLOADS_S3_PREFIX })
        assert.strictEqual(Option.getOrThrow(uploadBucket).prefix, "commons/uploads/")
      }
      const { UPLOADS_S3_SECRET, ...partial } = store
      for (const some of [partial, { UPLOADS_S3_PREFIX: "commons" }]) {
        assert.include((yield* Effect.flip(load({ ...stokenet, ...some }))).message, "UPLOADS_S3_SECRET is missing")
      }
    })
  )

  it.effect("name one place for scheduled backups, with its schedule, and never show its secret", () =>
    Effect.gen(function* () {
      assert.isTrue(Option.isNone((yield* load(stokenet)).backups))
      const inFolder = yield* load({
        ...stokenet,
        BACKUP_FOLDER: "/backups",
        BACKUP_HOUR: "0",
        BACKUP_KEEP_WEEKLY: "0"
      })
      assert.deepStrictEqual(Option.getOrThrow(inFolder.backups), {
        place: { kind: "folder", folder: "/backups" },
        hour: 0,
        daily: 7,
        weekly: 0
      })
      const store = {
        BACKUP_S3_ENDPOINT: "https://s3.example/",
        BACKUP_S3_REGION: "auto",
        BACKUP_S3_BUCKET: "backups",
        BACKUP_S3_KEY_ID: "AKIATESTS",
        BACKUP_S3_SECRET: "hush/hush+hush"
      }
      const inBucket = yield* load({ ...stokenet, ...store })
      assert.strictEqual(Option.getOrThrow(inBucket.backups).place.kind, "bucket")
      assert.notInclude(JSON.stringify(inBucket), "hush")
      const problem = (changes: Readonly<Record<string, string>>) =>
        Effect.map(Effect.flip(load({ ...stokenet, ...changes })), ({ message }) => message)
      assert.include(
        yield* problem({ ...store, BACKUP_FOLDER: "/b" }),
        "BACKUP_FOLDER: backups go to a folder or to a bucket"
      )
      assert.include(yield* problem({ BACKUP_S3_BUCKET: "backups" }), "BACKUP_S3_SECRET is missing")
      assert.include(
        yield* problem({ BACKUP_HOUR: "4" }),
        "BACKUP_FOLDER is missing: a schedule of backups needs a place"
      )
      assert.include(yield* problem({ BACKUP_FOLDER: "backups" }), "BACKUP_FOLDER: expected the whole path of a folder")
      assert.include(yield* problem({ BACKUP_FOLDER: "/b", BACKUP_HOUR: "24" }), "BACKUP_HOUR: expected a whole number")
    })
  )

  it.effect("refuse the same port for the site and its metrics", () =>
    Effect.gen(function* () {
      const same = yield* Effect.flip(load({ ...stokenet, PORT: "8080", METRICS_PORT: "8080" }))
      assert.include(same.message, "METRICS_PORT: it is the same as PORT")
      const unsaid = yield* Effect.flip(load({ ...stokenet, METRICS_PORT: "3000" }))
      assert.include(unsaid.message, "METRICS_PORT: it is the same as PORT")
      const own = yield* load({ ...stokenet, PORT: "8080", METRICS_PORT: "9090" })
      assert.deepStrictEqual(own.metricsPort, Option.some(9090))
    })
  )

  it.effect("refuse another gateway in local mode", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(load({ GATEWAY_URL: "https://stokenet.radixdlt.com" }))
      assert.include(message, "GATEWAY_URL: LEDGER=local has its own gateway")
    })
  )

  it.effect("accept drand's quicknet or another complete beacon; local mode has its own", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* load(stokenet)).beacon, { url: "https://api.drand.sh", chain: null })
      const publicKey = bytesToHex(bls12_381.G2.Point.BASE.multiply(7n).toBytes())
      const other = {
        BEACON_CHAIN: "ab".repeat(32),
        BEACON_PUBLIC_KEY: publicKey,
        BEACON_GENESIS: "1700000000",
        BEACON_PERIOD: "30"
      }
      const { beacon } = yield* load({ ...stokenet, ...other, BEACON_URL: "https://beacon.example/" })
      assert.deepStrictEqual(beacon, {
        url: "https://beacon.example",
        chain: { chain: "ab".repeat(32), publicKey, genesis: 1_700_000_000, period: 30 }
      })
      const { BEACON_PERIOD: _period, ...partial } = other
      assert.include((yield* Effect.flip(load({ ...stokenet, ...partial }))).message, "BEACON_PERIOD")
      assert.include((yield* Effect.flip(load(other))).message, "LEDGER=local has its own beacon")
    })
  )

  it.effect("refuse values of the wrong form, each with its own message", () =>
    Effect.gen(function* () {
      const wrong = {
        APP_ORIGIN: [
          "https://commons.example/app",
          "https://commons.example?x",
          "https://a:b@commons.example",
          "http://commons.example",
          "commons.example"
        ],
        DAPP_DEFINITION_ADDRESS: [
          "account_rdx12xc5kfwstmdg29sv3qrlyx338ul5zhg4w36760pjmdn776ml2rw",
          stokenet.DAPP_DEFINITION_ADDRESS.slice(0, -1),
          "resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc"
        ],
        MAIL_FROM: ["commons", "Commons <post>", "post@a b"],
        DATABASE_URL: ["mysql://a@b/c", "data.sqlite"],
        DATABASE_POOL_SIZE: ["0", "501", "1e2", "-1", "many"],
        DRAIN_SECONDS: ["301", "2.5", "10 s"],
        BEACON_URL: ["api.drand.sh", "ftp://api.drand.sh"],
        BEACON_CHAIN: ["52db", "G".repeat(64), "A".repeat(64)],
        BEACON_PUBLIC_KEY: ["83cf", "0".repeat(192), "f".repeat(192)],
        BEACON_GENESIS: ["0", "-1", "1692803367.5", "yesterday"],
        BEACON_PERIOD: ["0", "3601", "3 s"],
        METRICS_PORT: ["0", "65536", "9090/tcp"],
        METRICS_TOKEN: ["short", `${"k".repeat(32)} k`],
        SEAL_KEY: ["short", `${"k".repeat(32)},`, `${"k".repeat(32)} k`],
        SEAL_KEYS_ACCEPTED: ["short", `${"k".repeat(32)},`, `${"k".repeat(32)},short`],
        TRUSTED_PROXIES: ["proxy.example", "10.0.0.0/33"],
        UPLOADS_S3_ENDPOINT: ["s3.example", "s3://pictures", "https://a:b@s3.example", "https://s3.example/?x=1"],
        UPLOADS_S3_REGION: ["Frankfurt", "eu central"],
        UPLOADS_S3_BUCKET: ["ab", "Pictures", "pictures/commons", "pic..tures", "-pictures"],
        UPLOADS_S3_PREFIX: ["/commons", "commons//uploads", "../commons", "com mons", "."],
        UPLOADS_S3_KEY_ID: ["a b", "é".repeat(5)],
        UPLOADS_S3_SECRET: ["se cret", "ab"]
      }
      for (const [name, texts] of Object.entries(wrong)) {
        for (const text of texts) {
          const { message } = yield* Effect.flip(load({ ...stokenet, [name]: text }))
          assert.include(message, `${name}: expected`, text)
          assert.notInclude(message, `: ${text}`)
        }
      }
      for (const APP_ORIGIN of ["https://commons.example/", "https://commons.example:8443", "http://localhost:3000"]) {
        assert.strictEqual((yield* load({ ...stokenet, APP_ORIGIN })).appOrigin, APP_ORIGIN.replace(/\/$/, ""))
      }
    })
  )

  it.effect("refuse names that resemble a setting, and ignore other programs' names", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(load({ ...stokenet, DATABSE_URL: "postgres://a@b/c", SMPT_URL: "x" }))
      assert.include(message, "DATABSE_URL is not a setting: did you mean DATABASE_URL?")
      assert.include(message, "SMPT_URL is not a setting: did you mean SMTP_URL?")
      yield* load({ ...stokenet, HOSTNAME: "a", PATH: "/bin", PGHOST: "b", SEEDS: "c", NODE_OPTIONS: "", POST: "1" })
    })
  )

  it.effect("default to ten seconds for proxies to notice a stop, and to ten Postgres connections", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* load(stokenet), { databasePoolSize: 10, drainMs: 10_000, gatewayTimeoutMs: 3_000 })
      assert.deepInclude(yield* load({ ...stokenet, DRAIN_SECONDS: "0" }), { drainMs: 0 })
      assert.deepInclude(yield* load({ ...stokenet, DATABASE_POOL_SIZE: "40", DRAIN_SECONDS: "30" }), {
        databasePoolSize: 40,
        drainMs: 30_000
      })
    })
  )

  it.effect("trust proxies on this machine if the site listens on loopback only, and otherwise those listed", () =>
    Effect.gen(function* () {
      assert.deepEqual([...(yield* load(stokenet)).trustedProxies], ["127.0.0.0/8", "::1"])
      assert.deepEqual((yield* load({ ...stokenet, HOST: "0.0.0.0" })).trustedProxies, [])
      assert.deepEqual((yield* load({ ...stokenet, TRUSTED_PROXIES: "none" })).trustedProxies, [])
      const { trustedProxies } = yield* load({ ...stokenet, TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.7" })
      assert.deepEqual(trustedProxies, ["10.0.0.0/8", "192.0.2.7"])
    })
  )
})
