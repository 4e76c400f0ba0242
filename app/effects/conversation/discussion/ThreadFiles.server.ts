/** Files that authors attach to their threads (docs/product/conversation.md). */
import { Clock, Effect, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { InvalidFields, NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import type { SentFile } from "~/effects/base/remix/readFileForm.server"
import { DocumentMime, Documents } from "~/effects/people/uploads/Documents.server"
import { ALLOWANCE, isNewMember, MOST_FILE_BYTES, MOST_FILES, NEW_MEMBER_MS, timeInWords } from "./limits"
import type { ThreadRow } from "./ThreadsRepo.server"

const ThreadFile = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  mime: DocumentMime,
  bytes: Schema.Int
}).annotations(rowOf("thread_files"))

const ONE = { field: "file", most: { bytes: MOST_FILE_BYTES, words: "10 MiB" } } as const
const refuse = (message: string) => new InvalidFields({ fields: { file: message } })

export class ThreadFiles extends Effect.Service<ThreadFiles>()("conversation/discussion/ThreadFiles", {
  dependencies: [Documents.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const documents = yield* Documents

    const ofThread = findAll({
      Request: Schema.String,
      Result: ThreadFile,
      execute: (thread) => sql`SELECT id, name, mime, bytes FROM thread_files WHERE thread_id = ${thread}
        ORDER BY created_at, id`
    })
    const one = findOne({
      Request: Schema.Struct({ thread: Schema.String, id: Schema.String }),
      Result: ThreadFile,
      execute: ({ id, thread }) => sql`SELECT id, name, mime, bytes FROM thread_files
        WHERE id = ${id} AND thread_id = ${thread}`
    })
    const room = single({
      Request: Schema.Struct({ communityId: Schema.String, thread: Schema.String, sha256: Schema.String }),
      Result: Schema.Struct({ many: Schema.Int, same: Schema.Int, bytes: Schema.Number }),
      execute: ({ communityId, sha256, thread }) => sql`SELECT
        (SELECT COUNT(*) FROM thread_files WHERE thread_id = ${thread}) AS many,
        (SELECT COUNT(*) FROM thread_files WHERE thread_id = ${thread} AND sha256 = ${sha256}) AS same,
        CAST((SELECT COALESCE(SUM(bytes), 0) FROM thread_files WHERE community_id = ${communityId}) AS BIGINT) AS bytes`
    })

    /** The caller has checked that the person may edit the thread. */
    const attach = Effect.fn("ThreadFiles.attach")(function* (
      { community: { id: communityId }, membership }: Inside,
      { author: account, id: thread }: Pick<ThreadRow, "author" | "id">,
      sent: SentFile
    ) {
      const joinedAt = membership?.joinedAt ?? 0
      if (isNewMember(joinedAt, yield* Clock.currentTimeMillis)) {
        return yield* refuse(
          `New members cannot attach files yet. You can from ${timeInWords(joinedAt + NEW_MEMBER_MS)}.`
        )
      }
      const file = yield* documents.put(yield* documents.check(sent, ONE))
      const write = Effect.gen(function* () {
        yield* withLocks(sql, [`files:${communityId}`])
        const { bytes, many, same } = yield* room({ communityId, thread, sha256: file.sha256 })
        if (same > 0) return yield* refuse(`“${file.name}” is attached already.`)
        if (many >= MOST_FILES) return yield* refuse(`A thread has at most ${MOST_FILES} files. Remove one first.`)
        if (bytes + file.bytes > ALLOWANCE) {
          return yield* refuse(
            "The files of this community would be more than 500 MiB together. Remove some that are not needed."
          )
        }
        yield* sql`INSERT INTO thread_files ${sql.insert({ ...file, threadId: thread, communityId, account })}`
        yield* documents.keep(file.id)
      })
      yield* atomically(sql)(write)
    })

    /** Removing one that is gone already is not an error. */
    const detach = Effect.fn("ThreadFiles.detach")(function* (thread: string, id: string) {
      const gone = yield* sql`DELETE FROM thread_files WHERE id = ${id} AND thread_id = ${thread} RETURNING id`
      if (gone.length > 0) yield* documents.discard([id])
    }, atomically(sql))

    const missing = new NotThere({ message: "This file does not exist." })
    const send = Effect.fn("ThreadFiles.send")(function* (thread: string, id: string) {
      const file = yield* Effect.flatten(one({ thread, id })).pipe(Effect.mapError(() => missing))
      return (yield* documents.send(file)) ?? (yield* missing)
    })

    return { of: (thread: string) => ofThread(thread), attach, detach, send }
  })
}) {}
