/** Spans are named after the class and the method they stand in; outside of classes after the file or the feature. */
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { expect, test } from "vitest"

const app = join(import.meta.dirname, "../app")
const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file))

/** The classes of a file, each with the part of the text that it covers. */
const classesIn = (source: string) =>
  [...source.matchAll(/^(?:export )?class (\w+)\b.*$/gm)].map(({ 0: line, 1: name = "", index }) => {
    const end = line.endsWith("{}") ? 0 : source.slice(index).search(/^(?:\}|\) \{\})/m)
    return { name, from: index, to: index + Math.max(end, line.length) }
  })

/** What the text before a call assigns it to: a constant, or a property under a name that is not a path. */
const assignedIn = (before: string) =>
  /(?:const|let) (\w+)(?:: [^=\n]+)?\s*=\s*$|(?:^|[\s{,(])(\w+):\s*$|static readonly (\w+)[^=\n]*=\s*$/
    .exec(before)
    ?.slice(1)
    .find((name) => name !== undefined)

const problemsIn = (file: string, source: string) => {
  const [, , feature = ""] = file.startsWith("effects/") ? file.split("/") : ["", "", file.split("/")[0]]
  const own = basename(file).split(".")[0] ?? ""
  const classes = classesIn(source)
  return [...source.matchAll(/Effect\.fn\(\s*"([^"]+)"/g)].flatMap(({ 1: name = "", index }) => {
    const inside = classes.find(({ from, to }) => from < index && index < to)?.name
    const method = assignedIn(source.slice(0, index)) ?? name.split(".").at(-1)
    const right = inside === undefined ? [method, `${own}.${method}`, `${feature}.${method}`] : [`${inside}.${method}`]
    return right.includes(name) ? [] : [`${file}: ${name}, not ${right.at(-1)}`]
  })
}

test("spans have the names of their places", () => {
  const sources = files.map((file) => [file, readFileSync(join(app, file), "utf8")] as const)
  expect(sources.flatMap(([, source]) => [...source.matchAll(/Effect\.fn\(\s*"/g)]).length).toBeGreaterThan(600)
  expect(sources.flatMap(([file, source]) => problemsIn(file, source))).toEqual([])
})

test("other names are found", () => {
  const inClass = (name: string) =>
    `export class Sales extends Tag {\n  make = () => {\n    const accept = Effect.fn("${name}")(\n  }\n}\n`
  expect(problemsIn("effects/treasury/bonds/Sales.server.ts", inClass("Sales.accept"))).toEqual([])
  expect(problemsIn("effects/treasury/bonds/Sales.server.ts", inClass("Sales.take"))).toHaveLength(1)
  expect(problemsIn("effects/treasury/bonds/Sales.server.ts", inClass("Orders.accept"))).toHaveLength(1)
  const free = 'export const sendApi = Effect.fn("readapi.send")('
  expect(problemsIn("effects/publishing/readapi/pages/answer.server.ts", free)).toHaveLength(1)
})
