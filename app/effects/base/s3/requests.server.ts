/**
 * One signed request to an S3-compatible store, with retries and a timeout. Every request here may be sent twice: it
 * writes the same bytes under the same name, or removes a file that may be gone.
 */
import { AwsClient } from "aws4fetch"
import { Duration, Effect, Redacted, Schedule } from "effect"
import { StorageUnavailable } from "~/effects/base/failures/failures"
import type { S3Bucket } from "~/effects/base/settings/s3Bucket.server"
import { sha256 } from "~/effects/base/text/random.server"

const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => ENTITIES[name] ?? all)

/**
 * The store's code of a refusal, such as `AccessDenied`; empty if it sent none, as for HEAD. Responses are XML of a
 * fixed, flat shape, from which five elements are read (Amazon S3 API reference, "Error responses" and
 * "ListObjectsV2").
 */
export const codeOf = (xml: string): string => /^\w{1,60}$/.exec(element(xml, "Code") ?? "")?.[0] ?? ""

const FULL = /Full|Quota|InsufficientCapacity|InsufficientStorage/i

const reasonOf = (status: number, code: string): StorageUnavailable["reason"] => {
  if (status === 507 || FULL.test(code)) return "full"
  if (code === "NoSuchBucket" || status === 404) return "unreachable"
  if (status === 429 || status >= 500) return "unreachable"
  // Unknown keys, wrong signatures, regions or clocks: 301, 400 and 403.
  return status >= 300 && status < 500 ? "readOnly" : "broken"
}

/** The response is not from a store, but from a proxy or a hotel's network. */
export const notUnderstood = new StorageUnavailable({ reason: "broken", detail: "S3 200 without a list", place: "s3" })

/**
 * Responses of an S3-compatible store are XML of a fixed, flat shape, from which five elements are read (Amazon S3 API
 * reference, "Error responses" and "ListObjectsV2").
 */
export const refusedBy = (status: number, xml: string): StorageUnavailable => {
  const code = codeOf(xml)
  const detail = code === "" ? `S3 ${status}` : `S3 ${status} ${code}`
  return new StorageUnavailable({ reason: reasonOf(status, code), detail, place: "s3" })
}

/**
 * Whether the store reports that the file does not exist; for HEAD there is no body. A proxy's 404 page says nothing
 * about the file.
 */
export const isMissing = (status: number, xml: string): boolean =>
  status === 404 && (xml === "" || codeOf(xml) === "NoSuchKey")

/** Whether trying again may help: the store fails, or asks to slow down. */
const mayPass = (status: number): boolean => status === 429 || (status >= 500 && status !== 507)

interface NamesPage {
  readonly keys: ReadonlyArray<string>
  /** Beginnings that names share up to the delimiter, if the request named one. */
  readonly folders: ReadonlyArray<string>
  /** Where the list continues. */
  readonly next: string | undefined
}

/** Undefined if the response is not from a store. */
export const namesPage = (xml: string): NamesPage | undefined => {
  if (!xml.includes("<ListBucketResult")) return undefined
  const isMore = element(xml, "IsTruncated") === "true"
  const next = element(xml, "NextContinuationToken")
  return {
    keys: [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => plain(key ?? "")),
    folders: [...xml.matchAll(/<CommonPrefixes>\s*<Prefix>([^<]*)<\/Prefix>/g)].map(([, name]) => plain(name ?? "")),
    next: isMore && next !== undefined ? plain(next) : undefined
  }
}

/** How long a request may take, and how long to wait before the next attempt. */
export interface Pace {
  /** For one request with all its attempts. */
  readonly limit: Duration.DurationInput
  /** Before the second attempt, doubled before the third; a random part of it. */
  readonly pause: Duration.DurationInput
  /** For a body that is streamed while it is read. */
  readonly body: Duration.DurationInput
}
export const DEFAULT_PACE: Pace = { limit: "10 seconds", pause: "250 millis", body: "2 minutes" }

export interface Asked {
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** A body that is streamed from a file, with its SHA-256 in hex. */
  readonly file?: { readonly content: Blob; readonly sha256: string }
  /** A missing file counts as success. */
  readonly isGoneWell?: true
}

export interface S3Response {
  readonly response: Response
  /** The error or the list; empty if the body is a file. */
  readonly text: string
}

const unreachable = (detail: string) => new StorageUnavailable({ reason: "unreachable", detail, place: "s3" })

/** The operating system's code is in the cause of the cause. */
const lost = (cause: unknown) => {
  const inner = cause instanceof Error ? cause.cause : undefined
  const code = inner instanceof Error && "code" in inner && typeof inner.code === "string" ? inner.code : "no answer"
  return unreachable(`S3 ${code}`)
}

/** The bucket's URL: a path of the endpoint, unless the endpoint's host begins with the bucket's name. */
export const bucketUrl = ({ bucket, endpoint }: Pick<S3Bucket, "bucket" | "endpoint">): string =>
  new URL(endpoint).hostname.startsWith(`${bucket}.`) ? endpoint : `${endpoint}/${bucket}`

export const requester = (bucket: S3Bucket, pace: Pace) => {
  const { keyId, region, secret } = bucket
  const base = bucketUrl(bucket)
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: Redacted.value(secret),
    region,
    service: "s3"
  })
  const again = Schedule.exponential(pace.pause).pipe(
    Schedule.jitteredWith({ min: 0, max: 1 }),
    Schedule.intersect(Schedule.recurs(2))
  )

  const once = (method: string, path: string, { body, file, headers, query }: Asked) =>
    Effect.tryPromise({
      try: async (signal): Promise<S3Response> => {
        const url = `${base}${path}${query === undefined ? "" : `?${new URLSearchParams(query)}`}`
        const signed = await client.sign(url, {
          method,
          headers: { ...headers, "X-Amz-Content-Sha256": file?.sha256 ?? sha256(body ?? new Uint8Array()) },
          ...(body === undefined ? {} : { body: new Uint8Array(body) }),
          ...(file === undefined ? {} : { body: file.content })
        })
        const until = AbortSignal.any([signal, AbortSignal.timeout(Duration.toMillis(pace.body))])
        // A signature is for one host, so redirects are not followed.
        const response = await fetch(signed, { signal: until, redirect: "manual" })
        const isFile = method === "GET" && query === undefined && response.ok
        return { response, text: isFile ? "" : await response.text() }
      },
      catch: lost
    })

  /** Returns any response that a retry would not change. */
  const send = (method: string, path: string, asked: Asked = {}) =>
    once(method, path, asked).pipe(
      Effect.filterOrFail(
        ({ response }) => !mayPass(response.status),
        ({ response, text }) => refusedBy(response.status, text)
      ),
      Effect.retry(again),
      Effect.timeoutFail({ duration: pace.limit, onTimeout: () => unreachable("S3 took too long") })
    )

  return {
    send,
    /** The same, but every refusal is a failure. */
    ask: (method: string, path: string, asked: Asked = {}) =>
      Effect.filterOrFail(
        send(method, path, asked),
        ({ response, text }) => response.ok || (asked.isGoneWell === true && isMissing(response.status, text)),
        ({ response, text }) => refusedBy(response.status, text)
      ),
    bytesOf: (response: Response) =>
      Effect.tryPromise({ try: async () => new Uint8Array(await response.arrayBuffer()), catch: lost }).pipe(
        Effect.timeoutFail({ duration: pace.limit, onTimeout: () => unreachable("S3 took too long") })
      )
  }
}
