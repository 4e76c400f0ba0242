/**
 * Articles: everything there is to read, taken into the server at build time and read once when it starts. A broken
 * file stops the start (and the tests) with a list of what to mend; no visitor ever meets it.
 */
import { Context, Effect, Layer, Schema } from "effect"
import type { Library } from "./Article"
import { type ContentFiles, readLibrary } from "./readLibrary.server"

export class ContentBroken extends Schema.TaggedError<ContentBroken>()("ContentBroken", {
  problems: Schema.Array(Schema.String)
}) {
  override get message() {
    return `The content cannot be shown:\n${this.problems.map((problem) => `  - ${problem}`).join("\n")}`
  }
}

const FOLDER = "../../content/"

/** Path below app/content → text, as it was when the server was built. */
export const contentFiles: ContentFiles = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>("../../content/**/*.md", { query: "?raw", import: "default", eager: true })
  ).map(([path, text]) => [path.slice(FOLDER.length), text])
)

export class Articles extends Context.Tag("effects/Articles")<Articles, Library>() {
  static readonly layer = Layer.effect(
    Articles,
    Effect.suspend(() => Effect.mapError(readLibrary(contentFiles), (problems) => new ContentBroken({ problems })))
  )
}
