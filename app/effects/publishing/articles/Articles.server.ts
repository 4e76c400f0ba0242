/**
 * Articles: everything there is to read, taken into the server at build time and read once it is ready. A broken
 * file stops the server (and the build, and the tests) with a list of what to mend; no visitor ever meets it.
 */
import { Context, Effect, Either, Layer, Schema } from "effect"
import type { Library } from "./Article"
import { type ContentFiles, readLibrary } from "./readLibrary.server"

export class ContentBroken extends Schema.TaggedError<ContentBroken>()("ContentBroken", {
  problems: Schema.Array(Schema.String)
}) {
  override get message() {
    return `The content cannot be shown:\n${this.problems.map((problem) => `  - ${problem}`).join("\n")}`
  }
}

const FOLDER = "../../../content/"

/** Path below app/content → text, as it was when the server was built. */
export const contentFiles: ContentFiles = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>("../../../content/**/*.md", { query: "?raw", import: "default", eager: true })
  ).map(([path, text]) => [path.slice(FOLDER.length), text])
)

const libraryOf = (files: ContentFiles): Library =>
  Either.getOrThrowWith(readLibrary(files), (problems) => new ContentBroken({ problems }))

/** Read when it is first asked for: a third of the time of a start goes into it. */
const lazyLibrary = (files: ContentFiles): Library => {
  let read: Library | undefined
  const library = () => {
    read ??= libraryOf(files)
    return read
  }
  return {
    get pages() {
      return library().pages
    },
    get posts() {
      return library().posts
    },
    get guides() {
      return library().guides
    },
    get support() {
      return library().support
    },
    get roadmap() {
      return library().roadmap
    }
  }
}

export class Articles extends Context.Tag("effects/Articles")<Articles, Library>() {
  static readonly layer = Layer.sync(Articles, () => lazyLibrary(contentFiles))

  /** Reads everything; what cannot be shown is a defect with a list of what to mend. */
  static readonly readAll = Effect.map(Articles, ({ pages }) => pages)
}
