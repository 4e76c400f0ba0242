/**
 * One signed request to an S3-compatible store, tried again where that can help, and given up in time. Every request
 * here may be sent twice: the same bytes under the same name, or the removal of what is gone.
 */
import { AwsClient } from "aws4fetch"
import { Duration, Effect, Redacted, Schedule } from "effect"
import { StorageUnavailable } from "~/effects/base/failures/failures"
import type { UploadBucket } from "~/effects/base/settings/uploadBucket.server"
import { sha256 } from "~/effects/base/text/random.server"
import { isMissing, mayPass, refusedBy } from "./replies"

/** How long a request may take, and how long it is waited before the next try. */
export interface Pace {
  /** For one request with all its tries. */
  readonly limit: Duration.DurationInput
  /** Before the second try, twice that before the third; a random part of it. */
  readonly pause: Duration.DurationInput
  /** For a body that is read while it is sent on. */
  readonly body: Duration.DurationInput
}
export const DEFAULT_PACE: Pace = { limit: "10 seconds", pause: "250 millis", body: "2 minutes" }

export interface Asked {
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** A file that is not there is as good as done. */
  readonly isGoneWell?: true
}

export interface Answer {
  readonly response: Response
  /** What the store said against it, or a list; empty where the body is a file. */
  readonly text: string
}

const unreachable = (detail: string) => new StorageUnavailable({ reason: "unreachable", detail, place: "s3" })

/** The operating system's code is the cause of the cause. */
const lost = (cause: unknown) => {
  const inner = cause instanceof Error ? cause.cause : undefined
  const code = inner instanceof Error && "code" in inner && typeof inner.code === "string" ? inner.code : "no answer"
  return unreachable(`S3 ${code}`)
}

/** Where the bucket answers: below the endpoint, unless its host begins with the bucket's name. */
export const bucketUrl = ({ bucket, endpoint }: Pick<UploadBucket, "bucket" | "endpoint">): string =>
  new URL(endpoint).hostname.startsWith(`${bucket}.`) ? endpoint : `${endpoint}/${bucket}`

export const requester = (bucket: UploadBucket, pace: Pace) => {
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

  const once = (method: string, path: string, { body, headers, query }: Asked) =>
    Effect.tryPromise({
      try: async (signal): Promise<Answer> => {
        const url = `${base}${path}${query === undefined ? "" : `?${new URLSearchParams(query)}`}`
        const signed = await client.sign(url, {
          method,
          headers: { ...headers, "X-Amz-Content-Sha256": sha256(body ?? new Uint8Array()) },
          ...(body === undefined ? {} : { body: new Uint8Array(body) })
        })
        const until = AbortSignal.any([signal, AbortSignal.timeout(Duration.toMillis(pace.body))])
        // A signature is for one host: it is not carried to where an answer points.
        const response = await fetch(signed, { signal: until, redirect: "manual" })
        const isFile = method === "GET" && query === undefined && response.ok
        return { response, text: isFile ? "" : await response.text() }
      },
      catch: lost
    })

  /** Any answer that stays as it is, however often one asks. */
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
    /** The same, where every refusal is a failure. */
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
