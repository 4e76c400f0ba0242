/** The preview formats as much of a text as the page does. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Posting } from "~/effects/conversation/discussion/Posting.server"
import { preview } from "~/effects/conversation/discussion/pages/api.server"
import { describeOnBothDatabases } from "../../../databases"
import { ORIGIN, scene, world } from "./world"

/** More marks than a comment may have, fewer than a thread's text may. */
const MARKS = "**a** ".repeat(400)

describeOnBothDatabases("The preview", (database) => {
  it.effect("shows a comment of mostly marks as it was typed, and formats the same text of a thread", () =>
    Effect.gen(function* () {
      const { tokens } = yield* scene
      const posting = yield* Posting
      const ask = (body: object) => {
        const request = new Request(`${ORIGIN}/api/preview`, {
          method: "POST",
          headers: { "Content-Type": "application/json", Cookie: `__Host-session=${tokens.ada}` },
          body: JSON.stringify(body)
        })
        const context = { requestId: "a request", nonce: "", address: "127.0.0.1" }
        return Effect.provideService(preview, RouteArgs, { request, params: {}, context })
      }
      const comment = yield* ask({ text: MARKS, isComment: true })
      assert.deepStrictEqual(comment.tree, posting.toTrees()(MARKS, [], "preview-"))
      assert.deepStrictEqual(comment.tree, [{ kind: "paragraph", children: [MARKS.trim()] }])
      const thread = yield* ask({ text: MARKS })
      assert.deepStrictEqual(thread.tree, posting.toTree(MARKS, [], "preview-"))
      assert.include(JSON.stringify(thread.tree), "strong")
      const usual = yield* ask({ text: "It **leaks**.", isComment: true })
      assert.deepStrictEqual(usual.tree, posting.toTree("It **leaks**.", [], "preview-"))
    }).pipe(Effect.provide(world(database)))
  )
})
