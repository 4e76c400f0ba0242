/** A writer may lose the right to write while their comment waits: it is checked in the transaction that stores it. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MembersLive } from "~/effects/communities/members/layers.server"
import { MemberChanges } from "~/effects/communities/members/MemberChanges.server"
import { Steering } from "~/effects/communities/steering/Steering.server"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { describeOnBothDatabases } from "../../../databases"
import { interrupted } from "../../../interrupted"
import { overlapping } from "../../../overlapping"
import { accountOf, insideAs, person, scene, startThread, world } from "./world"

describeOnBothDatabases("A comment whose author loses the right to write while it waits", (database) => {
  const { layer, state } = interrupted(database)
  const Live = Layer.mergeAll(
    MembersLive.pipe(Layer.provideMerge(Ledger.layerScript())),
    Layer.provide(Steering.Default, Layer.provide(Uploads.Default, UploadStore.layerMemory)),
    AccountSuspensions.Default,
    CommunityWrites.Default
  ).pipe(Layer.provideMerge(world(layer)))
  type Services = Layer.Layer.Success<typeof Live>
  const run = <A, E>(program: Effect.Effect<A, E, Services>) => program.pipe(Effect.provide(Live))

  const prepared = Effect.gen(function* () {
    const { as, community } = yield* scene
    const zoe = yield* insideAs(community.id, yield* person(community.id, "Zoe Last"))
    return { as, community, zoe, bo: yield* as("bo"), owner: yield* as("owner"), ...(yield* startThread(as)) }
  })
  type Scene = Effect.Effect.Success<typeof prepared>
  const BO = accountOf("Bo Neighbour")

  /** What ends Bo's right, and the error Bo gets; whether Zoe's, whose comment waits too, ends as well. */
  const endings: ReadonlyArray<
    readonly [how: string, code: string, ends: (scene: Scene) => Effect.Effect<unknown, unknown, Services>, all?: true]
  > = [
    [
      "is removed",
      "E-MEMBER",
      ({ owner }) => Effect.flatMap(MemberChanges, ({ remove }) => remove(owner, BO, "Enough of it."))
    ],
    [
      "is suspended",
      "E-SUSPENDED",
      ({ owner }) => Effect.flatMap(MemberChanges, ({ suspend }) => suspend(owner, BO, 3, "Enough of it."))
    ],
    [
      "is suspended by operators",
      "E-AUTH",
      () =>
        Effect.flatMap(AccountSuspensions, ({ set }) =>
          set(BO, { kind: "suspended", reason: "Enough of it.", suspendedUntil: null })
        )
    ],
    [
      "is in a community that is archived",
      "E-STATE",
      ({ owner }) => Effect.flatMap(Steering, ({ archive }) => archive(owner)),
      true
    ]
  ]

  for (const [how, code, ends, all] of endings) {
    it.effect(`is refused when its author ${how}, and others are not`, () =>
      run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const found = yield* prepared
          const { bo, target, zoe } = found
          const { add } = yield* NewComments
          const services = yield* Effect.context<Services>()
          state.meanwhile = Effect.provide(ends(found), services)
          const responses = yield* Effect.forEach(
            [bo, zoe, bo],
            (who, n) => Effect.either(add(who, target, { body: `late ${n}`, parent: "" }, `key ${n}`)),
            { concurrency: "unbounded" }
          )
          const codes = responses.map((response) => (Either.isLeft(response) ? response.left.code : "kept"))
          assert.deepStrictEqual(codes, [code, all === true ? code : "kept", code])
          const kept = yield* sql`SELECT body, seq FROM comments`
          assert.deepStrictEqual(kept, all === true ? [] : [{ body: "late 1", seq: 1 }])
          const [thread] = yield* sql`SELECT comment_count FROM threads`
          assert.deepStrictEqual(thread, { commentCount: all === true ? 0 : 1 })
        })
      )
    )
  }

  it.effect("is refused when its author is removed meanwhile, after waiting for the removal", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { bo, owner, target } = yield* prepared
        const { add } = yield* NewComments
        const { remove } = yield* MemberChanges
        const [, response] = yield* overlapping(
          remove(owner, BO, "Enough of it."),
          Effect.either(add(bo, target, { body: "late", parent: "" }, null))
        )
        assert.strictEqual(Either.isLeft(response) ? response.left.code : "kept", "E-MEMBER")
        assert.deepStrictEqual(yield* sql`SELECT body FROM comments`, [])
      })
    )
  )
})
