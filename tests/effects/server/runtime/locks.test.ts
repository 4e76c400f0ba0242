/**
 * No response blocks the server, however large the community is (docs/goals.md, "turns"): lists are read and written
 * some rows at a time, and other requests run in between. Rows are counted, not milliseconds.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect } from "effect"
import { afterAll, assert, beforeAll, describe, test } from "vitest"
import { AT_ONCE } from "~/effects/base/jobs/inParts"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { signIn, writeModels } from "../../../../scripts/goals/growth/models"
import { COMMUNITY, ME, SERIES, SLUG } from "../../../../scripts/goals/growth/names"
import { openProduct, type Product } from "../../../../scripts/goals/growth/product"
import { counters } from "../../../../scripts/goals/growth/rows"
import { onSqlite } from "../../../../scripts/goals/growth/sqlite"
import { written } from "../../../../scripts/goals/growth/written"
import { type ReceivedResponse, responses } from "../../../../scripts/goals/turns/responses"
import { grown } from "../../../../scripts/goals/turns/rows"
import { visit } from "../../publishing/dashboard/visits"

/** More than three parts of each, more than one of those with half as many rows. */
const ROWS = 3 * AT_ONCE + 40

/** More than one statement reads. */
const RECEIPTS = 1_100
const PARTS = Math.ceil(ROWS / AT_ONCE)

interface Expected {
  /** Rows of the file, at least. */
  readonly rows: number
  /** Ticks for others while it is read and written, at least. */
  readonly turns: number
}
const read: Expected = { rows: ROWS, turns: PARTS }
/** Read to the end before the first byte, since a header says where older ones are; then written in parts. */
const readFirst: Expected = { rows: ROWS, turns: 2 * PARTS }

const lists: Readonly<Record<string, Expected>> = {
  // Half of the votes have closed.
  votes: { rows: ROWS / 2, turns: PARTS / 2 },
  activity: readFirst,
  members: read,
  movements: readFirst,
  // Each movement is computed in parts as well.
  statement: { rows: ROWS, turns: 3 * PARTS },
  proposals: read,
  distributions: read,
  // People make no more series by hand than two pages.
  bonds: { rows: AT_ONCE + 1, turns: 2 },
  receipts: read,
  "one's own data": readFirst,
  "a payout's rows": read,
  // Compressed, so its rows cannot be counted: a dozen tables of this size.
  "a community, zip": { rows: 0, turns: 12 * PARTS },
  sitemap: { rows: 0, turns: PARTS }
}

const place = onSqlite()
let product: Product
let token: string
let calendar: string
beforeAll(async () => {
  product = await openProduct(place.settings)
  await product.run(writeModels)
  await product.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columnsOf = (table: string) =>
        sql.unsafe<{ readonly name: string }>(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`)
      yield* sql`PRAGMA foreign_keys = OFF`
      for (const one of grown(ROWS, ROWS, RECEIPTS)) {
        const columns = (yield* columnsOf(one.table)).map(({ name }) => name)
        yield* sql.unsafe(written(one, columns))
      }
      for (const statement of counters(ROWS)) yield* sql.unsafe(statement)
      // They voted in everything.
      yield* sql`UPDATE voters SET seq = 1, voted_at = closes_at WHERE account_address = ${ME} AND voted_at IS NULL`
    })
  )
  token = await product.run(signIn)
  calendar = await product.run(Effect.flatMap(SecretLinks, (links) => links.secretOf(ME, "calendar")))
}, 60_000)
afterAll(async () => {
  await product.close()
  await place.remove()
})

/** A sleep without length lets others run. */
const countingClock = (seen: { turns: number }): Clock.Clock => {
  const clock = Clock.make()
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis(),
    currentTimeMillis: clock.currentTimeMillis,
    unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
    currentTimeNanos: clock.currentTimeNanos,
    sleep: (duration) => {
      if (Duration.toMillis(duration) === 0) seen.turns += 1
      return clock.sleep(duration)
    }
  }
}

/** Lines of CSV, or items of a list that is a member of the whole. */
const rowsIn = (text: string) => (text.match(/\r\n/g) ?? text.match(/^ {2}\{/gm) ?? []).length

const ask = async ({ params, path, program }: ReceivedResponse) => {
  const seen = { turns: 0 }
  const all = { id: COMMUNITY, slug: SLUG, n: "1", ...params }
  const asked = visit(path, program, { params: all, token }).pipe(Effect.withClock(countingClock(seen)))
  const { value } = await product.run(asked)
  assert(value instanceof Response)
  const parts: Array<string> = []
  const reader = value.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done = true, value: part } = (await reader?.read()) ?? {}
    if (done || part === undefined) break
    parts.push(part)
  }
  return { ...seen, parts: parts.map(rowsIn), text: parts.join("") }
}

describe("responses of a large community", () => {
  test("are read and written some rows at a time, and let others run in between", async () => {
    const wrong: Array<string> = []
    const seen = new Set<string>()
    for (const response of responses(calendar)) {
      const expected = lists[response.name.replace(/, (csv|json)$/, "")]
      if (expected === undefined) continue
      seen.add(response.name)
      const { parts, turns } = await ask(response)
      const rows = parts.reduce((sum, some) => sum + some, 0)
      const most = Math.max(...parts)
      if (most > AT_ONCE || rows < expected.rows || turns < expected.turns)
        wrong.push(`${response.name}: ${rows} rows, ${most} at once, ${turns} turns of others`)
    }
    assert.deepStrictEqual(wrong, [])
    assert.isAtLeast(seen.size, Object.keys(lists).length)
  }, 60_000)

  test("add up all receipts that a person has of a bond, however many", async () => {
    const sql = Effect.flatMap(
      SqlClient.SqlClient,
      (client) =>
        client<{ readonly units: number }>`SELECT SUM(units) AS units FROM bond_receipts
          WHERE account = ${ME} AND series_id = ${SERIES} AND kind = 'purchase'`
    )
    const [stored] = await product.run(sql)
    const own = responses(calendar).find(({ name }) => name === "one's bonds, csv") ?? assert.fail()
    const line = (await ask(own)).text.split("\r\n").find((one) => one.startsWith("NFC-2027A,"))
    const bought = Number(line?.split(",")[3])
    assert.isAbove(bought, RECEIPTS)
    assert.strictEqual(bought, stored?.units)
  })
})
