/** Attachments of threads: who adds and reads them, their limits, and that they go with their thread. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { MOST_FILE_BYTES, MOST_FILES } from "~/effects/conversation/attachments/Attachment"
import { Attachments } from "~/effects/conversation/attachments/Attachments.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { readAttachmentForm } from "~/effects/conversation/attachments/pages/attaching.server"
import { discussionPage, threadFile } from "~/effects/conversation/discussion/pages/discussion.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { describeOnBothDatabases } from "../../../databases"
import { counting } from "../../communities/founding/counting"
import { visit } from "../../publishing/dashboard/visits"
import { pdf } from "../attachments"
import { scene, startThread, TODAY, world } from "./world"

describeOnBothDatabases("attachments of a thread", (database) => {
  const Live = Attachments.Default.pipe(
    Layer.provideMerge(UploadStore.layerMemory),
    Layer.provideMerge(world(database))
  )
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    program.pipe(Effect.provide(Live))

  const stage = Effect.gen(function* () {
    const { as, community, tokens } = yield* scene
    const { number, thread } = yield* startThread(as)
    const files = yield* Attachments
    const repo = yield* AttachmentsRepo
    const edits = yield* ThreadEdits
    const target = { type: "thread", id: thread.id } as const
    const listed = repo.of(target)
    const attach = (sent: ReturnType<typeof pdf>) =>
      Effect.flatMap(as("ada"), (ada) => files.attach(ada, target, sent, edits.hold(thread))).pipe(
        Effect.match({
          onFailure: (failure) => ("fields" in failure ? (failure.fields?.file ?? "") : failure.message),
          onSuccess: () => ""
        })
      )
    const fetch = (id: string, token: string) =>
      visit(
        `/api/threads/${community.id}/${number}/files/${id}`,
        Effect.flatMap(RouteArgs, (args) =>
          Effect.provideService(threadFile, RouteArgs, {
            ...args,
            params: { id: community.id, number: String(number), file: id }
          })
        ),
        { token }
      ).pipe(
        Effect.either,
        Effect.map(Either.getOrNull),
        Effect.map((found) => found?.value ?? null)
      )
    const detach = (id: string) => files.detach(target, id, edits.hold(thread))
    return { as, attach, community, detach, fetch, listed, number, thread, tokens }
  })

  it.effect("are downloads for everybody who can read the thread, and say so by their headers", () =>
    run(
      Effect.gen(function* () {
        const { attach, community, fetch, listed, number, tokens } = yield* stage
        assert.strictEqual(yield* attach(pdf("one")), "")
        const [file, ...more] = yield* listed
        assert.lengthOf(more, 0)
        const response = yield* fetch(file?.id ?? "", tokens.bo)
        assert.include(response?.headers.get("content-disposition"), "attachment")
        assert.strictEqual(response?.headers.get("content-type"), "application/pdf")
        assert.include(yield* Effect.promise(() => response?.text() ?? Promise.resolve("")), "one")
        assert.isNull(yield* fetch("aaaaaaaaaaaaaaaaaaaaaaaaaa", tokens.bo))
        const see = (token: string) =>
          counting(
            visit(`/community/detail/${community.id}/discussion?thread=${number}`, discussionPage, {
              token,
              params: { id: community.id }
            })
          )
        const { statements, value } = yield* see(tokens.ada)
        assert.isAtMost(statements, 6)
        assert.deepInclude(value.value, { mayAttach: true, attachments: file === undefined ? [] : [file] })
        assert.deepInclude((yield* see(tokens.bo)).value.value, { mayAttach: false })
      })
    )
  )

  it.effect("have names of any characters, which the header of a download can hold", () =>
    run(
      Effect.gen(function* () {
        const { attach, fetch, listed, tokens } = yield* stage
        const name = `../“минуты” <b>\u0007\n😀${"x".repeat(96)}.pdf`
        assert.strictEqual(yield* attach({ ...pdf("one"), name }), "")
        const [file] = yield* listed
        assert.strictEqual(file?.name, `${"x".repeat(96)}.pdf`)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* attach({ ...pdf("two"), name: `“минуты”\u202e 😀.pdf` }), "")
        const answer = yield* fetch((yield* listed)[1]?.id ?? "", tokens.bo)
        assert.match(
          answer?.headers.get("content-disposition") ?? "",
          /^attachment; filename="file"; [ -~]+%F0%9F%98%80\.pdf$/
        )
      })
    )
  )

  it.effect("are refused whole if the body ends before the file does", () =>
    Effect.gen(function* () {
      const headers = { "Content-Type": "multipart/form-data; boundary=x" }
      const part = 'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf'
      const sent = (body: string) => new Request("http://127.0.0.1/", { method: "POST", headers, body })
      const cut = yield* Effect.flip(readAttachmentForm(sent(`--x\r\n${part}\r\n\r\n%PDF-1.7`)))
      assert.strictEqual(cut._tag, "MalformedBody")
      const whole = yield* readAttachmentForm(sent(`--x\r\n${part}\r\n\r\n%PDF-1.7\r\n--x--\r\n`))
      assert.instanceOf(whole.get("file"), File)
    })
  )

  it.effect("follow their thread: hidden with it from all but moderators, and gone with it", () =>
    run(
      Effect.gen(function* () {
        const { as, attach, fetch, listed, number, tokens } = yield* stage
        const sql = yield* SqlClient.SqlClient
        yield* attach(pdf("one"))
        const [file] = yield* listed
        const id = file?.id ?? ""
        yield* sql`UPDATE threads SET shown = 'hidden'`
        assert.isNull(yield* fetch(id, tokens.bo))
        assert.isNotNull(yield* fetch(id, tokens.mo))
        yield* sql`UPDATE threads SET shown = 'visible'`
        yield* (yield* ThreadEdits).remove(yield* as("ada"), number)
        assert.isNull(yield* fetch(id, tokens.mo))
        assert.deepStrictEqual(yield* sql`SELECT id FROM attachments`, [])
        const due = yield* sql<{ readonly file: string }>`SELECT file FROM upload_leftovers`
        assert.deepStrictEqual(
          due.map((row) => row.file),
          [id]
        )
        assert.strictEqual(yield* attach(pdf("two")), "This page does not exist.")
      })
    )
  )

  it.effect("are refused with words: what lies about its kind, twice, too large, too many, beyond the allowance", () =>
    run(
      Effect.gen(function* () {
        const { attach, community, detach, listed, thread } = yield* stage
        const sql = yield* SqlClient.SqlClient
        assert.include(
          yield* attach({ name: "minutes.pdf", bytes: new TextEncoder().encode("<script>") }),
          "“minutes.pdf” is neither a PDF nor a picture"
        )
        assert.include(yield* attach(pdf("", MOST_FILE_BYTES)), "is larger than 10 MiB")
        const joined = yield* sql`SELECT joined_at FROM memberships WHERE account_address = ${thread.author}`
        yield* sql`UPDATE memberships SET joined_at = ${TODAY} WHERE account_address = ${thread.author}`
        assert.include(yield* attach(pdf("0")), "New members cannot attach files yet.")
        yield* sql`UPDATE memberships SET joined_at = ${joined[0]?.joinedAt} WHERE account_address = ${thread.author}`
        yield* attach(pdf("0"))
        assert.include(yield* attach(pdf("0")), "is attached already")
        for (let n = 1; n < MOST_FILES; n++) assert.strictEqual(yield* attach(pdf(String(n))), "")
        assert.include(yield* attach(pdf("more")), "At most 10 files")
        const [first] = yield* listed
        yield* detach(first?.id ?? "")
        yield* sql`UPDATE attachments SET bytes = ${499 * 1_048_576} WHERE community_id = ${community.id}
          AND id = ${(yield* listed)[0]?.id ?? ""}`
        assert.include(yield* attach(pdf("large", 2 * 1_048_576)), "more than 500 MiB together")
        assert.strictEqual(yield* attach(pdf("small")), "")
      })
    )
  )
})
