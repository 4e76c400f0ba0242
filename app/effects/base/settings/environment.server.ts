/** The variables that the server reads: their names, formats and valid combinations. */
import { Config, ConfigError, ConfigProvider, Effect, Either, LogLevel, Option, Redacted, Schema } from "effect"
import { backupSettings, backupsOf, OF_BACKUPS } from "./backups.server"
import { beaconSettings, OF_BEACON } from "./beacon.server"
import {
  accessKey,
  account,
  accounts,
  bucketName,
  isBlank,
  keyPrefix,
  ledgerName,
  listableSecret,
  logLevelName,
  logLevelOf,
  longSecret,
  mailServer,
  optional,
  postgres,
  privateKey,
  proxies,
  secret,
  secretList,
  sender,
  shortName,
  siteOrigin,
  storeEndpoint,
  storeRegion,
  vapidPrivateKey,
  vapidPublicKey,
  webAddress,
  wholeNumber
} from "./checks.server"
import { combined, misfits, type Texts } from "./misfits.server"

// Finds variables whose names are nearly those of a setting: a typo that would silently use the default.

/** Edit distance of two names: letters omitted, inserted, replaced, or swapped with a neighbour. */
const distance = (one: string, other: string): number => {
  /** Row i, column j: the distance between the first i letters of one and the first j of the other. */
  const table = Array.from({ length: one.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (_, j) => (i === 0 ? j : i))
  )
  const at = (i: number, j: number) => table[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= one.length; i++) {
    for (let j = 1; j <= other.length; j++) {
      const changed = at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY
      table[i]?.splice(j, 1, Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, swapped))
    }
  }
  return at(one.length, other.length)
}

/** Short names have unrelated neighbours: `HOST` and `POST`. */
const SHORTEST = 6
/** From this length on, a distance of two counts as well. */
const LONG = 10

const isNear = (name: string, setting: string) =>
  Math.abs(name.length - setting.length) <= 2 && distance(name, setting) <= (setting.length >= LONG ? 2 : 1)

/** Pairs of an unknown variable and the setting it is nearly. */
const misspelt = (
  names: ReadonlyArray<string>,
  settings: ReadonlyArray<string>
): ReadonlyArray<readonly [name: string, setting: string]> =>
  names
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const meant = settings.find((setting) => setting.length >= SHORTEST && isNear(name.toUpperCase(), setting))
      return meant === undefined ? [] : [[name, meant] as const]
    })

/** The start was stopped; `message` lists every setting to fix. */
export class SettingsMissing extends Schema.TaggedError<SettingsMissing>()("SettingsMissing", {
  message: Schema.String
}) {}

/** Every variable that is read. A name that is nearly one of them stops the start. */
export const NAMES = [
  "LEDGER",
  "HOST",
  "PORT",
  "TRUSTED_PROXIES",
  "APP_ORIGIN",
  "DATA_DIR",
  "DATABASE_URL",
  "DATABASE_POOL_SIZE",
  "DRAIN_SECONDS",
  "SEED",
  "PRACTICE_WALLET",
  "GATEWAY_URL",
  "GATEWAY_TIMEOUT_SECONDS",
  "RELAY_URL",
  "DAPP_DEFINITION_ADDRESS",
  "BACKEND_URL",
  "SMTP_URL",
  "MAIL_FROM",
  "SESSION_SECRET",
  "SEAL_KEY",
  "SEAL_KEYS_ACCEPTED",
  "UPLOADS_URL",
  "UPLOADS_CDN_URL",
  "UPLOADS_PUBLIC_KEY",
  "UPLOADS_SECRET_KEY",
  "UPLOADS_S3_ENDPOINT",
  "UPLOADS_S3_REGION",
  "UPLOADS_S3_BUCKET",
  "UPLOADS_S3_PREFIX",
  "UPLOADS_S3_KEY_ID",
  "UPLOADS_S3_SECRET",
  ...OF_BACKUPS,
  "RELAYER_KEY",
  "SETTLER_KEY",
  "VAPID_PUBLIC_KEY",
  "VAPID_PRIVATE_KEY",
  ...OF_BEACON,
  "OPERATORS",
  "OPERATOR_NAME",
  "OPERATOR_URL",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "METRICS_PORT",
  "METRICS_TOKEN",
  "LOG_LEVEL",
  "REQUEST_LOG",
  "NODE_ENV"
] as const
export type Variables = Readonly<Record<string, string | undefined>>

const uploadSettings = {
  s3Endpoint: optional("UPLOADS_S3_ENDPOINT", storeEndpoint),
  s3Region: optional("UPLOADS_S3_REGION", storeRegion),
  s3Bucket: optional("UPLOADS_S3_BUCKET", bucketName),
  s3Prefix: optional("UPLOADS_S3_PREFIX", keyPrefix),
  s3KeyId: optional("UPLOADS_S3_KEY_ID", accessKey),
  s3Secret: secret("UPLOADS_S3_SECRET", accessKey)
}

/** Every variable on its own. */
/** `SETTLER_KEY` is the name in earlier releases. */
const relayerKey = Config.all([secret("RELAYER_KEY", privateKey), secret("SETTLER_KEY", privateKey)]).pipe(
  Config.mapOrFail(([key, former]) =>
    Option.isSome(key) && Option.isSome(former) && Redacted.value(key.value) !== Redacted.value(former.value)
      ? Either.left(ConfigError.InvalidData(["SETTLER_KEY"], "RELAYER_KEY has replaced it and differs; remove one"))
      : Either.right(Option.orElse(key, () => former))
  )
)

