/**
 * Uploads in a bucket of an S3-compatible store (docs/operations/uploads.md). Requests are signed by aws4fetch; the
 * hash of the bytes is signed too, and stored with the file for comparison.
 */
import { Chunk, Clock, Duration, Effect, Option, Ref, Stream } from "effect"
import type { StorageUnavailable } from "~/effects/base/failures/failures"
import {
  DEFAULT_PACE,
  isMissing,
  namesPage,
  notUnderstood,
  type Pace,
  refusedBy,
  requester
} from "~/effects/base/s3/requests.server"
import type { S3Bucket } from "~/effects/base/settings/s3Bucket.server"
import { sha256 } from "~/effects/base/text/random.server"
import { isStoredName, PART, requireName } from "~/effects/people/uploads/uploadStoreShape"
import { MIME } from "../pictureType"
import type { UploadStoreShape } from "../uploadStoreShape"

/** If fewer bytes than this can be written, the store is full. */
const PROBE_BYTES = 64 * 1024
/** How long a healthy store is not probed again, since each probe costs a request. */
const LOOK_AGAIN = Duration.toMillis("10 seconds")
const DIGEST = "x-amz-meta-sha256"

const typeOf = (name: string): string =>
  MIME[name.slice(name.lastIndexOf(".") + 1) as keyof typeof MIME] ?? "application/octet-stream"

export const s3Store = Effect.fn("s3Store")(function* (bucket: S3Bucket, pace: Pace = DEFAULT_PACE) {
  const { ask, bytesOf, send } = requester(bucket, pace)
  /** Until when the store counts as healthy. Any failure resets it. */
  const wellUntil = yield* Ref.make(0)
  const watched = <A>(asked: Effect.Effect<A, StorageUnavailable>): Effect.Effect<A> =>
    asked.pipe(
      Effect.tapError(() => Ref.set(wellUntil, 0)),
      Effect.orDie
    )
  const keyOf = (name: string) => `/${bucket.prefix}${requireName(name)}`

  const write = (key: string, type: string, bytes: Uint8Array) =>
    ask("PUT", key, { body: bytes, headers: { "Content-Type": type, [DIGEST]: sha256(bytes) } })
  /** None if the file does not exist; a missing bucket is a failure. */
  const read = (name: string, method: "GET" | "HEAD") =>
    Effect.flatMap(send(method, keyOf(name)), ({ response, text }) =>
      isMissing(response.status, text)
        ? Effect.succeedNone
        : response.ok
          ? Effect.succeedSome(response)
          : Effect.fail(refusedBy(response.status, text))
    )
  const get = Effect.fn("s3Store.get")((name: string) =>
    watched(Effect.flatMap(read(name, "GET"), Effect.transposeMapOption(bytesOf)))
  )
  const remove = (key: string) => ask("DELETE", key, { isGoneWell: true })
  const list = (query: Readonly<Record<string, string>>) =>
    ask("GET", "/", { query: { "list-type": "2", prefix: bucket.prefix, ...query } }).pipe(
      Effect.map(({ text }) => namesPage(text)),
      Effect.filterOrFail(
        (page) => page !== undefined,
        () => notUnderstood
      )
    )
  const listOne = Effect.asVoid(list({ "max-keys": "1" }))

  return {
    put: Effect.fn("s3Store.put")((name: string, bytes: Uint8Array) =>
      watched(Effect.asVoid(write(keyOf(name), typeOf(name), bytes)))
    ),
    get,
    open: Effect.fn("s3Store.open")((name: string) =>
      watched(
        Effect.map(
          read(name, "GET"),
          Option.map((response) => ({
            bytes: Number(response.headers.get("Content-Length") ?? Number.NaN),
            body: response.body ?? new Blob([]).stream()
          }))
        )
      )
    ),
    remove: Effect.fn("s3Store.remove")((name: string) => watched(Effect.asVoid(remove(keyOf(name))))),
    names: Stream.paginateChunkEffect(undefined as string | undefined, (token) =>
      watched(list(token === undefined ? {} : { "continuation-token": token })).pipe(
        Effect.map(({ keys, next }) => [
          Chunk.fromIterable(keys.map((key) => key.slice(bucket.prefix.length)).filter(isStoredName)),
          Option.fromNullable(next)
        ])
      )
    ),
    digest: Effect.fn("s3Store.digest")(function* (name: string) {
      const head = yield* watched(read(name, "HEAD"))
      const stored = Option.flatMapNullable(head, ({ headers }) => headers.get(DIGEST))
      // A file that another program put there has no stored hash.
      return Option.isNone(head) || Option.isSome(stored) ? stored : Option.map(yield* get(name), sha256)
    }),
    probe: Effect.gen(function* () {
      const key = `/${bucket.prefix}probe${PART}` // one name for all servers, so that none is left over
      yield* watched(listOne)
      yield* watched(write(key, "application/octet-stream", new Uint8Array(PROBE_BYTES)))
      yield* watched(remove(key))
    }),
    checkReads: Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (now < (yield* Ref.get(wellUntil))) return
      yield* watched(listOne)
      yield* Ref.set(wellUntil, now + LOOK_AGAIN)
    })
  } satisfies UploadStoreShape
})
