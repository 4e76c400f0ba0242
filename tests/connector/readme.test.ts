import { readFileSync } from "node:fs"
import { assert, it } from "vitest"

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")
/** Its lines without indentation; the snippets stand in functions, so the last line of one may return what it makes. */
const linesOf = (code: string) =>
  code
    .split("\n")
    .map((line) => line.trim().replace(/^return /, ""))
    .map((line) => line.replace(/ \/\/ with a database .*$/, ""))
    .filter((line) => line !== "")

it.each(["Swap a layer", "The connector in five calls"])("the README's code is code that compiles: %s", (title) => {
  const chapter = read("../../README.md").split(`## ${title}\n`)[1] ?? ""
  const shown = linesOf(/```ts\n([\s\S]*?)```/.exec(chapter)?.[1] ?? "")
  assert.isAbove(shown.length, 4)
  const compiled = linesOf(read("readme-snippets.ts"))
  for (const line of shown) assert.include(compiled, line)
})
