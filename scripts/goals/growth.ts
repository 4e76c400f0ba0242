/**
 * A14: what a page of a list costs must not grow with the list. The statements the pages really send are given to the
 * sqlite3 shell over a thousand and over a million rows; it counts the steps of its machine, full scans and sorts.
 *
 * Another list is one line in `lists`.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient, type Statement } from "@effect/sql"
import { Effect, Layer } from "effect"
import { DirectoryRepo } from "~/effects/communities/DirectoryRepo.server"
import { everything } from "~/effects/communities/query"
import { MigrationsLive } from "~/effects/db/migrations/index.server"
import { layerSqlite } from "~/effects/db/Sql.server"
import { MembersRepo } from "~/effects/members/MembersRepo.server"
import { everybody } from "~/effects/members/query"
import { atMost, type Goal } from "./goal"

const FEW = 1_000
const MANY = 1_000_000
const PAGE = 21
const COMMUNITY = "aaaaaaaaaaaa"

type Services = SqlClient.SqlClient | MembersRepo | DirectoryRepo
interface List {
  readonly name: string
  /** Writes so many rows. */
  readonly fill: (rows: number) => Effect.Effect<unknown, unknown, Services>
  /** A page from the beginning, and one from the middle. */
  readonly pages: (rows: number) => Effect.Effect<ReadonlyArray<Statement.Statement<unknown>>, never, Services>
}

const run = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text))
const numbers = (rows: number) => `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`
const communityRow = (
  id: string,
  slug: string,
  at: string
) => `${id}, ${slug}, ${slug}, ${slug}, 'words', 'A line.', '', '[]',
  'public', 'open', '', '[]', 'club', 'account_o', '{}', 'live', ${at}, ${at}, ${at}, 1`
const communityColumns = `id, slug, name, name_key, search_text, tagline, description, tags, visibility, join_policy, rules,
  links, template, owner_address, governance, stage, active_at, created_at, updated_at, member_count`

const members: List = {
  name: "members",
  fill: (rows) =>
    Effect.zipRight(
      run(`INSERT INTO communities (${communityColumns}) SELECT ${communityRow(`'${COMMUNITY}'`, "'club'", "1")}`),
      run(`INSERT INTO memberships (community_id, account_address, role, status, weight, joined_at, name_key, created_at,
          updated_at)
        ${numbers(rows)} SELECT '${COMMUNITY}', 'account_' || i, 'member', 'active', i % 10, i, 'name ' || i, i, i FROM n`)
    ),
  pages: (rows) =>
    Effect.map(MembersRepo, (repo) =>
      [
        everybody,
        { ...everybody, after: { value: rows / 2, account: "account_5" } },
        { ...everybody, sort: "name" as const },
        { ...everybody, sort: "weight" as const, after: { value: 5, account: "account_5" } }
      ].map((query) => repo.statement(COMMUNITY, query, PAGE))
    )
}

const communities: List = {
  name: "communities",
  fill: (rows) =>
    run(`INSERT INTO communities (${communityColumns})
      ${numbers(rows)} SELECT ${communityRow("'c' || i", "'slug-' || i", "i")} FROM n`),
  pages: (rows) =>
    Effect.map(DirectoryRepo, (repo) =>
      [
        everything,
        { ...everything, after: { value: rows / 2, id: "c5" } },
        { ...everything, sort: "name" as const },
        { ...everything, sort: "members" as const }
      ].map((query) => repo.statement(query, PAGE))
    )
}

const lists: ReadonlyArray<List> = [members, communities]

const literal = (value: unknown): string =>
  typeof value === "number" ? String(value) : value === null ? "NULL" : `'${String(value).replaceAll("'", "''")}'`
const written = (statement: Statement.Statement<unknown>): string => {
  const [text, params] = statement.compile()
  let next = 0
  return text.replace(/\?/g, () => literal(params[next++])).replace(/\s+/g, " ")
}

const figure = (report: string, name: string): number =>
  Number(new RegExp(`${name}:?\\s+(\\d+)`, "i").exec(report)?.[1] ?? Number.NaN)

/** What the shell counted for one statement. */
const measure = (file: string, statement: string) => {
  const report = execFileSync("sqlite3", [file], {
    input: `.stats on\n${statement};\n`,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024
  })
  return {
    steps: figure(report, "Virtual Machine Steps"),
    scans: figure(report, "Fullscan Steps"),
    sorts: figure(report, "Sort Operations")
  }
}

/** Every page of a list over so many rows, in a file of its own. */
const over = async (list: List, rows: number) => {
  const folder = mkdtempSync(join(tmpdir(), "commonhold-growth-"))
  const file = join(folder, "list.sqlite")
  const database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(file)), Layer.orDie)
  try {
    const statements = await Effect.runPromise(
      Effect.zipRight(list.fill(rows), list.pages(rows)).pipe(
        Effect.map((pages) => pages.map(written)),
        Effect.tap(() => run("ANALYZE")),
        Effect.provide(Layer.mergeAll(MembersRepo.Default, DirectoryRepo.Default).pipe(Layer.provideMerge(database)))
      )
    )
    return statements.map((statement) => measure(file, statement))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const growth: Goal = async () => {
  const notes: Array<string> = []
  let worst = 0
  let isClean = true
  for (const list of lists) {
    const [few, many] = [await over(list, FEW), await over(list, MANY)]
    const ratios = many.map(({ steps }, index) => steps / (few[index]?.steps ?? Number.NaN))
    const most = Math.max(...ratios)
    isClean &&= [...few, ...many].every(({ scans, sorts }) => scans === 0 && sorts === 0)
    worst = Math.max(worst, most)
    notes.push(`${list.name} ${most.toFixed(2)} (${many.map(({ steps }) => steps).join(", ")} steps)`)
  }
  const outcome = atMost(Number(worst.toFixed(3)), 1.1, notes.join("; "))
  return { ...outcome, ok: outcome.ok && isClean }
}
