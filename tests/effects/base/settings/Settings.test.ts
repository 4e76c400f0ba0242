import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
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

describe("Settings", () => {
  it.scoped("need nothing in local mode, and keep their secret in a file that only the owner reads", () =>
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

  it.effect("take everything else from the environment", () =>
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
      // Without the key the start goes on, and buying bonds is disabled (docs/product/bonds.md, 3.5.6).
      assert.isTrue(Option.isNone(settings.settlerKey))
      const settling = yield* load({ ...stokenet, SETTLER_KEY: "5e".repeat(32) })
      assert.isTrue(Option.isSome(settling.settlerKey))
      const { message } = yield* Effect.flip(load({ ...stokenet, SETTLER_KEY: "5e" }))
      assert.include(message, "SETTLER_KEY: expected 64 hex digits")
    })
  )

  it.effect("name everything that LEDGER=stokenet misses, in one message", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(load({ LEDGER: "stokenet" }))
      const { LEDGER, ...needed } = stokenet
      for (const name of Object.keys(needed)) assert.include(message, `- ${name} is missing`)
      assert.strictEqual(message.match(/is missing/g)?.length, 5)
    })
  )

  it.effect("name what cannot be read beside what is missing", () =>
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

  it.effect("refuse NODE_ENV=production without LEDGER, and a short secret, and never repeat the secret", () =>
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

  it.effect("refuse another gateway in local mode", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(load({ GATEWAY_URL: "https://stokenet.radixdlt.com" }))
      assert.include(message, "GATEWAY_URL: LEDGER=local has its own gateway")
    })
  )

  it.effect("refuse what has the wrong form, each in its words", () =>
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
        TRUSTED_PROXIES: ["proxy.example", "10.0.0.0/33"]
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

  it.effect("refuse a name that is nearly a setting, and leave other programs' names alone", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(load({ ...stokenet, DATABSE_URL: "postgres://a@b/c", SMPT_URL: "x" }))
      assert.include(message, "DATABSE_URL is no setting: did you mean DATABASE_URL?")
      assert.include(message, "SMPT_URL is no setting: did you mean SMTP_URL?")
      yield* load({ ...stokenet, HOSTNAME: "a", PATH: "/bin", PGHOST: "b", SEEDS: "c", NODE_OPTIONS: "", POST: "1" })
    })
  )

  it.effect("leave a proxy ten seconds to notice a stop, and Postgres ten connections, unless told otherwise", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* load(stokenet), { databasePoolSize: 10, drainMs: 10_000 })
      assert.deepInclude(yield* load({ ...stokenet, DRAIN_SECONDS: "0" }), { drainMs: 0 })
      assert.deepInclude(yield* load({ ...stokenet, DATABASE_POOL_SIZE: "40", DRAIN_SECONDS: "30" }), {
        databasePoolSize: 40,
        drainMs: 30_000
      })
    })
  )

  it.effect("believe proxies on this machine where the site listens on it alone, and else those that are named", () =>
    Effect.gen(function* () {
      assert.deepEqual([...(yield* load(stokenet)).trustedProxies], ["127.0.0.0/8", "::1"])
      assert.deepEqual((yield* load({ ...stokenet, HOST: "0.0.0.0" })).trustedProxies, [])
      assert.deepEqual((yield* load({ ...stokenet, TRUSTED_PROXIES: "none" })).trustedProxies, [])
      const { trustedProxies } = yield* load({ ...stokenet, TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.7" })
      assert.deepEqual(trustedProxies, ["10.0.0.0/8", "192.0.2.7"])
    })
  )
})
