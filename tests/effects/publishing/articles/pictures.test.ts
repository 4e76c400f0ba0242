/** The guides' pictures (docs/product/publishing.md): present, of the stated size, small, and described in text. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import sharp from "sharp"
import type { Block, MarkdownTree } from "~/effects/base/text/markdown/Tree"
import { Articles } from "~/effects/publishing/articles/Articles.server"

const folder = join(import.meta.dirname, "../../../../public/pictures")
/** Bytes, because people on phones pay for them. */
const LIMIT = 60_000

const imagesOf = (tree: MarkdownTree) =>
  tree.flatMap((block: Block) =>
    block.kind === "paragraph"
      ? block.children.flatMap((child) => (typeof child !== "string" && child.kind === "image" ? [child] : []))
      : []
  )

const guidePictures = Effect.map(Articles, ({ guides }) =>
  guides.flatMap(({ id, tree }) => imagesOf(tree).map((image) => ({ guide: id, ...image })))
)

describe("the pictures of the guides", () => {
  it.effect("have the stated size, two pixels per point, a small file, and alternative texts", () =>
    Effect.gen(function* () {
      const pictures = yield* guidePictures
      assert.isAbove(pictures.length, 8)
      for (const { alt, guide, size, src } of pictures) {
        assert.strictEqual(src, `/pictures/${guide}.webp`)
        const file = readFileSync(join(folder, `${guide}.webp`))
        const { format, height, width } = yield* Effect.promise(() => sharp(file).metadata())
        assert.deepEqual([format, width / 2, height / 2], ["webp", size?.width, size?.height], guide)
        assert.isAtMost(file.length, LIMIT, guide)
        assert.isAbove(alt.length, 60, guide)
      }
    }).pipe(Effect.provide(Articles.layer))
  )

  it.effect("are all used", () =>
    Effect.map(guidePictures, (pictures) =>
      assert.deepEqual(readdirSync(folder).sort(), pictures.map(({ guide }) => `${guide}.webp`).sort())
    ).pipe(Effect.provide(Articles.layer))
  )
})
