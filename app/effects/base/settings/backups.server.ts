/** The `BACKUP_` settings: where scheduled backups go, when, and how many stay (docs/operations/backups.md). */
import { isAbsolute } from "node:path"
import { ConfigError, Option } from "effect"
import {
  accessKey,
  bucketName,
  type Check,
  keyPrefix,
  optional,
  secret,
  storeEndpoint,
  storeRegion,
  wholeNumber
} from "./checks.server"
import { type BucketSettings, bucketOf, type S3Bucket } from "./s3Bucket.server"

export interface BackupPlan {
  readonly place:
    | { readonly kind: "folder"; readonly folder: string }
    | { readonly kind: "bucket"; readonly bucket: S3Bucket }
  /** UTC, from 0 to 23. */
  readonly hour: number
  /** Of this many days the newest backup stays, and of this many weeks. */
  readonly daily: number
  readonly weekly: number
}

const BUCKET = [
  "BACKUP_S3_ENDPOINT",
  "BACKUP_S3_REGION",
  "BACKUP_S3_BUCKET",
  "BACKUP_S3_KEY_ID",
  "BACKUP_S3_SECRET"
] as const
const SCHEDULE = ["BACKUP_HOUR", "BACKUP_KEEP_DAILY", "BACKUP_KEEP_WEEKLY"] as const
export const OF_BACKUPS = ["BACKUP_FOLDER", ...BUCKET, "BACKUP_S3_PREFIX", ...SCHEDULE] as const

const absolute: Check = {
  message: "expected the whole path of a folder, beginning with the root",
  validation: (text) => isAbsolute(text.trim())
}

export const backupSettings = {
  folder: optional("BACKUP_FOLDER", absolute),
  s3Endpoint: optional("BACKUP_S3_ENDPOINT", storeEndpoint),
  s3Region: optional("BACKUP_S3_REGION", storeRegion),
  s3Bucket: optional("BACKUP_S3_BUCKET", bucketName),
  s3Prefix: optional("BACKUP_S3_PREFIX", keyPrefix),
  s3KeyId: optional("BACKUP_S3_KEY_ID", accessKey),
  s3Secret: secret("BACKUP_S3_SECRET", accessKey),
  hour: optional("BACKUP_HOUR", wholeNumber(0, 23)),
  daily: optional("BACKUP_KEEP_DAILY", wholeNumber(1, 365)),
  weekly: optional("BACKUP_KEEP_WEEKLY", wholeNumber(0, 520))
}

const numberOr = (text: Option.Option<string>, usual: number) =>
  Option.match(text, { onNone: () => usual, onSome: Number })

interface Read extends BucketSettings {
  readonly folder: Option.Option<string>
  readonly hour: Option.Option<string>
  readonly daily: Option.Option<string>
  readonly weekly: Option.Option<string>
}

/** None: no backups are scheduled. */
export const backupsOf = (read: Read): Option.Option<BackupPlan> => {
  const folder = Option.map(read.folder, (path) => ({ kind: "folder" as const, folder: path.trim() }))
  const bucket = Option.map(bucketOf(read), (found) => ({ kind: "bucket" as const, bucket: found }))
  return Option.map(
    Option.orElse(folder, () => bucket),
    (place): BackupPlan => ({
      place,
      hour: numberOr(read.hour, 3),
      daily: numberOr(read.daily, 7),
      weekly: numberOr(read.weekly, 4)
    })
  )
}

/** The problems of their combination. */
export const backupMisfits = (
  isAbsent: (name: (typeof OF_BACKUPS)[number]) => boolean
): ReadonlyArray<ConfigError.ConfigError> => {
  const noBucket = [...BUCKET, "BACKUP_S3_PREFIX" as const].every(isAbsent)
  const missing = noBucket ? [] : BUCKET.filter(isAbsent)
  const isNowhere = noBucket && isAbsent("BACKUP_FOLDER")
  return [
    ...(!noBucket && !isAbsent("BACKUP_FOLDER")
      ? [ConfigError.InvalidData(["BACKUP_FOLDER"], "backups go to a folder or to a bucket; remove one of the two")]
      : []),
    ...missing.map((name) =>
      ConfigError.MissingData([name], "a bucket for backups needs all BACKUP_S3_ settings but the prefix")
    ),
    ...(isNowhere && !SCHEDULE.every(isAbsent)
      ? [
          ConfigError.MissingData(
            ["BACKUP_FOLDER"],
            "a schedule of backups needs a place: this, or the BACKUP_S3_ settings"
          )
        ]
      : [])
  ]
}
