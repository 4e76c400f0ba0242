/**
 * Settings: every variable the server reads from its environment, checked once, before anything else starts.
 *
 * What a mode needs and does not find stops the start with one message that names all of it.
 */
import { randomBytes } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { Config, ConfigError, Context, Effect, Either, Layer, LogLevel, Option, Redacted, Schema } from "effect"
import { LOCAL_DAPP_DEFINITION } from "~/effects/base/settings/localDApp"
import { STOKENET_GATEWAY, STOKENET_RELAY } from "./networks"

/** An external file host with the shape of docs/product/people.md. Absent: this server keeps the files itself. */
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
  /** Proofs and cross-site checks compare with it. No trailing slash. */
  readonly appOrigin: string
  readonly dataDir: string
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  readonly seed: "demo" | "none"
  readonly practiceWallet: boolean
  /** Where the server reads the ledger. */
  readonly gatewayUrl: string
  /** Where the browser reads it: the same, but on our own origin in local mode. */
  readonly browserGatewayUrl: string
  readonly relayUrl: string
  readonly dAppDefinitionAddress: string
  /** Another product backend; none means this server's own `/api`. */
  readonly backendUrl: Option.Option<string>
  readonly smtpUrl: Option.Option<Redacted.Redacted>
  readonly mailFrom: string
  readonly sessionSecret: Redacted.Redacted
  readonly uploadHost: Option.Option<UploadHost>
  readonly settlerKey: Option.Option<Redacted.Redacted>
  /** Where traces go, by OTLP over HTTP; none means that none are made. */
  readonly traceCollector: Option.Option<string>
  readonly logLevel: LogLevel.LogLevel
}

/** The start was stopped; `message` lists every setting to mend. */
export class SettingsMissing extends Schema.TaggedError<SettingsMissing>()("SettingsMissing", {
  message: Schema.String
}) {}

const optional = (name: string) =>
  Config.option(Config.string(name)).pipe(Config.map(Option.filter((value) => value.trim() !== "")))
const secret = (name: string) => Config.map(optional(name), Option.map(Redacted.make))
const withoutSlash = (url: string) => url.replace(/\/+$/, "")

const environment = {
  nodeEnv: optional("NODE_ENV"),
  ledger: optional("LEDGER"),
  host: Config.withDefault(Config.string("HOST"), "127.0.0.1"),
  port: Config.withDefault(Config.port("PORT"), 3000),
  appOrigin: optional("APP_ORIGIN"),
  dataDir: Config.withDefault(Config.nonEmptyString("DATA_DIR"), "./data"),
  databaseUrl: secret("DATABASE_URL"),
  seed: Config.option(Config.literal("demo", "none")("SEED")),
  practiceWallet: Config.option(Config.literal("on", "off")("PRACTICE_WALLET")),
  gatewayUrl: optional("GATEWAY_URL"),
  relayUrl: optional("RELAY_URL"),
  dAppDefinitionAddress: optional("DAPP_DEFINITION_ADDRESS"),
  backendUrl: optional("BACKEND_URL"),
  smtpUrl: secret("SMTP_URL"),
  mailFrom: optional("MAIL_FROM"),
  sessionSecret: secret("SESSION_SECRET"),
  uploadsUrl: optional("UPLOADS_URL"),
  uploadsCdnUrl: optional("UPLOADS_CDN_URL"),
  uploadsPublicKey: optional("UPLOADS_PUBLIC_KEY"),
  uploadsSecretKey: secret("UPLOADS_SECRET_KEY"),
  settlerKey: secret("SETTLER_KEY"),
  traceCollector: optional("OTEL_EXPORTER_OTLP_ENDPOINT"),
  logLevel: Config.withDefault(Config.logLevel("LOG_LEVEL"), LogLevel.Info)
}
type Environment = { readonly [K in keyof typeof environment]: Config.Config.Success<(typeof environment)[K]> }

/** Reads every variable, and fails with everything there is to mend: what cannot be read, and what does not fit. */
const readEnvironment: Effect.Effect<Environment, SettingsMissing> = Effect.gen(function* () {
  const values: Record<string, unknown> = {}
  const problems: Array<string> = []
  for (const [key, config] of Object.entries(environment)) {
    const read = yield* Effect.either<unknown, ConfigError.ConfigError, never>(config)
    if (Either.isRight(read)) values[key] = read.right
    else problems.push(describe(read.left))
  }
  const env = values as Environment // every key was read above; those that failed are not looked at below
  problems.push(...problemsOf(env))
  return problems.length === 0 ? env : yield* stop(problems)
})

const describe = (error: ConfigError.ConfigError): string =>
  ConfigError.reduceWithContext(error, undefined, {
    andCase: (_, left, right) => `${left}; ${right}`,
    orCase: (_, left, right) => `${left}; ${right}`,
    invalidDataCase: (_, path, message) => `${path.join("_")}: ${message}`,
    missingDataCase: (_, path) => `${path.join("_")} is missing`,
    sourceUnavailableCase: (_, path, message) => `${path.join("_")}: ${message}`,
    unsupportedCase: (_, path, message) => `${path.join("_")}: ${message}`
  })

/** Made at the first start of local mode and kept, so that sessions and bond settlements survive a restart. */
const keptSecret = (dataDir: string, name: "session-secret" | "settler-key"): Redacted.Redacted => {
  const file = `${dataDir}/${name}`
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 })
    chmodSync(file, 0o600)
  }
  return Redacted.make(readFileSync(file, "utf8").trim())
}

const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

const isMailServer = (value: Redacted.Redacted) => {
  const text = Redacted.value(value)
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)
}

const absent = (value: Option.Option<unknown>) => Option.isNone(value)

