/**
 * Scheduled backups in a bucket of an S3-compatible store: each is taken into a temporary folder, then sent file by file,
 * the manifest last. Without its manifest nothing counts as a backup.
 */
import { createWriteStream, openAsBlob } from "node:fs"
import { mkdir, readdir, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { Effect } from "effect"
import { NEWEST } from "~/effects/base/db/migrations/index.server"
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
import { PRIVATE_FILE, PRIVATE_FOLDER, settleFile, temporaryFolder, UNFINISHED } from "../copiedFiles.server"
import { type CopiedFile, MANIFEST } from "../Manifest"
import { readBackup } from "../readBackup.server"
import { BackupRefused, onDisk } from "../refusal.server"
import type { BackupStore } from "./BackupStore.server"
import { isBackupName } from "./names"

/** A file of gigabytes on a slow line; a store that stops answering is noticed earlier, after five minutes. */
const FILES: Pace = { ...DEFAULT_PACE, limit: "6 hours", body: "6 hours" }
/** What one request may store (Amazon S3 API reference, "PutObject"). */
const LARGEST = 5 * 1024 ** 3

const words: Readonly<Record<StorageUnavailable["reason"], string>> = {
  locked: "it is busy",
  full: "there is no room left",
  readOnly: "it refuses this key, region or clock, or the key lacks a right",
  unreachable: "it does not answer, or the bucket does not exist",
  broken: "something other than a store responded"
}

export interface BucketPaces {
  readonly requests: Pace
  readonly files: Pace
}

export const bucketPlace = (
  bucket: S3Bucket,
  temporaries: string,
  paces: BucketPaces = { requests: DEFAULT_PACE, files: FILES }
): BackupStore => {
  const place = `the bucket ${bucket.bucket}`
  const { ask, send } = requester(bucket, paces.requests)
  const files = requester(bucket, paces.files)
  const said = <A>(program: Effect.Effect<A, StorageUnavailable>): Effect.Effect<A, BackupRefused> =>
    Effect.mapError(
      program,
      ({ detail, reason }) =>
        new BackupRefused({ code: "E-STORAGE", message: `${place}: ${words[reason]} (${detail}).` })
    )
  const keyOf = (name: string, path: string) => `/${bucket.prefix}${name}/${path}`

  const listed = (query: Readonly<Record<string, string>>) => {
    const page = (token: string | undefined): Effect.Effect<ReadonlyArray<string>, StorageUnavailable> =>
      ask("GET", "/", {
        query: { "list-type": "2", ...query, ...(token === undefined ? {} : { "continuation-token": token }) }
      }).pipe(
        Effect.map(({ text }) => namesPage(text)),
        Effect.filterOrFail(
          (found) => found !== undefined,
          () => notUnderstood
        ),
        Effect.flatMap(({ folders, keys, next }) => {
          const found = [...folders, ...keys]
          return next === undefined ? Effect.succeed(found) : Effect.map(page(next), (more) => [...found, ...more])
        })
      )
    return said(page(undefined))
  }

  const isWhole = (name: string) =>
    said(
      Effect.flatMap(send("HEAD", keyOf(name, MANIFEST)), ({ response, text }) =>
        response.ok || isMissing(response.status, text)
          ? Effect.succeed(response.ok)
          : Effect.fail(refusedBy(response.status, text))
      )
    )
  const all = Effect.map(listed({ prefix: bucket.prefix, delimiter: "/" }), (found) =>
    found
      .map((folder) => folder.slice(bucket.prefix.length).replace(/\/$/, ""))
      .filter(isBackupName)
      .sort()
  )
  const withWhole = Effect.flatMap(all, (names) =>
    Effect.forEach(names, (name) => Effect.map(isWhole(name), (whole) => ({ name, whole })))
  )
  const remove = (name: string) =>
    Effect.gen(function* () {
      // First, so that a removal that is interrupted leaves no backup that looks whole.
      yield* said(ask("DELETE", keyOf(name, MANIFEST), { isGoneWell: true }))
      const keys = yield* listed({ prefix: `${bucket.prefix}${name}/` })
      yield* Effect.forEach(keys, (key) => said(ask("DELETE", `/${key}`, { isGoneWell: true })), { discard: true })
    })

  const put = Effect.fnUntraced(function* (folder: string, name: string, file: CopiedFile) {
    const content = yield* onDisk(join(folder, file.path), () => openAsBlob(join(folder, file.path)))
    yield* said(files.ask("PUT", keyOf(name, file.path), { file: { content, sha256: file.sha256 } }))
  })

  const get = Effect.fnUntraced(function* (name: string, path: string, folder: string) {
    const { response } = yield* said(files.ask("GET", keyOf(name, path)))
    yield* onDisk(folder, async () => {
      const target = join(folder, path)
      await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER })
      await pipeline(
        Readable.fromWeb((response.body ?? new Blob([]).stream()) as Parameters<typeof Readable.fromWeb>[0]),
        createWriteStream(target, { mode: PRIVATE_FILE })
      )
    }).pipe(
      // A connection that ends too early is an error of fetch, without a code of the disk.
      Effect.catchAllDefect(
        () => new BackupRefused({ code: "E-STORAGE", message: `${place}: the connection ended within ${path}.` })
      )
    )
  })

  const temporary = (purpose: string) => temporaryFolder(join(temporaries, `${purpose}${UNFINISHED}`))

  const clearTemporary = onDisk(temporaries, async () => {
    const left = (await readdir(temporaries)).filter((name) => name.startsWith(`backup${UNFINISHED}`))
    for (const name of left) await rm(join(temporaries, name), { recursive: true, force: true })
  })

  return {
    words: place,
    list: Effect.map(withWhole, (found) => found.filter(({ whole }) => whole).map(({ name }) => name)),
    clear: Effect.zipRight(
      clearTemporary,
      Effect.flatMap(withWhole, (found) =>
        Effect.forEach(
          found.filter(({ whole }) => !whole),
          ({ name }) => remove(name),
          { discard: true }
        )
      )
    ),
    store: (name, take, report) =>
      Effect.gen(function* () {
        const parent = yield* temporary("backup")
        const folder = join(parent, name)
        const manifest = yield* take(folder)
        const large = [manifest.database, ...manifest.files].find(({ bytes }) => bytes > LARGEST)
        if (large !== undefined) {
          const message = `${large.path} has ${large.bytes} bytes; a bucket takes 5 GiB a file. Set BACKUP_FOLDER instead.`
          return yield* new BackupRefused({ code: "E-BACKUP-TARGET", message })
        }
        report(`Sending ${manifest.files.length + 2} files to ${place}.`)
        const sent = Effect.gen(function* () {
          for (const file of [manifest.database, ...manifest.files]) yield* put(folder, name, file)
          const own = yield* onDisk(folder, () => settleFile(join(folder, MANIFEST)))
          yield* put(folder, name, { path: MANIFEST, ...own })
        })
        // What was sent is removed again if the store still answers; otherwise the next run does it.
        yield* Effect.onError(sent, () => Effect.ignore(remove(name)))
        return manifest
      }).pipe(Effect.scoped),
    remove,
    fetch: (name, report) =>
      Effect.gen(function* () {
        const parent = yield* temporary("restore")
        const folder = join(parent, name)
        report(`Fetching ${name} from ${place}.`)
        yield* get(name, MANIFEST, folder)
        const { database, files: rest } = yield* readBackup(folder, NEWEST)
        for (const { path } of [database, ...rest]) yield* get(name, path, folder)
        return folder
      })
  }
}
