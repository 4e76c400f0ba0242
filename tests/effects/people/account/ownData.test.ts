/** The export of somebody who has written very much: the same file as always, read and written in parts. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { ownData, ownDataOf } from "~/effects/people/account/pages/ownData.server"
import { NotificationLive } from "~/effects/server/layers/services.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { found, join, person, world } from "../../activity/activity/world"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { settings } from "../signup/world"

const ANA = asAccount("account_tdx_2_ana11111111")
/** More than three pages of rows. */
const COMMENTS = 1_700
/** The largest size of one part of the file in bytes, with comments of the length below. */
const MOST_OF_A_PART = 256 * 1024
const BODY = "A comment that says little,\n but “much” of it. ".repeat(20)

describeOnBothDatabases("A person's own data", (database) => {
  const Live = NotificationLive.pipe(Layer.provideMerge(world(database)), Layer.provideMerge(settings()))

  // By the real clock: the event loop decides what runs between two parts.
  it.live("is read and written in parts, each row once and in order, as one JSON text", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* person(ANA, "Ana Ribeiro")
      const film = yield* found({ slug: "night-film", name: "Night Film Club" })
      yield* join(film.id, ANA)
      const rows = Array.from({ length: COMMENTS }, (_, n) => {
        const place = { communityId: film.id, targetType: "thread", targetId: "a thread" }
        const at = { seq: n + 1, rootSeq: n + 1, parentId: null, author: ANA }
        // Seven at each moment: a page ends among them.
        const times = { createdAt: 1_000 + Math.floor(n / 7), updatedAt: 1_000 }
        const id = `comment-${String(n).padStart(6, "0")}`
        return { id, ...place, ...at, ...times, body: `${n} ${BODY}`, mentions: "[]", shown: "visible" }
      })
      for (let from = 0; from < COMMENTS; from += 500) {
        yield* sql`INSERT INTO comments ${sql.insert(rows.slice(from, from + 500))}`
      }
      const token = yield* signIn(ANA)

      let turns = 0
      let isOver = false
      const count = () => {
        turns += 1
        if (!isOver) setImmediate(count)
      }
      setImmediate(count)
      const { value: file } = yield* visit("/api/exports/me", ownData, { token })
      assert.strictEqual(file.headers.get("content-type"), "application/json; charset=utf-8")
      const parts: Array<Uint8Array> = []
      const reader = file.body?.getReader()
      for (;;) {
        const read = yield* Effect.promise(async () => reader?.read())
        if (read === undefined || read.done) break
        parts.push(read.value)
      }
      isOver = true
      assert.isAtMost(Math.max(...parts.map(({ length }) => length)), MOST_OF_A_PART)
      // A tick for each page that is read and each part that is written, at least.
      assert.isAtLeast(turns, Math.floor(COMMENTS / 500) + Math.floor(COMMENTS / 100))

      const text = Buffer.concat(parts).toString("utf8")
      const data: unknown = JSON.parse(text)
      assert.strictEqual(text, `${JSON.stringify(data, null, 1)}\n`)
      const bodies = (data as { readonly comments: ReadonlyArray<{ readonly body: string }> }).comments // as written above
      assert.deepStrictEqual(
        bodies.map(({ body }) => body),
        rows.map(({ body }) => body)
      )
      assert.notInclude(text, "keyA")
      const again = yield* Stream.mkString(yield* ownDataOf(ANA))
      assert.strictEqual(again.length, text.length)
    }).pipe(Effect.provide(Live))
  )
})
