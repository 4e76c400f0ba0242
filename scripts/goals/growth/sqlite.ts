/** A file, and the sqlite3 shell, which counts virtual machine steps, rows of full scans and sorts. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Cost, Place, Sent } from "./databases"

const MEBIBYTE = 1024 * 1024
const MARK = "-- statement "

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return "NULL"
  if (typeof value === "number" || typeof value === "bigint") return String(value)
  return `'${String(value).replaceAll("'", "''")}'`
}

/** The statement on one line, with its values inserted. */
const filled = ({ params, text }: Sent): string => {
  let next = 0
  return text.replace(/\s+/g, " ").replace(/\?/g, () => literal(params[next++]))
}

const figure = (report: string, name: string): number => {
  const found = new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(report)
  if (found === null) throw new Error(`the sqlite3 shell printed no statistics for ${name}: ${report.slice(0, 200)}`)
  return Number(found[1])
}

const costIn = (report: string): Cost => {
  const [scans, sorts, made] = [
    figure(report, "Fullscan Steps"),
    figure(report, "Sort Operations"),
    figure(report, "Autoindex Inserts")
  ]
  return {
    work: figure(report, "Virtual Machine Steps"),
    faults: [
      ...(scans > 0 ? [`${scans} rows scanned`] : []),
      ...(sorts > 0 ? [`${sorts} sorts`] : []),
      ...(made > 0 ? [`an index made of ${made} rows`] : [])
    ]
  }
}

export const onSqlite = (): Place => {
  const folder = mkdtempSync(join(tmpdir(), "commonhold-growth-"))
  const shell = (input: string) =>
    execFileSync("sqlite3", ["-bail", join(folder, "commonhold.sqlite")], {
      input,
      encoding: "utf8",
      maxBuffer: 512 * MEBIBYTE
    })
  return {
    settings: { DATA_DIR: folder },
    columnsOf: async (table) =>
      shell(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0;\n`).trim().split("\n"),
    write: async (statements) => {
      // Durability does not matter: the file can be built again.
      const [fast, back] = ["PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;", "PRAGMA journal_mode = WAL;"]
      shell(`${fast} PRAGMA cache_size = -500000;\n${statements.join(";\n")};\n${back}\n`)
    },
    costs: async (statements) => {
      const lines = statements.flatMap((statement, n) => [`.print "${MARK}${n}"`, `${filled(statement)};`])
      const report = shell(
        ["PRAGMA foreign_keys = ON;", "BEGIN;", ".stats on", ...lines, ".stats off", "ROLLBACK;", ""].join("\n")
      )
      return report
        .split(new RegExp(`^${MARK}\\d+$`, "m"))
        .slice(1)
        .map(costIn)
    },
    remove: async () => rmSync(folder, { recursive: true, force: true })
  }
}
