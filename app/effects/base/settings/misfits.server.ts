/** Checks combinations of settings: those that a mode requires, and those that are valid only together. */
import { ConfigError, Option } from "effect"
import { publicKeyOf } from "~/effects/base/push/vapid.server"
import { backupMisfits, OF_BACKUPS } from "./backups.server"
import { beaconMisfits, OF_BEACON } from "./beacon.server"

const neededOnStokenet = ["APP_ORIGIN", "DAPP_DEFINITION_ADDRESS", "SESSION_SECRET", "SMTP_URL", "MAIL_FROM"] as const
const ofUploadHost = ["UPLOADS_URL", "UPLOADS_CDN_URL", "UPLOADS_PUBLIC_KEY", "UPLOADS_SECRET_KEY"] as const
const ofBucket = [
  "UPLOADS_S3_ENDPOINT",
  "UPLOADS_S3_REGION",
  "UPLOADS_S3_BUCKET",
  "UPLOADS_S3_KEY_ID",
  "UPLOADS_S3_SECRET"
] as const
const ofPush = ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"] as const
export const combined = [
  "LEDGER",
  "NODE_ENV",
  "GATEWAY_URL",
  "PORT",
  "METRICS_PORT",
  "UPLOADS_S3_PREFIX",
  "OPERATOR_NAME",
  "OPERATOR_URL",
  ...neededOnStokenet,
  ...ofUploadHost,
  ...ofBucket,
  ...ofPush,
  ...OF_BACKUPS,
  ...OF_BEACON
] as const
export type Texts = Readonly<Record<(typeof combined)[number], Option.Option<string>>>

/** Both keys are set and readable, but are not a pair. */
const isNoPair = ({ VAPID_PRIVATE_KEY, VAPID_PUBLIC_KEY }: Texts) =>
  Option.match(Option.all([VAPID_PUBLIC_KEY, Option.flatMap(VAPID_PRIVATE_KEY, publicKeyOf)]), {
    onNone: () => false,
    onSome: ([given, own]) => given !== own
  })

const missing = (name: string, reason: string) => ConfigError.MissingData([name], reason)

/** The problems of the combination, in addition to those of single values. */
export const misfits = (texts: Texts): ReadonlyArray<ConfigError.ConfigError> => {
  const isAbsent = (name: keyof Texts) => Option.isNone(texts[name])
  const isUnsaid = isAbsent("LEDGER") && Option.contains(texts.NODE_ENV, "production")
  const isLocal = isAbsent("LEDGER") || Option.contains(texts.LEDGER, "local")
  const needed = Option.contains(texts.LEDGER, "stokenet") ? neededOnStokenet.filter(isAbsent) : []
  const partial = ofUploadHost.every(isAbsent) ? [] : ofUploadHost.filter(isAbsent)
  const halfPush = ofPush.every(isAbsent) ? [] : ofPush.filter(isAbsent)
  const noBucket = ofBucket.every(isAbsent) && isAbsent("UPLOADS_S3_PREFIX")
  return [
    ...(isUnsaid
      ? [missing("LEDGER", "NODE_ENV=production needs LEDGER=stokenet (or LEDGER=local, set explicitly)")]
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
    ...(!isAbsent("METRICS_PORT") &&
    Option.contains(
      texts.METRICS_PORT,
      Option.getOrElse(texts.PORT, () => "3000")
    )
      ? [ConfigError.InvalidData(["METRICS_PORT"], "it is the same as PORT; the metrics need a separate port")]
      : []),
    ...(isAbsent("OPERATOR_NAME") && !isAbsent("OPERATOR_URL")
      ? [missing("OPERATOR_NAME", "OPERATOR_URL is shown as a link with this name")]
      : []),
    ...halfPush.map((name) => missing(name, "browser notifications need both VAPID_ settings")),
    ...(isNoPair(texts)
      ? [ConfigError.InvalidData(["VAPID_PUBLIC_KEY"], "it is not the public half of VAPID_PRIVATE_KEY")]
      : []),
    ...backupMisfits(isAbsent),
    ...beaconMisfits(isLocal, (name) => isAbsent(name)),
    ...partial.map((name) => missing(name, "an external file host needs all four UPLOADS_ settings")),
    ...(noBucket ? [] : ofBucket.filter(isAbsent)).map((name) =>
      missing(name, "an S3 store needs all UPLOADS_S3_ settings but the prefix")
    )
  ]
}
