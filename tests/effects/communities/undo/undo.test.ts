/** Removing and undoing, as the pages do it: who may, when, how often, and what others see meanwhile. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { pageAction } from "~/effects/base/remix/pageAction.server"
import { undoAction, undoNotice } from "~/effects/communities/undo/pages/undo.server"
import { type InsideKind, insideKinds } from "~/effects/communities/undo/Removal"
import { removalsJob } from "~/effects/communities/undo/Removals.server"
import { type Restorer, Restorers } from "~/effects/communities/undo/Restorers.server"
import { Attachments } from "~/effects/conversation/attachments/Attachments.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { CommentEdits } from "~/effects/conversation/discussion/CommentEdits.server"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { discussionCommands } from "~/effects/conversation/discussion/pages/commands.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { visitor } from "~/effects/people/wallet-session/visitor.server"
import { type Database, describeOnBothDatabases, onAnotherServer } from "../../../databases"
import { scene, startThread, visit, world } from "../../conversation/discussion/world"
import { signIn, submitted } from "../../publishing/dashboard/visits"
import { counting } from "../founding/counting"

const pdf = { name: "minutes.pdf", bytes: new TextEncoder().encode("%PDF-1.7\none\n%%EOF\n") }
const cookieOf = (headers: Headers) =>
  /__Host-undo=([a-z2-7]*); [^,]*Max-Age=(\d+)/.exec(headers.get("set-cookie") ?? "")

const other = Object.fromEntries(
  insideKinds.map((kind): [InsideKind, Restorer] => [
    kind,
    { may: () => Effect.void, restore: () => Effect.dieMessage("another feature's") }
  ])
) as Record<InsideKind, Restorer> // of all kinds

const RestorersHere = Layer.effect(
  Restorers,
  Effect.gen(function* () {
    const [comments, files, threads] = [yield* CommentEdits, yield* Attachments, yield* ThreadEdits]
    const may = () => Effect.void
    return {
      ...other,
      "community-draft": () => Effect.dieMessage("another feature's"),
      thread: { may, restore: threads.restore },
      comment: { may, restore: comments.restore },
      attachment: {
        may,
        restore: (who, { files: rows = [] }) => files.restore(who.community.id, rows, ({ id }) => threads.hold({ id }))
      }
    }
  })
)

describeOnBothDatabases("Undo", (database) => {
  const server = (over: Database) =>
    Layer.provideMerge(RestorersHere, Layer.merge(world(over), UploadStore.layerMemory))
  const Live = server(database)
  const elsewhere = onAnotherServer(server)
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    program.pipe(Effect.provide(Live))

  /** Ada's thread with a reply of Bo's, and what their browsers send. */
  const stage = Effect.gen(function* () {
    const { as, community, tokens } = yield* scene
    const { number, target, thread } = yield* startThread(as)
    const comments = yield* NewComments
    const reply = yield* comments.add(yield* as("bo"), target, { body: "It is the pump.", parent: "" }, null)
    const sql = yield* SqlClient.SqlClient
    const path = `/community/detail/${community.id}/discussion?thread=${number}`
    const press = (token: string, form: Readonly<Record<string, string>>) =>
      submitted(path, pageAction(discussionCommands), {
        token,
        params: { id: community.id },
        form: Object.entries(form)
      })
    /** Removes as a person does, and returns the id that the cookie names. */
    const remove = (token: string, post = thread.id) =>
      Effect.map(press(token, { intent: "remove", post }), ({ headers }) => cookieOf(headers)?.[1] ?? "")
    const undo = (token: string, removal: string) =>
      visit("/undo", undoAction, { token, form: Object.entries({ intent: "undo", removal }) }).pipe(
        Effect.map(({ value }) => ({ code: value.data.code, status: value.init?.status, to: null as string | null })),
        Effect.catchAll((ended) =>
          ended instanceof Response
            ? Effect.succeed({ code: "", status: ended.status, to: ended.headers.get("location") })
            : Effect.fail(ended)
        )
      )
    const offered = (token: string, removal: string) =>
      Effect.map(visit("/", undoNotice, { token, cookie: `__Host-undo=${removal}` }), ({ value }) => value)
    const all = Effect.all({
      threads: sql`SELECT * FROM threads ORDER BY id`,
      comments: sql`SELECT * FROM comments ORDER BY id`,
      versions: sql`SELECT * FROM post_versions ORDER BY target_id, version`,
      files: sql`SELECT * FROM attachments ORDER BY id`,
      counts: sql`SELECT thread_count FROM communities`,
      words: sql`SELECT kind, ref FROM search_entries ORDER BY kind, ref`
    })
    const attach = Effect.gen(function* () {
      const files = yield* Attachments
      yield* files.attach(yield* as("ada"), { type: "thread", id: thread.id }, pdf, Effect.void)
    })
    const types = Effect.map(
      sql<{ readonly type: string }>`SELECT type FROM activity_events ORDER BY seq DESC LIMIT 2`,
      (rows) => rows.map(({ type }) => type)
    )
    return {
      all,
      as,
      attach,
      community,
      number,
      offered,
      path,
      press,
      remove,
      reply,
      sql,
      target,
      thread,
      tokens,
      types,
      undo
    }
  })

  const untimed = (rows: ReadonlyArray<object>) => rows.map((row) => ({ ...row, updatedAt: 0 }))

  it.effect("brings a thread back with its versions, files, pin and count; others are not notified again", () =>
    run(
      Effect.gen(function* () {
        const { all, as, attach, number, offered, path, remove, sql, tokens, types, undo } = yield* stage
        yield* attach
        yield* TestClock.adjust("10 minutes")
        yield* (yield* ThreadEdits).save(yield* as("ada"), number, {
          title: "The south tank leaks",
          body: "Both seams are wet.",
          category: "help",
          version: 1
        })
        yield* sql`UPDATE threads SET pinned = 1`
        const before = yield* all
        const notified = yield* sql`SELECT id FROM notifications`
        const id = yield* remove(tokens.ada)
        assert.match(id, /^[a-z2-7]{20}$/)
        const gone = yield* all
        assert.deepInclude(gone.threads[0], { shown: "removed", body: "", title: "", pinned: 0 })
        assert.isEmpty([...gone.versions, ...gone.files])
        assert.deepStrictEqual(gone.counts, [{ threadCount: 0 }])
        assert.deepInclude(yield* offered(tokens.ada, id), { kind: "thread", state: "removed", left: 10_000 })
        yield* TestClock.adjust("9 seconds")
        assert.deepInclude(yield* undo(tokens.ada, id), { status: 303, to: path })
        const after = yield* all
        assert.deepStrictEqual(untimed(after.threads), untimed(before.threads))
        assert.deepStrictEqual({ ...after, threads: [] }, { ...before, threads: [] })
        assert.isEmpty(yield* sql`SELECT file FROM upload_leftovers`)
        assert.deepStrictEqual(yield* types, ["postRestored", "postRemoved"])
        assert.deepStrictEqual(yield* sql`SELECT id FROM notifications`, notified)
        assert.deepInclude(yield* offered(tokens.ada, id), { kind: "thread", state: "undone" })
        assert.deepStrictEqual(yield* sql`SELECT removed FROM removals`, [{ removed: "{}" }])
      })
    )
  )

  it.effect("brings a comment back at its place", () =>
    run(
      Effect.gen(function* () {
        const { all, path, remove, reply, tokens, types, undo } = yield* stage
        const before = yield* all
        const id = yield* remove(tokens.bo, reply)
        assert.deepInclude((yield* all).comments[0], { shown: "removed", body: "" })
        assert.deepInclude(yield* undo(tokens.bo, id), { status: 303, to: `${path}&at=${reply}#c-${reply}` })
        assert.deepStrictEqual(untimed((yield* all).comments), untimed(before.comments))
        assert.deepStrictEqual(yield* types, ["postRestored", "postRemoved"])
      })
    )
  )

  it.effect("brings back on another server what this one removed: a file, a comment, a thread", () =>
    run(
      Effect.gen(function* () {
        const { all, attach, press, remove, reply, thread, tokens, undo } = yield* stage
        yield* attach
        const [file] = yield* (yield* AttachmentsRepo).of({ type: "thread", id: thread.id })
        const before = yield* all
        const detach = Effect.map(
          press(tokens.ada, { intent: "detach", "file-id": file?.id ?? "" }),
          ({ headers }) => cookieOf(headers)?.[1] ?? ""
        )
        for (const [token, removing] of [
          [tokens.ada, detach],
          [tokens.bo, remove(tokens.bo, reply)],
          [tokens.ada, remove(tokens.ada)]
        ] as const) {
          const removal = yield* removing
          const { comments, files, threads } = yield* all
          assert.notDeepEqual([threads, comments, files], [before.threads, before.comments, before.files])
          assert.deepInclude(yield* elsewhere(undo(token, removal)), { status: 303 })
          const back = yield* all
          assert.deepStrictEqual(untimed(back.threads), untimed(before.threads))
          assert.deepStrictEqual(untimed(back.comments), untimed(before.comments))
          assert.deepStrictEqual([back.files, back.counts], [before.files, before.counts])
          assert.deepInclude(yield* undo(token, removal), { status: 303 })
        }
      })
    )
  )

  it.effect("happens once, however often it is clicked, and a removal can be repeated", () =>
    run(
      Effect.gen(function* () {
        const { all, path, remove, sql, tokens, undo } = yield* stage
        const id = yield* remove(tokens.ada)
        const both = yield* Effect.all([undo(tokens.ada, id), undo(tokens.ada, id)], { concurrency: 2 })
        assert.deepStrictEqual(
          both.map(({ to }) => to),
          [path, path]
        )
        assert.lengthOf(yield* sql`SELECT 1 FROM activity_events WHERE type = 'postRestored'`, 1)
        assert.deepStrictEqual((yield* all).counts, [{ threadCount: 1 }])
        const again = yield* remove(tokens.ada)
        assert.deepInclude(yield* undo(tokens.ada, id), { status: 303, to: path })
        assert.deepStrictEqual((yield* all).counts, [{ threadCount: 0 }])
        yield* undo(tokens.ada, again)
        assert.deepStrictEqual((yield* all).counts, [{ threadCount: 1 }])
      })
    )
  )

  it.effect("refuses other people, other sessions, what never was, and what is over", () =>
    run(
      Effect.gen(function* () {
        const { all, offered, remove, sql, tokens, undo } = yield* stage
        const id = yield* remove(tokens.ada)
        const second = yield* signIn("account_tdx_2_adamain")
        const missing = { code: "E-NOT-FOUND", status: 404 }
        for (const token of [tokens.bo, tokens.mo, second]) {
          assert.deepInclude(yield* undo(token, id), missing)
          assert.isNull(yield* offered(token, id))
        }
        for (const odd of ["", "a".repeat(20), "x'; --"]) assert.deepInclude(yield* undo(tokens.ada, odd), missing)
        assert.deepInclude(yield* undo("f".repeat(64), id), { code: "E-AUTH", status: 401 })
        yield* TestClock.adjust("10 seconds")
        assert.isNull(yield* offered(tokens.ada, id))
        yield* TestClock.adjust("6 seconds")
        assert.deepInclude(yield* undo(tokens.ada, id), { code: "E-STATE", status: 409 })
        const { run: sweep } = yield* removalsJob
        yield* sweep
        assert.isEmpty(yield* sql`SELECT id FROM removals`)
        assert.deepInclude(yield* undo(tokens.ada, id), missing)
        assert.deepStrictEqual((yield* all).counts, [{ threadCount: 0 }])
      })
    )
  )

  it.effect("refuses a person who was suspended or left meanwhile, and offers nothing to one who may only remove", () =>
    run(
      Effect.gen(function* () {
        const { all, community, remove, reply, sql, tokens, undo } = yield* stage
        const id = yield* remove(tokens.ada)
        yield* sql`UPDATE memberships SET status = 'suspended' WHERE account_address IN ('account_tdx_2_adamain', 'account_tdx_2_boneighbour')`
        assert.deepInclude(yield* undo(tokens.ada, id), { code: "E-SUSPENDED", status: 403 })
        yield* sql`UPDATE memberships SET status = 'left' WHERE account_address = 'account_tdx_2_adamain'`
        assert.deepInclude(yield* undo(tokens.ada, id), { code: "E-MEMBER", status: 403 })
        assert.strictEqual(yield* remove(tokens.bo, reply), "")
        assert.deepInclude((yield* all).comments[0], { shown: "removed" })
        yield* sql`UPDATE communities SET visibility = 'private' WHERE id = ${community.id}`
        assert.deepInclude(yield* undo(tokens.ada, id), { code: "E-NOT-FOUND", status: 404 })
        assert.deepStrictEqual((yield* all).counts, [{ threadCount: 0 }])
      })
    )
  )

  it.effect("brings a file back to a thread that is still there, and never once its bytes were deleted", () =>
    run(
      Effect.gen(function* () {
        const { all, attach, press, remove, sql, thread, tokens, undo } = yield* stage
        const { of } = yield* AttachmentsRepo
        const files = of({ type: "thread", id: thread.id })
        yield* attach
        const [file] = yield* files
        const before = yield* all
        const detach = () =>
          Effect.map(
            press(tokens.ada, { intent: "detach", "file-id": file?.id ?? "" }),
            ({ headers }) => cookieOf(headers)?.[1] ?? ""
          )
        assert.deepInclude(yield* undo(tokens.ada, yield* detach()), { status: 303 })
        assert.deepStrictEqual((yield* all).files, before.files)
        // Its bytes stay for longer than it can come back.
        const late = yield* detach()
        const [row] = yield* sql<{ readonly stays: number }>`SELECT l.due_at - r.expires_at AS stays
          FROM upload_leftovers l, removals r WHERE r.id = ${late}`
        assert.strictEqual(row?.stays, 60_000)
        yield* sql`DELETE FROM upload_leftovers`
        assert.deepInclude(yield* undo(tokens.ada, late), { code: "E-STATE", status: 409 })
        yield* attach
        const [second] = yield* files
        const gone = yield* press(tokens.ada, { intent: "detach", "file-id": second?.id ?? "" })
        yield* remove(tokens.ada)
        const refused = yield* undo(tokens.ada, cookieOf(gone.headers)?.[1] ?? "")
        assert.deepInclude(refused, { code: "E-STATE", status: 409 })
        assert.isEmpty((yield* all).files)
        const twice = yield* press(tokens.ada, { intent: "detach", "file-id": second?.id ?? "" }).pipe(Effect.either)
        assert.isFalse(twice._tag === "Right" && cookieOf(twice.right.headers) !== null)
      })
    )
  )

  it.effect("leaves everything as it is if it fails in between, and can then be repeated", () =>
    run(
      Effect.gen(function* () {
        const { all, path, remove, sql, tokens, undo } = yield* stage
        const id = yield* remove(tokens.ada)
        const before = yield* all
        yield* sql`ALTER TABLE activity_events RENAME TO elsewhere`
        assert.strictEqual((yield* Effect.exit(undo(tokens.ada, id)))._tag, "Failure")
        yield* sql`ALTER TABLE elsewhere RENAME TO activity_events`
        assert.deepStrictEqual(yield* all, before)
        assert.deepInclude(yield* undo(tokens.ada, id), { status: 303, to: path })
      })
    )
  )

  it.effect("removes a post once, however often it is clicked", () =>
    run(
      Effect.gen(function* () {
        const { all, number, as, sql } = yield* stage
        const edits = yield* ThreadEdits
        const ada = yield* as("ada")
        const both = yield* Effect.all(
          [Effect.either(edits.remove(ada, number)), Effect.either(edits.remove(ada, number))],
          {
            concurrency: 2
          }
        )
        assert.sameMembers(
          both.map(({ _tag }) => _tag),
          ["Left", "Right"]
        )
        assert.deepStrictEqual((yield* all).counts, [{ threadCount: 0 }])
        assert.lengthOf(yield* sql`SELECT 1 FROM activity_events WHERE type = 'postRemoved'`, 1)
      })
    )
  )

  it.effect("costs pages no statement without its cookie, and one more with it", () =>
    run(
      Effect.gen(function* () {
        const { remove, tokens } = yield* stage
        const id = yield* remove(tokens.ada)
        const cost = (cookie: string) =>
          Effect.map(
            counting(visit("/", Effect.zip(visitor, undoNotice), { token: tokens.ada, cookie })),
            ({ statements }) => statements
          )
        const without = yield* cost("a=b")
        assert.strictEqual(yield* cost("__Host-undo=x"), without)
        assert.strictEqual(yield* cost(`__Host-undo=${id}`), without + 1)
        assert.isNull((yield* visit("/", undoNotice)).value)
      })
    )
  )
})
