/**
 * Settings: every variable that the server reads from its environment, checked once before anything else starts.
 *
 * If the mode requires settings that are missing, the start stops with one message that names all of them.
 */
import { randomBytes } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { Context, Effect, Layer, type LogLevel, Option, Redacted } from "effect"
import { makePrivateKey, type VapidKeys, vapidOf } from "~/effects/base/push/vapid.server"
import { type BackupPlan, backupsOf } from "./backups.server"
import { beaconOf } from "./beacon.server"
import { listed, secretsIn, withoutSlash } from "./checks.server"
import { closeToOthers, type KeyFile } from "./dataFolder.server"
import { readEnvironment, type Variables } from "./environment.server"
import { LOCAL_DAPP_DEFINITION, STOKENET_GATEWAY, STOKENET_RELAY } from "./networks"
import { bucketOf, type S3Bucket } from "./s3Bucket.server"
import { LOOPBACK, proxyList, trustedBy } from "./trustedProxies.server"

/** An external file host with the API of docs/product/people.md. Absent: this server stores the files itself. */
export interface UploadHost {
  readonly url: string
  readonly cdnUrl: string
  readonly publicKey: string
  readonly secretKey: Redacted.Redacted
}

export interface SettingsShape {
  readonly ledger: "local" | "stokenet"
  readonly host: string
  readonly port: number
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: ReadonlyArray<string>
  /** Compared by ownership proofs and cross-site checks. No trailing slash. */
  readonly appOrigin: string
  readonly dataDir: string
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  /** Maximum connections to Postgres. */
  readonly databasePoolSize: number
  /** Milliseconds between reporting "not ready" and closing the port, so that a proxy can notice. */
  readonly drainMs: number
  readonly seed: "demo" | "none"
  readonly practiceWallet: boolean
  /** Gateway for the server. */
  readonly gatewayUrl: string
  /** Timeout of one gateway call, in milliseconds. */
  readonly gatewayTimeoutMs: number
  /** Gateway for browsers: the same, but on our own origin in local mode. */
  readonly browserGatewayUrl: string
  readonly relayUrl: string
  readonly dAppDefinitionAddress: string
  /** An external product backend; none means this server's own `/api`. */
  readonly backendUrl: Option.Option<string>
  readonly smtpUrl: Option.Option<Redacted.Redacted>
  readonly mailFrom: string
  readonly sessionSecret: Redacted.Redacted
  /** Encrypts stored secrets; none means that the session secret does. */
  readonly encryptionKey: Option.Option<Redacted.Redacted>
  /** Further keys that decrypt: earlier ones, or the next one while servers restart one by one. */
  readonly encryptionKeysAccepted: ReadonlyArray<Redacted.Redacted>
  readonly uploadHost: Option.Option<UploadHost>
  readonly uploadBucket: Option.Option<S3Bucket>
  /** None: no backups are scheduled. */
  readonly backups: Option.Option<BackupPlan>
  /** The beacon that opens sealed votes, with its parameters if it is not drand's quicknet. */
  readonly beacon: {
    readonly url: string
    readonly chain: {
      readonly chain: string
      readonly publicKey: string
      readonly genesis: number
      readonly period: number
    } | null
  }
  readonly relayerKey: Option.Option<Redacted.Redacted>
  /** None: browser notifications are not offered. */
  readonly vapid: Option.Option<VapidKeys>
  /** Accounts of the site's operators, which nobody can suspend. */
  readonly operators: ReadonlyArray<string>
  /** Name of the operator as pages show it; none: no name was given. */
  readonly operator: Option.Option<{ readonly name: string; readonly url: string | null }>
  /** Collector for traces, by OTLP over HTTP; none means that none are recorded. */
  readonly traceCollector: Option.Option<string>
  /** Separate port for /metrics. */
  readonly metricsPort: Option.Option<number>
  /** Token that requests for /metrics must present. */
  readonly metricsToken: Option.Option<Redacted.Redacted>
  readonly logLevel: LogLevel.LogLevel
  /** Writes one line for each request. */
  readonly requestLog: boolean
}

/**
 * Created at the first start of local mode and stored, so that sessions, bond settlements and browser notifications
 * survive a restart.
 */
const storedSecret = (
  dataDir: string,
  name: KeyFile,
  make = () => randomBytes(32).toString("hex")
): Redacted.Redacted => {
  const file = `${dataDir}/${name}`
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, make(), { mode: 0o600 })
    chmodSync(file, 0o600)
  }
  return Redacted.make(readFileSync(file, "utf8").trim())
}

