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

const withoutSlash = (url: string) => url.replace(/\/+$/, "")
const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const isMailServer = (text: string) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)

/** What is set to nothing is not set. */
const isBlank = (text: string) => text.trim() === ""
const anything = { message: "", validation: (_: string) => true }
type Check = typeof anything

const optional = (name: string, { message, validation }: Check = anything) =>
  Config.string(name).pipe(
    Config.validate({ message, validation: (text) => isBlank(text) || validation(text) }),
    Config.option,
    Config.map(Option.filter((text) => !isBlank(text)))
  )
/** `Config.redacted` would hide what to mend; none of these messages repeats the value. */
const secret = (name: string, check = anything) => Config.map(optional(name, check), Option.map(Redacted.make))

const webAddress: Check = { message: "expected an http or https address", validation: isWebAddress }
const mailServer: Check = { message: "expected an smtp or smtps address", validation: isMailServer }
const longSecret: Check = { message: "expected 32 characters or more", validation: (text) => text.length >= 32 }
const privateKey: Check = {
  message: "expected 64 hex digits",
  validation: (text) => /^[0-9a-f]{64}$/i.test(text)
}
const ledgerName: Check = {
  message: 'expected "local" or "stokenet"',
  validation: (text) => text === "local" || text === "stokenet"
}

/** Every variable by itself. */
const environment = {
  nodeEnv: optional("NODE_ENV"),
  ledger: optional("LEDGER", ledgerName),
  host: Config.withDefault(Config.string("HOST"), "127.0.0.1"),
  port: Config.withDefault(Config.port("PORT"), 3000),
  appOrigin: optional("APP_ORIGIN", webAddress),
  dataDir: Config.withDefault(Config.nonEmptyString("DATA_DIR"), "./data"),
  databaseUrl: secret("DATABASE_URL"),
  seed: Config.option(Config.literal("demo", "none")("SEED")),
  practiceWallet: Config.option(Config.literal("on", "off")("PRACTICE_WALLET")),
  gatewayUrl: optional("GATEWAY_URL", webAddress),
  relayUrl: optional("RELAY_URL", webAddress),
  dAppDefinitionAddress: optional("DAPP_DEFINITION_ADDRESS"),
  backendUrl: optional("BACKEND_URL", webAddress),
  smtpUrl: secret("SMTP_URL", mailServer),
  mailFrom: optional("MAIL_FROM"),
  sessionSecret: secret("SESSION_SECRET", longSecret),
  uploadsUrl: optional("UPLOADS_URL", webAddress),
  uploadsCdnUrl: optional("UPLOADS_CDN_URL", webAddress),
  uploadsPublicKey: optional("UPLOADS_PUBLIC_KEY"),
  uploadsSecretKey: secret("UPLOADS_SECRET_KEY"),
  settlerKey: secret("SETTLER_KEY", privateKey),
  traceCollector: optional("OTEL_EXPORTER_OTLP_ENDPOINT", webAddress),
  logLevel: Config.withDefault(Config.logLevel("LOG_LEVEL"), LogLevel.Info)
}

const neededOnStokenet = ["APP_ORIGIN", "DAPP_DEFINITION_ADDRESS", "SESSION_SECRET", "SMTP_URL", "MAIL_FROM"] as const
const ofUploadHost = ["UPLOADS_URL", "UPLOADS_CDN_URL", "UPLOADS_PUBLIC_KEY", "UPLOADS_SECRET_KEY"] as const
const combined = ["LEDGER", "NODE_ENV", "GATEWAY_URL", ...neededOnStokenet, ...ofUploadHost] as const
type Texts = Readonly<Record<(typeof combined)[number], Option.Option<string>>>

const missing = (name: string, reason: string) => ConfigError.MissingData([name], reason)

/** What is wrong with the combination, over and above each single value. */
const misfits = (texts: Texts): ReadonlyArray<ConfigError.ConfigError> => {
  const isAbsent = (name: keyof Texts) => Option.isNone(texts[name])
  const isUnsaid = isAbsent("LEDGER") && Option.contains(texts.NODE_ENV, "production")
  const isLocal = isAbsent("LEDGER") || Option.contains(texts.LEDGER, "local")
  const needed = Option.contains(texts.LEDGER, "stokenet") ? neededOnStokenet.filter(isAbsent) : []
  const partial = ofUploadHost.every(isAbsent) ? [] : ofUploadHost.filter(isAbsent)
  return [
    ...(isUnsaid
      ? [missing("LEDGER", "NODE_ENV=production needs LEDGER=stokenet (or LEDGER=local, said openly)")]
      : []),
    ...needed.map((name) => missing(name, "LEDGER=stokenet needs it")),
    ...(isLocal && !isAbsent("GATEWAY_URL")
      ? [
          ConfigError.InvalidData(
            ["GATEWAY_URL"],
            "LEDGER=local has its own gateway; leave it out, or set LEDGER=stokenet"
          )
        ]
      : []),
    ...partial.map((name) => missing(name, "an external file host needs all four UPLOADS_ settings"))
  ]
}

/** Fails where variables do not fit each other. Reads each as text, so that it is told beside what cannot be read. */
const combination = Config.all(
  combined.map((name) => Config.map(optional(name), (text) => [name, text] as const))
).pipe(
  Config.mapOrFail((texts) => {
    const [first, ...others] = misfits(Object.fromEntries(texts) as Texts) // one for each of the names above
    return first === undefined ? Either.void : Either.left(others.reduce(ConfigError.And, first))
  })
)

/** One line for each thing to mend. */
const problemsIn = (error: ConfigError.ConfigError): ReadonlyArray<string> =>
  ConfigError.reduceWithContext<undefined, ReadonlyArray<string>>(error, undefined, {
    andCase: (_, left, right) => [...left, ...right],
    orCase: (_, left, right) => [[...left, ...right].join("; ")],
    invalidDataCase: (_, path, message) => [`${path.join("_")}: ${message}`],
    missingDataCase: (_, path, message) => [`${path.join("_")} is missing: ${message}`],
    sourceUnavailableCase: (_, path, message) => [`${path.join("_")}: ${message}`],
    unsupportedCase: (_, path, message) => [`${path.join("_")}: ${message}`]
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

const stop = (problems: ReadonlyArray<string>) =>
  new SettingsMissing({
    message: `Commonhold cannot start. Mend these settings:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`
  })

export class Settings extends Context.Tag("effects/Settings")<Settings, SettingsShape>() {
  /** From the environment. */
  static readonly load: Effect.Effect<SettingsShape, SettingsMissing> = Effect.gen(function* () {
    const [env] = yield* Config.all([Config.all(environment), combination]).pipe(
      Effect.mapError((error) => stop(problemsIn(error)))
    )
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
