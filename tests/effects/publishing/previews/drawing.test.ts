/** Drawing itself: one at a time, the same bytes each time, and nothing in the SVG but outlines. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { Pictures } from "~/effects/people/uploads/Pictures.server"
import type { Facts } from "~/effects/publishing/previews/Facts"
import { Previews } from "~/effects/publishing/previews/Previews.server"

const facts = (title: string): Facts => ({
  eyebrow: "Proposal 1",
  title,
  otherTitle: "Proposal 1",
  community: "Night Film Club",
  state: { word: "Open", tone: "open" },
  time: "",
  result: { kind: "words", words: "No votes yet." },
  note: ""
})
/** By a service of its own, as after a start, without a cache. */
const drawnAnew = (title: string) =>
  Effect.flatMap(Previews, (previews) => previews.picture(facts(title))).pipe(Effect.provide(Previews.Default))

describe("drawing", () => {
  it.live("is done one at a time with a queue of eight; further requests are told when to try again", () =>
    Effect.gen(function* () {
      const previews = yield* Previews
      const fibers = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, n) => `Title ${n}`),
        (title) => Effect.fork(Effect.either(previews.picture(facts(title))))
      )
      const ends = yield* Effect.forEach(fibers, Fiber.join)
      const refused = ends.flatMap((end) => (end._tag === "Left" ? [end.left] : []))
      assert.strictEqual(ends.length - refused.length, 9)
      assert.deepEqual(
        refused.map(({ code, retryAfter, status }) => [status, code, retryAfter]),
        Array.from({ length: 3 }, () => [503, "E-BUSY", 5])
      )
      // What was drawn is cached, and needs no lock.
      const [first] = ends
      assert.strictEqual(first?._tag === "Right" ? first.right : null, yield* previews.picture(facts("Title 0")))
    }).pipe(Effect.provide(Previews.Default))
  )

  it.live("puts no text of people into the SVG, and nothing that loads a font", () =>
    Effect.gen(function* () {
      const previews = yield* Previews
      const svg = yield* previews.svg(facts(`<script>&"'`))
      assert.notMatch(svg, /<text|font|script|href|&/)
    }).pipe(Effect.provide(Previews.Default))
  )

  it.live("gives the same bytes after a restart", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* drawnAnew("Same"), yield* drawnAnew("Same"))
    })
  )

  // The library may read SVG for our own drawings only, never for uploads.
  it.live("leaves uploads without SVG, also behind the first bytes of a PNG", () =>
    Effect.gen(function* () {
      yield* drawnAnew("Before")
      const pictures = yield* Pictures
      const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`)
      const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      for (const bytes of [svg, Buffer.concat([png, svg])]) {
        const refused = yield* Effect.flip(pictures.redraw(bytes))
        assert.include(["WrongFileType", "UnreadablePicture"], refused._tag)
      }
    }).pipe(Effect.provide(Pictures.Default))
  )
})
