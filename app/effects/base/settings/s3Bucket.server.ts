/** Buckets of S3-compatible stores: for uploads, which are otherwise in `DATA_DIR`, and for scheduled backups. */
import { Option, type Redacted } from "effect"
import { withoutSlash } from "./checks.server"

export interface S3Bucket {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  readonly keyId: string
  readonly secret: Redacted.Redacted
}

/** The `UPLOADS_S3_` or the `BACKUP_S3_` settings. */
export interface BucketSettings {
  readonly s3Endpoint: Option.Option<string>
  readonly s3Region: Option.Option<string>
  readonly s3Bucket: Option.Option<string>
  readonly s3Prefix: Option.Option<string>
  readonly s3KeyId: Option.Option<string>
  readonly s3Secret: Option.Option<Redacted.Redacted>
}

export const bucketOf = (env: BucketSettings): Option.Option<S3Bucket> =>
  Option.all({
    endpoint: Option.map(env.s3Endpoint, withoutSlash),
    region: env.s3Region,
    bucket: env.s3Bucket,
    prefix: Option.some(Option.match(env.s3Prefix, { onNone: () => "", onSome: (text) => `${withoutSlash(text)}/` })),
    keyId: env.s3KeyId,
    secret: env.s3Secret
  })
