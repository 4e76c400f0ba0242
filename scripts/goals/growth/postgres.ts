/** A Postgres server of the benchmark's own, and its planner's account of a statement: pages read, tables scanned. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { startPostgres } from "../../../tests/postgres"
import type { Cost, Place, Sent } from "./databases"

/** Any planner scans a smaller table. */
const SMALL_TABLE = 1_000

interface Node {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Shared Hit Blocks": number
  readonly "Shared Read Blocks": number
  readonly Plans?: ReadonlyArray<Node>
}

const all = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(all)]

const costOf = (plan: Node, sizes: ReadonlyMap<string, number>): Cost => ({
  work: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
  faults: all(plan).flatMap((node) => {
    const table = node["Relation Name"] ?? ""
    const size = sizes.get(table) ?? 0
    return node["Node Type"] === "Seq Scan" && size > SMALL_TABLE ? [`${table} (${size} rows) scanned`] : []
  })
})

/** Null if Postgres is not installed. */
export const onPostgres = async (): Promise<Place | null> => {
  // Durability does not matter here.
  const server = await startPostgres(
    "fsync=off",
    "synchronous_commit=off",
    "max_wal_size=4GB",
    "maintenance_work_mem=256MB"
  )
  if (server === null) return null
  const folder = mkdtempSync(join(tmpdir(), "commonhold-growth-"))
  const using = async <A>(work: (client: pg.Client) => Promise<A>): Promise<A> => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  return {
    settings: { DATA_DIR: folder, DATABASE_URL: server.url },
    columnsOf: (table) =>
      using(async (client) => {
        const { rows } = await client.query<{ readonly name: string }>(
          `SELECT column_name AS name FROM information_schema.columns
            WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
          [table]
        )
        return rows.map(({ name }) => name)
      }),
    write: (statements) =>
      using(async (client) => {
        // The copies are valid by construction; checking each foreign key would take an hour.
        await client.query("SET session_replication_role = replica")
        for (const statement of statements) await client.query(statement)
        await client.query("VACUUM ANALYZE")
      }),
    costs: (statements: ReadonlyArray<Sent>, isFew) =>
      using(async (client) => {
        const tables = await client.query<{ readonly name: string; readonly size: number }>(
          "SELECT relname AS name, CAST(reltuples AS INTEGER) AS size FROM pg_class WHERE relkind = 'r'"
        )
        const sizes = new Map(tables.rows.map(({ name, size }) => [name, size]))
        const costs: Array<Cost> = []
        await client.query("BEGIN")
        // The planner scans a small table, also to join it; the comparison needs the plans that it chooses for large
        // ones.
        if (isFew) {
          for (const way of ["seqscan", "hashjoin", "mergejoin"]) await client.query(`SET LOCAL enable_${way} = off`)
        }
        for (const { params, text } of statements) {
          const { rows } = await client.query<{ readonly "QUERY PLAN": readonly [{ readonly Plan: Node }] }>(
            `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
            [...params]
          )
          const plan = rows[0]?.["QUERY PLAN"][0].Plan
          if (plan === undefined) throw new Error(`Postgres did not explain ${text}`)
          costs.push(costOf(plan, sizes))
        }
        await client.query("ROLLBACK")
        return costs
      }),
    remove: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
