import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"

const root = join(import.meta.dirname, "../../..")
const declares = (path: string) => / extends coded\(/.test(readFileSync(join(root, path), "utf8"))

/** A class of errors: it requires only its own fields. */
export type ErrorClass = Schema.Schema<unknown> & (new () => unknown)

const isErrorClass = (thing: unknown): thing is ErrorClass =>
  typeof thing === "function" && thing.prototype instanceof Error && Schema.isSchema(thing)

/** Every exported class of errors in the files that declare refusals, with its file and its name, in order. */
export const errorClasses = async () => {
  const files = Object.entries(import.meta.glob<object>("/app/effects/**/*.ts")).filter(
    ([path]) => /\/(errors|failures)\.ts$/.test(path) || declares(path)
  )
  const found = await Promise.all(
    files.sort().map(async ([path, load]) =>
      Object.entries(await load())
        .sort()
        .flatMap(([name, thing]) => (isErrorClass(thing) ? [{ path, name, thing }] : []))
    )
  )
  return found.flat()
}

/** Refusals that no other file, and so no test of the catalogue, could see. */
export const hiddenClasses = () =>
  Object.keys(import.meta.glob("/app/effects/**/*.ts")).filter((path) =>
    /^class \w+ extends coded\(/m.test(readFileSync(join(root, path), "utf8"))
  )