export class Settings extends Context.Tag("base/settings/Settings")<Settings, SettingsShape>() {
  /** Reads and checks all settings; fails with one message that lists every problem. */
  static readonly load = Effect.fnUntraced(function* (variables: Variables) {
    const env = yield* readEnvironment(variables)
    const local = Option.getOrElse(env.ledger, () => "local") === "local"
    const own = `http://127.0.0.1:${env.port}`
    const appOrigin = Option.match(env.appOrigin, { onNone: () => own, onSome: (url) => new URL(url).origin })
    const mailFrom = Option.getOrElse(env.mailFrom, () => "Commonhold <no-reply@commonhold.invalid>")
    const pushKey = local
      ? Option.orElseSome(env.vapidPrivateKey, () => storedSecret(env.dataDir, "vapid-key", makePrivateKey))
      : env.vapidPrivateKey
    const gatewayUrl = local
      ? `http://${env.host === "0.0.0.0" ? "127.0.0.1" : env.host}:${env.port}/local/gateway`
      : withoutSlash(Option.getOrElse(env.gatewayUrl, () => STOKENET_GATEWAY))

    return {
      ledger: local ? "local" : "stokenet",
      host: env.host,
      port: env.port,
      trustedProxies: Option.match(env.trustedProxies, {
        onNone: () => (trustedBy(LOOPBACK)(env.host) || env.host === "localhost" ? LOOPBACK : []),
        onSome: proxyList
      }),
      appOrigin,
      dataDir: env.dataDir,
      databaseUrl: env.databaseUrl,
      databasePoolSize: Option.match(env.databasePoolSize, { onNone: () => 10, onSome: Number }),
      drainMs: Option.match(env.drainSeconds, {
        onNone: () => (local ? 250 : 10_000),
        onSome: (seconds) => Number(seconds) * 1_000
      }),
      seed: Option.getOrElse(env.seed, () => (local ? "demo" : "none")),
      practiceWallet: local && Option.getOrElse(env.practiceWallet, () => "on") === "on",
      gatewayUrl,
      gatewayTimeoutMs: Option.match(env.gatewayTimeoutSeconds, { onNone: () => 3, onSome: Number }) * 1_000,
      browserGatewayUrl: local ? `${appOrigin}/local/gateway` : gatewayUrl,
      relayUrl: withoutSlash(Option.getOrElse(env.relayUrl, () => STOKENET_RELAY)),
      dAppDefinitionAddress: Option.getOrElse(env.dAppDefinitionAddress, () => LOCAL_DAPP_DEFINITION),
      backendUrl: Option.map(env.backendUrl, withoutSlash),
      smtpUrl: env.smtpUrl,
      mailFrom,
      sessionSecret: Option.getOrElse(env.sessionSecret, () => storedSecret(env.dataDir, "session-secret")),
      encryptionKey: env.encryptionKey,
      encryptionKeysAccepted: secretsIn(env.encryptionKeysAccepted),
      uploadHost: Option.all({
        url: Option.map(env.uploadsUrl, withoutSlash),
        cdnUrl: Option.map(env.uploadsCdnUrl, withoutSlash),
        publicKey: env.uploadsPublicKey,
        secretKey: env.uploadsSecretKey
      }),
      uploadBucket: bucketOf(env),
      backups: backupsOf(env.backups),
      relayerKey: local
        ? Option.orElseSome(env.relayerKey, () => storedSecret(env.dataDir, "settler-key"))
        : env.relayerKey,
      vapid: Option.flatMap(pushKey, (key) => vapidOf(key, mailFrom)),
      beacon: beaconOf(env),
      operators: Option.match(env.operators, { onNone: () => [], onSome: listed }),
      operator: Option.map(env.operatorName, (name) => ({
        name: name.trim(),
        url: Option.getOrNull(env.operatorUrl)
      })),
      traceCollector: Option.map(env.traceCollector, withoutSlash),
      metricsPort: Option.map(env.metricsPort, Number),
      metricsToken: env.metricsToken,
      logLevel: env.logLevel,
      requestLog: Option.getOrElse(env.requestLog, () => "off") === "on"
    } satisfies SettingsShape
  })

  static readonly layer = Layer.effect(
    Settings,
    Effect.tap(
      Effect.suspend(() => Settings.load(process.env)),
      ({ dataDir }) => {
        const problems = closeToOthers(dataDir)
        return problems.length === 0
          ? Effect.void
          : Effect.logWarning("other users of this machine can read some of the data folder", ...problems.slice(0, 3))
      }
    )
  )
}
