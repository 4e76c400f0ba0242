/** Rows of attachments. The bytes of a removed one are deleted once its removal can no longer be undone. */

import type { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { CannotUndo, FILES_STAY, type RemovedRow } from "~/effects/communities/undo/Removals.server"
import { DocumentMime } from "~/effects/people/uploads/Documents.server"
import { UploadLeftovers } from "~/effects/people/uploads/UploadLeftovers.server"
import type { Attachment, AttachmentTarget } from "./Attachment"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  mime: DocumentMime,
  bytes: Schema.Int,
  sha256: Schema.NullOr(Schema.String)
}).annotations(rowOf("attachments"))

const inJson = ["id", "name", "mime", "bytes", "sha256", "created_at"].map((name) => `'${name}', f.${name}`).join(", ")

/**
 * A column with the files of a post, as part of the statement that reads the post: its page then needs no statement more.
 * A fragment that runs nothing, so it takes `sql` from the caller.
 *
 * @param post expression for the id of the post
 */
export const attachmentsColumn = (sql: SqlClient.SqlClient, type: AttachmentTarget["type"], post: string) =>
  sql.literal(
    `(SELECT ${sql.onDialectOrElse({
      pg: () => `CAST(json_agg(json_build_object(${inJson})) AS TEXT)`,
      orElse: () => `json_group_array(json_object(${inJson}))`
    })} FROM attachments f WHERE f.target_type = '${type}' AND f.target_id = ${post})`
  )

/** What `attachmentsColumn` reads, in the order in which the files were attached. */
export const AttachmentsColumn = Schema.transform(
  Schema.NullOr(Schema.parseJson(Schema.Array(Schema.Struct({ ...Row.fields, created_at: Schema.Number })))),
  Schema.typeSchema(Schema.Array(Row)),
  {
    strict: true,
    decode: (files) =>
      (files ?? [])
        .toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
        .map(({ created_at: _, ...file }) => file),
    encode: (files) => files.map((file) => ({ ...file, created_at: 0 }))
  }
)

interface NewAttachment extends Attachment {
  readonly communityId: CommunityId
  readonly account: AccountAddress
  /** Unix milliseconds. */
  readonly createdAt: number
}

export class AttachmentsRepo extends Effect.Service<AttachmentsRepo>()("conversation/attachments/AttachmentsRepo", {
  dependencies: [UploadLeftovers.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const leftovers = yield* UploadLeftovers

    const isOf = ({ id, type }: AttachmentTarget) => sql`target_type = ${type} AND target_id = ${id}`
    const Target = Schema.Struct({ type: Schema.Literal("thread", "proposal", "announcement"), id: Schema.String })

    const of = findAll({
      Request: Target,
      Result: Row,
      execute: (target) => sql`SELECT id, name, mime, bytes, sha256 FROM attachments WHERE ${isOf(target)}
        ORDER BY created_at, id`
    })
    const find = findOne({
      Request: Schema.Struct({ target: Target, id: Schema.String }),
      Result: Row,
      execute: ({ id, target }) => sql`SELECT id, name, mime, bytes, sha256 FROM attachments
        WHERE id = ${id} AND ${isOf(target)}`
    })
    const room = single({
      Request: Schema.Struct({ communityId: CommunityId, target: Target, sha256: Schema.String }),
      Result: Schema.Struct({ many: Schema.Int, same: Schema.Int, bytes: Schema.Number }),
      execute: ({ communityId, sha256, target }) => sql`SELECT
        (SELECT COUNT(*) FROM attachments WHERE ${isOf(target)}) AS many,
        (SELECT COUNT(*) FROM attachments WHERE ${isOf(target)} AND sha256 = ${sha256}) AS same,
        CAST((SELECT COALESCE(SUM(bytes), 0) FROM attachments WHERE community_id = ${communityId}) AS BIGINT) AS bytes`
    })

    const idOf = ({ id }: RemovedRow) => String(id)
    const noted = (removing: Effect.Effect<ReadonlyArray<RemovedRow>>) =>
      Effect.tap(removing, (rows) => Effect.forEach(rows, (row) => leftovers.noteNow(idOf(row), FILES_STAY)))

    return {
      /** In the order in which they were attached. */
      of,
      find: (target: AttachmentTarget, id: string) => find({ target, id }),
      /** How many the post has, how many of them with this hash, and the bytes of all of the community. */
      room: (communityId: CommunityId, target: AttachmentTarget, sha256: string) =>
        room({ communityId, target, sha256 }),
      add: (target: AttachmentTarget, file: NewAttachment) =>
        sql`INSERT INTO attachments ${sql.insert({ ...file, targetType: target.type, targetId: target.id })}`,
      /** Returns the removed row; none if it was gone already. Joins the caller's transaction. */
      remove: (target: AttachmentTarget, id: string) =>
        noted(sql<RemovedRow>`DELETE FROM attachments WHERE id = ${id} AND ${isOf(target)} RETURNING *`),
      /** Removes all files of a post, in the transaction that removes the post; returns their rows. */
      removeOf: Effect.fn("AttachmentsRepo.removeOf")((target: AttachmentTarget) =>
        noted(sql<RemovedRow>`DELETE FROM attachments WHERE ${isOf(target)} RETURNING *`)
      ),
      /** Writes removed rows back. */
      restore: Effect.fn("AttachmentsRepo.restore")(function* (files: ReadonlyArray<RemovedRow>) {
        for (const file of files) {
          if (!(yield* leftovers.takeBack(idOf(file)))) {
            return yield* new CannotUndo({ why: "A file has already been deleted." })
          }
          yield* sql`INSERT INTO attachments ${sql.insert(file)}`
        }
      })
    }
  })
}) {}