/** What is wrong with the combination, over and above each single value. */
const problemsOf = (env: Environment): ReadonlyArray<string> => {
  const problems: Array<string> = []
  const ledger = Option.getOrElse(env.ledger, () => "local")
  if (ledger !== "local" && ledger !== "stokenet") problems.push(`LEDGER: expected "local" or "stokenet"`)
  if (Option.isNone(env.ledger) && Option.contains(env.nodeEnv, "production")) {
    problems.push(`LEDGER is missing: NODE_ENV=production needs LEDGER=stokenet (or LEDGER=local, said openly)`)
  }
  if (ledger === "stokenet") {
    const needed = {
      APP_ORIGIN: env.appOrigin,
      DAPP_DEFINITION_ADDRESS: env.dAppDefinitionAddress,
      SESSION_SECRET: env.sessionSecret,
      SMTP_URL: env.smtpUrl,
      MAIL_FROM: env.mailFrom
    }
    for (const [name, value] of Object.entries(needed)) {
      if (absent(value)) problems.push(`${name} is missing: LEDGER=stokenet needs it`)
    }
  }
  if (ledger === "local" && Option.isSome(env.gatewayUrl)) {
    problems.push("GATEWAY_URL: LEDGER=local has its own gateway; leave it out, or set LEDGER=stokenet")
  }
  const uploads = {
    UPLOADS_URL: env.uploadsUrl,
    UPLOADS_CDN_URL: env.uploadsCdnUrl,
    UPLOADS_PUBLIC_KEY: env.uploadsPublicKey,
    UPLOADS_SECRET_KEY: env.uploadsSecretKey
  }
  const given = Object.values(uploads).filter((value) => !absent(value)).length
  if (given > 0) {
    for (const [name, value] of Object.entries(uploads)) {
      if (absent(value)) problems.push(`${name} is missing: an external file host needs all four UPLOADS_ settings`)
    }
  }
  const addresses = {
    APP_ORIGIN: env.appOrigin,
    GATEWAY_URL: env.gatewayUrl,
    RELAY_URL: env.relayUrl,
    BACKEND_URL: env.backendUrl,
    UPLOADS_URL: env.uploadsUrl,
    UPLOADS_CDN_URL: env.uploadsCdnUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: env.traceCollector
  }
  for (const [name, value] of Object.entries(addresses)) {
    if (Option.isSome(value) && !isWebAddress(value.value)) problems.push(`${name}: expected an http or https address`)
  }
  if (Option.exists(env.smtpUrl, (url) => !isMailServer(url))) {
    problems.push("SMTP_URL: expected an smtp or smtps address")
  }
  if (Option.isSome(env.sessionSecret) && Redacted.value(env.sessionSecret.value).length < 32) {
    problems.push("SESSION_SECRET: expected 32 characters or more")
  }
  if (Option.exists(env.settlerKey, (key) => !/^[0-9a-f]{64}$/i.test(Redacted.value(key)))) {
    problems.push("SETTLER_KEY: expected 64 hex digits")
  }
  return problems
}

const stop = (problems: ReadonlyArray<string>) =>
  new SettingsMissing({
    message: `Commonhold cannot start. Mend these settings:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`
  })

export class Settings extends Context.Tag("effects/Settings")<Settings, SettingsShape>() {
  /** From the environment. */
  static readonly load: Effect.Effect<SettingsShape, SettingsMissing> = Effect.gen(function* () {
    const env = yield* readEnvironment
    const local = Option.getOrElse(env.ledger, () => "local") === "local"
    const own = `http://127.0.0.1:${env.port}`
    const appOrigin = Option.match(env.appOrigin, { onNone: () => own, onSome: (url) => new URL(url).origin })
    const gatewayUrl = local
      ? `http://${env.host === "0.0.0.0" ? "127.0.0.1" : env.host}:${env.port}/local/gateway`
      : withoutSlash(Option.getOrElse(env.gatewayUrl, () => STOKENET_GATEWAY))

    return {
      ledger: local ? "local" : "stokenet",
      host: env.host,
      port: env.port,
      appOrigin,
      dataDir: env.dataDir,
      databaseUrl: env.databaseUrl,
      seed: Option.getOrElse(env.seed, () => (local ? "demo" : "none")),
      practiceWallet: local && Option.getOrElse(env.practiceWallet, () => "on") === "on",
      gatewayUrl,
      browserGatewayUrl: local ? `${appOrigin}/local/gateway` : gatewayUrl,
      relayUrl: withoutSlash(Option.getOrElse(env.relayUrl, () => STOKENET_RELAY)),
      dAppDefinitionAddress: Option.getOrElse(env.dAppDefinitionAddress, () => LOCAL_DAPP_DEFINITION),
      backendUrl: Option.map(env.backendUrl, withoutSlash),
      smtpUrl: env.smtpUrl,
      mailFrom: Option.getOrElse(env.mailFrom, () => "Commonhold <no-reply@commonhold.invalid>"),
      sessionSecret: Option.getOrElse(env.sessionSecret, () => keptSecret(env.dataDir, "session-secret")),
      uploadHost: Option.all({
        url: Option.map(env.uploadsUrl, withoutSlash),
        cdnUrl: Option.map(env.uploadsCdnUrl, withoutSlash),
        publicKey: env.uploadsPublicKey,
        secretKey: env.uploadsSecretKey
      }),
      settlerKey: local
        ? Option.orElseSome(env.settlerKey, () => keptSecret(env.dataDir, "settler-key"))
        : env.settlerKey,
      traceCollector: Option.map(env.traceCollector, withoutSlash),
      logLevel: env.logLevel
    } satisfies SettingsShape
  })

  static readonly layer = Layer.effect(Settings, Settings.load)
}
