import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import { MAX_DRAFT, MAX_DRAFTS } from "~/effects/communities/drafts/Draft"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"

const ADA = asAccount("account_tdx_2_ada")

describeOnBothDatabases("Drafts", (database) => {
  const Live = Drafts.Default.pipe(Layer.provideMerge(database))

  it.effect("are available to their author on every device, and to nobody else", () =>
    Effect.gen(function* () {
      const drafts = yield* Drafts
      yield* TestClock.setTime(1_000)
      const first = yield* drafts.save(ADA, { place: "create", data: { name: "Tool" }, version: null })
      assert.deepEqual(first, { version: 1, savedAt: 1_000 })
      yield* TestClock.setTime(2_000)
      yield* drafts.save(ADA, { place: "create", data: { name: "Tool Library", tags: ["Film"] }, version: 1 })
      assert.deepEqual(Option.getOrThrow(yield* drafts.get(ADA, "create")), {
        data: { name: "Tool Library", tags: ["Film"] },
        version: 2,
        savedAt: 2_000
      })
      assert.isTrue(Option.isNone(yield* drafts.get(asAccount("account_tdx_2_ben"), "create")))
      assert.isTrue(Option.isNone(yield* drafts.get(ADA, "create/else")))
      yield* drafts.remove(ADA, "create")
      assert.isTrue(Option.isNone(yield* drafts.get(ADA, "create")))
    }).pipe(Effect.provide(Live))
  )

  it.effect("tell the second of two devices that saves, and show it what the first wrote", () =>
    Effect.gen(function* () {
      const drafts = yield* Drafts
      yield* drafts.save(ADA, { place: "create", data: { name: "start" }, version: null })
      const outcomes = yield* Effect.forEach(
        ["phone", "desk"],
        (name) => Effect.either(drafts.save(ADA, { place: "create", data: { name }, version: 1 })),
        { concurrency: "unbounded" }
      )
      const refused = outcomes.flatMap((outcome) => (outcome._tag === "Left" ? [outcome.left] : []))
      assert.strictEqual(refused.length, 1)
      const [stale] = refused
      if (stale?._tag !== "StaleDraft") return assert.fail("the second save was not told")
      assert.deepEqual([stale.status, stale.code, stale.stored.version], [409, "E-STALE", 2])
      assert.deepEqual(Option.getOrThrow(yield* drafts.get(ADA, "create")).data, stale.stored.data)
    }).pipe(Effect.provide(Live))
  )

  it.effect("let a posted form start from any version", () =>
    Effect.gen(function* () {
      const drafts = yield* Drafts
      yield* drafts.save(ADA, { place: "create", data: { name: "Tool", rules: "Be kind." }, version: null })
      const changed = yield* drafts.change(ADA, "create", (before) => ({ ...before, name: "Tool Library" }))
      assert.deepEqual(changed.data, { name: "Tool Library", rules: "Be kind." })
      assert.strictEqual(changed.version, 2)
    }).pipe(Effect.provide(Live))
  )

  it.effect("are limited in size and number, and store any text", () =>
    Effect.gen(function* () {
      const drafts = yield* Drafts
      const odd = 'a\u0000b \\u0000 \ud83d "quoted" \u2028'
      yield* drafts.save(ADA, { place: "odd", data: { odd }, version: null })
      const kept = Option.getOrThrow(yield* drafts.get(ADA, "odd")).data.odd
      assert.strictEqual(kept, odd.replace("\u0000", ""))
      const long = yield* Effect.flip(
        drafts.save(ADA, { place: "long", data: { text: "x".repeat(MAX_DRAFT) }, version: null })
      )
      assert.deepEqual([long._tag, long.status], ["DraftTooLong", 413])
      for (let n = 1; n < MAX_DRAFTS; n++) yield* drafts.save(ADA, { place: `t/${n}`, data: {}, version: null })
      const many = yield* Effect.flip(drafts.save(ADA, { place: "one-more", data: {}, version: null }))
      assert.deepEqual([many._tag, many.status], ["TooManyDrafts", 409])
      yield* drafts.save(ADA, { place: "odd", data: { odd: "still saves" }, version: 1 })
    }).pipe(Effect.provide(Live))
  )
})
