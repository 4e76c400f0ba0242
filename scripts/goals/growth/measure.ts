/** Opens every page over few rows and over many, on one database: the work of each statement, and its growth. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { Cost, Place } from "./databases"
import { signIn, writeModels } from "./models"
import { COMMUNITY, SLUG } from "./names"
import { pages, takeBallot } from "./pages"
import { type Captured, openProduct } from "./product"
import { copies, counters } from "./rows"
import { written } from "./written"

export const FEW = 1_000
/** Other numbers are for trying out the benchmark itself. */
export const MANY = Number(process.env.GROWTH_ROWS ?? 1_000_000)
/** The first opening of a page fills caches and prepares statements; the fastest of these further ones is its time. */
const OPENINGS = 12

interface Statement extends Cost {
  readonly text: string
}
interface Measured {
  readonly name: string
  readonly took: number
  readonly statements: ReadonlyArray<Statement>
}
export interface Growth {
  readonly name: string
  readonly few: Measured
  readonly many: Measured
  readonly statements: ReadonlyArray<Statement & { readonly before: number }>
}

/** Takes the lease of each job, so that none runs. */
export const everyJobTaken = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const count = Effect.map(
    sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM leases`,
    (rows): number => rows[0]?.n ?? 0
  )
  let before = 0
  for (let now = yield* count; now === 0 || now !== before; now = yield* count) {
    before = now
    yield* Effect.sleep("1 second")
  }
})

const fill = async (place: Place, rows: number) => {
  const product = await openProduct(place.settings)
  await product.run(Effect.zipRight(writeModels, everyJobTaken))
  await product.close()
  const statements: Array<string> = []
  for (const one of copies(rows)) statements.push(written(one, await place.columnsOf(one.table)))
  await place.write([...statements, ...counters(rows)])
}

/**
 * The statements of the first opening, and the time of the fastest, which contains least of the process' other work.
 */
const opened = async (open: () => Promise<Captured>): Promise<Captured> => {
  const { sent } = await open()
  const times: Array<number> = []
  for (let n = 0; n < OPENINGS; n++) times.push((await open()).took)
  return { sent, took: Math.min(...times) }
}

const over = async (place: Place, rows: number): Promise<ReadonlyArray<Measured>> => {
  await fill(place, rows)
  const product = await openProduct(place.settings)
  const captured: Array<readonly [string, Captured]> = []
  try {
    const token = await product.run(signIn)
    for (const { name, path, program } of pages(rows)) {
      const params = { id: COMMUNITY, n: "1", slug: SLUG }
      captured.push([name, await opened(() => product.open(path, program, { params, token }))])
    }
    captured.push(["a vote", await opened(() => product.capture(takeBallot))])
  } finally {
    await product.close()
  }
  const measured: Array<Measured> = []
  for (const [name, { sent, took }] of captured) {
    const costs = await place.costs(sent, rows === FEW)
    const statements = costs.map((cost, at) => ({ ...cost, text: sent[at]?.text.replace(/\s+/g, " ").trim() ?? "" }))
    measured.push({ name, took, statements })
  }
  return measured
}

/** @param make creates a fresh database each time; null if its kind is not available. */
export const growthOn = async (make: () => Promise<Place | null>): Promise<ReadonlyArray<Growth> | null> => {
  const found: Array<ReadonlyArray<Measured>> = []
  for (const rows of [FEW, MANY]) {
    const place = await make()
    if (place === null) return null
    try {
      found.push(await over(place, rows))
    } finally {
      await place.remove()
    }
  }
  const [few = [], many = []] = found
  return many.map((page, at) => {
    const before = few[at]
    if (before === undefined || before.statements.length !== page.statements.length) {
      const [fewer, more] = [before, page].map((each) =>
        each?.statements.map(({ text }) => text.slice(0, 60)).join(" | ")
      )
      throw new Error(`${page.name} sends other statements if there is more of everything: ${fewer} || ${more}`)
    }
    const statements = page.statements.map((one, n) => ({ ...one, before: before.statements[n]?.work ?? 0 }))
    return { name: page.name, few: before, many: page, statements }
  })
}