const environment = {
  nodeEnv: optional("NODE_ENV"),
  ledger: optional("LEDGER", ledgerName),
  host: Config.withDefault(Config.string("HOST"), "127.0.0.1"),
  port: Config.withDefault(Config.port("PORT"), 3000),
  trustedProxies: optional("TRUSTED_PROXIES", proxies),
  appOrigin: optional("APP_ORIGIN", siteOrigin),
  dataDir: Config.withDefault(Config.nonEmptyString("DATA_DIR"), "./data"),
  databaseUrl: secret("DATABASE_URL", postgres),
  databasePoolSize: optional("DATABASE_POOL_SIZE", wholeNumber(1, 500)),
  drainSeconds: optional("DRAIN_SECONDS", wholeNumber(0, 300)),
  seed: Config.option(Config.literal("demo", "none")("SEED")),
  practiceWallet: Config.option(Config.literal("on", "off")("PRACTICE_WALLET")),
  gatewayUrl: optional("GATEWAY_URL", webAddress),
  gatewayTimeoutSeconds: optional("GATEWAY_TIMEOUT_SECONDS", wholeNumber(1, 60)),
  relayUrl: optional("RELAY_URL", webAddress),
  dAppDefinitionAddress: optional("DAPP_DEFINITION_ADDRESS", account),
  backendUrl: optional("BACKEND_URL", webAddress),
  smtpUrl: secret("SMTP_URL", mailServer),
  mailFrom: optional("MAIL_FROM", sender),
  sessionSecret: secret("SESSION_SECRET", longSecret),
  encryptionKey: secret("SEAL_KEY", listableSecret),
  encryptionKeysAccepted: secret("SEAL_KEYS_ACCEPTED", secretList),
  uploadsUrl: optional("UPLOADS_URL", webAddress),
  uploadsCdnUrl: optional("UPLOADS_CDN_URL", webAddress),
  uploadsPublicKey: optional("UPLOADS_PUBLIC_KEY"),
  uploadsSecretKey: secret("UPLOADS_SECRET_KEY"),
  ...uploadSettings,
  backups: Config.all(backupSettings),
  relayerKey,
  vapidPublicKey: optional("VAPID_PUBLIC_KEY", vapidPublicKey),
  vapidPrivateKey: secret("VAPID_PRIVATE_KEY", vapidPrivateKey),
  ...beaconSettings,
  operators: optional("OPERATORS", accounts),
  operatorName: optional("OPERATOR_NAME", shortName),
  operatorUrl: optional("OPERATOR_URL", webAddress),
  traceCollector: optional("OTEL_EXPORTER_OTLP_ENDPOINT", webAddress),
  metricsPort: optional("METRICS_PORT", wholeNumber(1, 65_535)),
  metricsToken: secret("METRICS_TOKEN", listableSecret),
  logLevel: Config.map(optional("LOG_LEVEL", logLevelName), (name) =>
    Option.getOrElse(Option.flatMapNullable(name, logLevelOf), () => LogLevel.Info)
  ),
  requestLog: Config.option(Config.literal("on", "off")("REQUEST_LOG"))
}

/**
 * Fails if variables contradict each other. Reads each as text, so that these problems are listed together with
 * unreadable values.
 */
const combination = Config.all(
  combined.map((name) => Config.map(optional(name), (text) => [name, text] as const))
).pipe(
  Config.mapOrFail((texts) => {
    const [first, ...others] = misfits(Object.fromEntries(texts) as Texts) // the keys are the names above
    return first === undefined ? Either.void : Either.left(others.reduce(ConfigError.And, first))
  })
)

/** One line for each setting to fix. */
const problemsIn = (error: ConfigError.ConfigError): ReadonlyArray<string> =>
  ConfigError.reduceWithContext<undefined, ReadonlyArray<string>>(error, undefined, {
    andCase: (_, left, right) => [...left, ...right],
    orCase: (_, left, right) => [[...left, ...right].join("; ")],
    invalidDataCase: (_, path, message) => [`${path.join("_")}: ${message}`],
    missingDataCase: (_, path, message) => [`${path.join("_")} is missing: ${message}`],
    sourceUnavailableCase: (_, path, message) => [`${path.join("_")}: ${message}`],
    unsupportedCase: (_, path, message) => [`${path.join("_")}: ${message}`]
  })

const stop = (problems: ReadonlyArray<string>) =>
  new SettingsMissing({
    message: `Commonhold cannot start. Fix these settings:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`
  })

/** Reads the given settings. Fails with one message that lists everything to fix, and never repeats a value. */
const readAll = Effect.fnUntraced(function* <A>(variables: Variables, config: Config.Config<A>) {
  const texts = Object.entries(variables).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]))
  const read = yield* Effect.either(Effect.withConfigProvider(config, ConfigProvider.fromMap(new Map(texts))))
  const slips = misspelt(
    texts.flatMap(([name, text]) => (isBlank(text) ? [] : [name])),
    NAMES
  ).map(([name, setting]) => `${name} is not a setting: did you mean ${setting}?`)
  if (Either.isLeft(read)) return yield* stop([...problemsIn(read.left), ...slips])
  if (slips.length > 0) return yield* stop(slips)
  return read.right
})

/** Every variable, and their combinations. */
export const readEnvironment = (variables: Variables) =>
  Effect.map(readAll(variables, Config.all([Config.all(environment), combination])), ([all]) => all)

/** Where the data is, for commands that need nothing else: a server's other settings may be missing. */
export const readStorage = (variables: Variables) =>
  readAll(variables, Config.all({ dataDir: environment.dataDir, databaseUrl: environment.databaseUrl }))

/** Where the uploads are, in the same way. */
export const readUploads = (variables: Variables) =>
  readAll(variables, Config.all({ dataDir: environment.dataDir, ...uploadSettings }))

/** Where scheduled backups go, in the same way. */
export const readBackups = (variables: Variables) =>
  Effect.map(readAll(variables, Config.all(backupSettings)), backupsOf)
