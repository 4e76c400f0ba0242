import { readFileSync } from "node:fs"
import { assert, it } from "vitest"

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")
/** Its lines without indentation; snippets are in functions, whose last line may return the result. */
const linesOf = (code: string) =>
  code
    .split("\n")
    .map((line) => line.trim().replace(/^return /, ""))
    .map((line) => line.replace(/ \/\/ with a database .*$/, ""))
    .filter((line) => line !== "")

it.each(["Swap a layer", "The connector in five calls"])("the README's code compiles: %s", (title) => {
  const chapter = read("../../README.md").split(`## ${title}\n`)[1] ?? ""
  const shown = linesOf(/```ts\n([\s\S]*?)```/.exec(chapter)?.[1] ?? "")
  assert.isAbove(shown.length, 4)
  const compiled = linesOf(read("readme-snippets.ts"))
  for (const line of shown) assert.include(compiled, line)
})
