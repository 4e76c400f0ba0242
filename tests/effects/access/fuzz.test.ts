/**
 * No input to a route that writes causes a 5xx (docs/product/safety.md): fields that are missing, repeated, long, odd
 * or another person's, under the names of the real forms, from every role. Bounded: the fault test sends more.
 */
import { FastCheck as fc } from "effect"
import { afterAll, assert, beforeAll, describe, test } from "vitest"
import { everybody, people, plain, type Row, type Stage } from "./cells"
import { matrix } from "./matrix"
import { openStage } from "./stage"
import { writings } from "./writes"

/** Requests for each form. */
const TRIES = 8
const modules = import.meta.glob<Readonly<Record<string, unknown>>>("/app/routes/*.{ts,tsx}")

/** Routes covered elsewhere get random input as well. */
const anything: ReadonlyArray<Row> = [
  plain("POST", everybody, { json: () => ({}) }),
  plain("POST", everybody, { form: () => ({ intent: "", theme: "dark", email: "a@b.example" }) })
]
const writes = Object.entries(matrix).flatMap(([file, entry]) =>
  "elsewhere" in entry
    ? anything.map((row) => ({ file, row }))
    : entry.filter(({ in: place, method }) => method !== "GET" && place !== "private").map((row) => ({ file, row }))
)

const odd = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "0",
    "-1",
    "1e309",
    "999999999999999999999",
    "null",
    "[]",
    "{}",
    "' OR 1=1 --",
    "../../etc/passwd",
    "%00",
    "\u0000",
    "\uFEFF",
    "\uD800",
    "👩‍👩‍👧‍👦",
    "<script>alert(1)</script>",
    "account_tdx_2_1",
    "a".repeat(16),
    "x".repeat(30_000),
    "a,b\n".repeat(6_000)
  ),
  fc.string({ maxLength: 60 }),
  fc.string({ maxLength: 60, unit: "binary" })
)

/** A form with some of its fields changed, removed or repeated. */
const twisted = (fields: Readonly<Record<string, string>>) =>
  fc.tuple(
    ...Object.entries(fields).map(([name, value]) =>
      // The intent mostly stays valid, or nothing behind it is reached.
      fc.oneof(
        { weight: name === "intent" ? 9 : 2, arbitrary: fc.constant([[name, value]]) },
        { weight: 3, arbitrary: odd.map((text) => [[name, text]]) },
        { weight: 1, arbitrary: fc.constant([]) },
        {
          weight: 1,
          arbitrary: odd.map((text) => [
            [name, value],
            [name, text]
          ])
        }
      )
    ),
    fc.oneof(
      fc.constant([]),
      odd.map((key) => [["key", key]])
    )
  )

const json = fc.oneof(
  fc.constantFrom("", "null", "[]", "{", '"text"', "1e999", `{"a":${"[".repeat(500)}${"]".repeat(500)}}`),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc
    .dictionary(
      fc.constantFrom("place", "data", "version", "text", "type", "id", "seq", "title", "body"),
      fc.jsonValue()
    )
    .map((value) => JSON.stringify(value))
)

const requestsFor = (row: Row, stage: Stage): fc.Arbitrary<string | URLSearchParams> =>
  row.json === undefined
    ? twisted({ account: "", reason: "", ...row.form?.(stage) }).map((parts) => new URLSearchParams(parts.flat(1)))
    : json

let stage: Awaited<ReturnType<typeof openStage>>
beforeAll(async () => {
  stage = await openStage()
}, 120_000)
afterAll(() => stage.stop())

describe("routes that write", () => {
  test("are all covered", async () => {
    const sent = new Set(writes.map(({ file }) => file))
    assert.deepEqual(
      (await writings()).map(({ file }) => file).filter((file) => !sent.has(file)),
      []
    )
  })

  test("never return a 5xx", async () => {
    const place = await stage.build(false)
    const broken: Array<string> = []
    let sent = 0
    // An operator's request could make the site read-only for the others.
    const senders = people.filter((who) => who !== "Op")
    for (const { file, row } of writes) {
      const module = (await modules[`/app/routes/${file}`]?.()) ?? {}
      for (let n = 0; n < TRIES; n++) {
        const who = senders[(n + sent) % senders.length] ?? "V"
        const here = stage.stageFor(place, who)
        const [body = ""] = fc.sample(requestsFor(row, here), 1)
        const query =
          n % 4 === 3
            ? `?${new URLSearchParams(fc.sample(fc.dictionary(fc.constantFrom("thread", "after", "open", "tab", "place"), odd), 1)[0])}`
            : undefined
        const twist = query === undefined ? {} : { query: () => query.slice(0, 4_000) }
        const status = await stage.ask(module, { ...row, ...twist }, who, here, body)
        sent++
        if (status !== "shell" && status >= 500)
          broken.push(`${file} ${row.what} by ${who}: ${status} for ${String(body).slice(0, 300)}`)
      }
    }
    assert.deepEqual(broken, [])
    assert.isAbove(sent, 300)
  }, 120_000)

  test("never return a 5xx to an operator", async () => {
    const here = stage.stageFor(await stage.build(false), "Op")
    const broken: Array<string> = []
    for (const { file, row } of writes.filter(({ row }) => row.operator !== undefined)) {
      const module = (await modules[`/app/routes/${file}`]?.()) ?? {}
      for (const body of fc.sample(requestsFor(row, here), TRIES)) {
        const status = await stage.ask(module, row, "Op", here, body)
        if (status !== "shell" && status >= 500) broken.push(`${file} ${row.what}: ${status} for ${String(body)}`)
      }
    }
    assert.deepEqual(broken, [])
  }, 120_000)
})
