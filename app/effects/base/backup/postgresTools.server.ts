/**
 * Runs Postgres' own programs on a whole database. The password is passed in the environment because other users can
 * see a program's arguments.
 */
import { spawn } from "node:child_process"
import { Effect, Redacted } from "effect"
import type { Variables } from "~/effects/base/settings/environment.server"
import { BackupRefused } from "./refusal.server"

export interface PostgresPlace {
  readonly url: Redacted.Redacted
  /** Environment of the programs; they read PGPASSWORD and similar variables as the driver does. */
  readonly variables: Variables
}

/** Characters of a program's output that an error repeats. */
const LONGEST_WORDS = 600

const refuse = (message: string) => new BackupRefused({ code: "E-POSTGRES-TOOL", message })

const run = (tool: "pg_dump" | "pg_restore", words: ReadonlyArray<string>, { url, variables }: PostgresPlace) =>
  Effect.async<void, BackupRefused>((resume) => {
    const address = new URL(Redacted.value(url))
    const password = decodeURIComponent(address.password)
    address.password = ""
    const child = spawn(tool, [`--dbname=${address.href}`, ...words], {
      env: { NODE_ENV: "production", ...variables, ...(password === "" ? {} : { PGPASSWORD: password }) },
      stdio: ["ignore", "ignore", "pipe"]
    })
    let said = ""
    child.stderr.on("data", (text) => {
      said = `${said}${String(text)}`.slice(0, LONGEST_WORDS)
    })
    child.once("error", () =>
      resume(refuse(`${tool} is not installed. Install Postgres' client programs, not older than the server.`))
    )
    child.once("close", (code) => resume(code === 0 ? Effect.void : refuse(`${tool} failed: ${said.trim()}`)))
    return Effect.async<void>((gone) => {
      child.once("close", () => gone(Effect.void))
      child.kill()
    })
  })

/** Dumps everything that the named snapshot sees, without owners and rights: the user who restores it owns it. */
export const dump = (place: PostgresPlace, snapshot: string, file: string) =>
  run(
    "pg_dump",
    ["--format=custom", "--no-owner", "--no-privileges", "--no-comments", `--snapshot=${snapshot}`, `--file=${file}`],
    place
  )

/** Restores the whole file or nothing. */
export const undump = (place: PostgresPlace, file: string) =>
  run(
    "pg_restore",
    ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--no-comments", file],
    place
  )
