/** Files of long lists are streamed in parts while somebody reads, with the same bytes as the whole file. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, FastCheck, Stream } from "effect"
import { AT_ONCE, inParts, type Parts, pageOf, readInPages, readUpTo } from "~/effects/base/jobs/inParts"
import { csvInParts, downloadInParts, jsonInParts } from "~/effects/base/remix/download.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { csvFile } from "~/effects/base/text/csv"

const context = { requestId: "a request", nonce: "", address: "127.0.0.1" }
const request = new Request("http://127.0.0.1/api/exports/members")
const asked = (pace?: () => Promise<boolean>) => ({
  request,
  params: {},
  context: pace === undefined ? context : { ...context, pace }
})

/** Numbers from 1 to `last`; `reads` counts the pages read so far. */
const counted = (last: number) => {
  const seen = { reads: 0 }
  const parts = readInPages(0, (after) =>
    Effect.sync(() => {
      seen.reads += 1
      const rows = Array.from({ length: Math.min(AT_ONCE, last - after) }, (_, n) => ({ n: after + n + 1 }))
      return pageOf(rows, AT_ONCE, ({ n }) => n)
    })
  )
  return { seen, parts }
}

const Rows = FastCheck.array(
  FastCheck.record({
    name: FastCheck.string({ unit: "binary" }),
    n: FastCheck.option(FastCheck.integer()),
    more: FastCheck.array(FastCheck.record({ text: FastCheck.constantFrom("a\nb", "  ", '"', "=1") }))
  }),
  { maxLength: 9 }
)
const Head = FastCheck.record({ schema: FastCheck.string(), next: FastCheck.option(FastCheck.string()) })

describe("a streamed file", () => {
  it.prop(
    "has the same bytes as the whole file",
    [Rows, Head, FastCheck.integer({ min: 1, max: 4 })],
    ([rows, head, atOnce]) => {
      const written = <E>(text: Stream.Stream<string, E>) => Effect.runSync(Stream.mkString(text))
      const parts: Parts<(typeof rows)[number]> = Stream.fromIterable(
        Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, n) => rows.slice(n * atOnce, (n + 1) * atOnce))
      )
      assert.strictEqual(written(jsonInParts(head, "rows", parts)), JSON.stringify({ ...head, rows }, null, 1))
      const tail = { count: rows.length, sums: [1] }
      assert.strictEqual(
        written(jsonInParts(head, "rows", parts, tail)),
        JSON.stringify({ ...head, rows, ...tail }, null, 1)
      )
      assert.strictEqual(written(csvInParts(["n", "name"], parts)), csvFile(["n", "name"], rows))
    }
  )

  it.effect("reads each page once, and only as many as are requested", () =>
    Effect.gen(function* () {
      const all = counted(5 * AT_ONCE)
      const found = yield* readUpTo(Number.MAX_SAFE_INTEGER, all.parts)
      assert.deepStrictEqual(
        found.map(({ n }) => n),
        Array.from({ length: 5 * AT_ONCE }, (_, n) => n + 1)
      )
      const some = counted(100 * AT_ONCE)
      assert.lengthOf(yield* readUpTo(2 * AT_ONCE + 1, some.parts), 2 * AT_ONCE + 1)
      assert.strictEqual(some.seen.reads, 3)
      const sizes = yield* Stream.runCollect(Stream.map(inParts(found), (rows) => rows.length))
      assert.isAtMost(Math.max(...sizes), AT_ONCE)
    })
  )

  it.effect("fails when a cursor does not advance, instead of reading the same page forever", () =>
    Effect.gen(function* () {
      const stuck = readInPages("a", () => Effect.succeed({ rows: [1], next: "a" }))
      const ended = yield* Effect.exit(Stream.runDrain(stuck))
      assert.include(String(ended), "no key to go on from")
    })
  )

  it.effect("stops reading once its reader has gone", () =>
    Effect.gen(function* () {
      const { parts, seen } = counted(1_000 * AT_ONCE)
      let chunks = 0
      // Present for the head and two pages.
      const pace = () => Promise.resolve(++chunks <= 3)
      const file = yield* Effect.provideService(
        downloadInParts(csvInParts(["n"], parts), { name: "numbers", isCsv: true }),
        RouteArgs,
        asked(pace)
      )
      const text = yield* Effect.promise(() => file.text())
      assert.isAtMost(seen.reads, 4)
      assert.notInclude(text, String(4 * AT_ONCE))
    })
  )

  it.effect("stops reading once its response is cancelled", () =>
    Effect.gen(function* () {
      const { parts, seen } = counted(1_000 * AT_ONCE)
      const file = yield* Effect.provideService(
        downloadInParts(csvInParts(["n"], parts), { name: "numbers", isCsv: true }),
        RouteArgs,
        asked()
      )
      const reader = file.body?.getReader()
      for (let n = 0; n < 3; n++) yield* Effect.promise(async () => reader?.read())
      yield* Effect.promise(async () => reader?.cancel())
      const then = seen.reads
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      assert.isAtMost(seen.reads, then + 1)
      assert.isBelow(seen.reads, 10)
    })
  )

  it.effect("returns an error response when the storage fails before the first rows", () =>
    Effect.gen(function* () {
      const failing = Stream.die(new Error("the disk is gone"))
      for (const text of [csvInParts(["n"], failing), jsonInParts({ schema: "numbers/1" }, "rows", failing)]) {
        const ended = yield* Effect.exit(
          Effect.provideService(downloadInParts(text, { name: "numbers", isCsv: true }), RouteArgs, asked())
        )
        assert.strictEqual(ended._tag, "Failure")
        if (ended._tag === "Failure") assert.include(Cause.pretty(ended.cause), "the disk is gone")
      }
    })
  )

  it.effect("breaks off when the storage fails midway, so that a part is not mistaken for the whole", () =>
    Effect.gen(function* () {
      const { parts } = counted(3 * AT_ONCE)
      const failing = Stream.concat(parts, Stream.die(new Error("the disk is gone")))
      const file = yield* Effect.provideService(
        downloadInParts(jsonInParts({ schema: "numbers/1" }, "rows", failing), { name: "numbers", isCsv: false }),
        RouteArgs,
        asked()
      )
      let text = ""
      const reader = file.body?.pipeThrough(new TextDecoderStream()).getReader()
      const ended = yield* Effect.exit(
        Effect.tryPromise(async () => {
          for (;;) {
            const read = await reader?.read()
            if (read === undefined || read.done) return
            text += read.value
          }
        })
      )
      assert.strictEqual(ended._tag, "Failure")
      assert.include(text, `"n": ${AT_ONCE}`)
      assert.throws(() => JSON.parse(text))
    })
  )
})
