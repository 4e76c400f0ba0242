/**
 * The library of articles: content files are bundled at build time and parsed on first use. A broken file stops the
 * server, the build and the tests with a list of problems, so no visitor ever sees one.
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

/** Path below app/content → text, as of the build. */
export const contentFiles: ContentFiles = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>("../../../content/**/*.md", { query: "?raw", import: "default", eager: true })
  ).map(([path, text]) => [path.slice(FOLDER.length), text])
)

const libraryOf = (files: ContentFiles): Library =>
  Either.getOrThrowWith(readLibrary(files), (problems) => new ContentBroken({ problems }))

/** Parses on first use, because parsing takes a third of the server's start time. */
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

export class Articles extends Context.Tag("publishing/articles/Articles")<Articles, Library>() {
  static readonly layer = Layer.sync(Articles, () => lazyLibrary(contentFiles))

  /** Parses the whole library; a file that cannot be shown is a defect with a list of problems. */
  static readonly readAll = Effect.map(Articles, ({ pages }) => pages)
}
