/**
 * The storage fails under writes: another program holds the lock, the disk is full, it is read-only, Postgres is
 * stopped.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startPostgres } from "../../../tests/postgres"
import type { Goal, Outcome } from "../goal"
import { BUILD, freePort } from "../servers"
import { runFaultTest } from "./faultTest"

const FILE = "commonhold.sqlite"
const LOCKED_S = 20
const FAILING_S = 8
/** Room for the database and some pictures. */
const DISK = "24m"

const inFolder = async (name: string, faultTest: (folder: string) => Promise<Outcome>): Promise<Outcome> => {
  const folder = mkdtempSync(join(tmpdir(), `commonhold-${name}-`))
  try {
    return await faultTest(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const notHere = (why: string): Outcome => ({ value: 0, limit: 0, ok: true, note: `not run: ${why}` })

const isPermitted = (command: string, ...words: ReadonlyArray<string>) => spawnSync(command, words).status === 0

const HOLDER = `const Database = require("better-sqlite3")
new Database(process.argv[1]).exec("BEGIN IMMEDIATE")
process.stdout.write("held")
setInterval(() => undefined, 1000)`

/** Another process holds the write lock for 20 s. */
export const lockTest: Goal = () =>
  inFolder("lock", (folder) => {
    let holder: ReturnType<typeof spawn> | undefined
    return runFaultTest({
      where: { folder },
      pagesGoOn: true,
      seconds: LOCKED_S,
      begin: () =>
        new Promise((held, failed) => {
          holder = spawn(process.execPath, ["-e", HOLDER, join(folder, FILE)], { stdio: ["ignore", "pipe", "inherit"] })
          holder.stdout?.once("data", () => held())
          holder.once("exit", (code) => failed(new Error(`the lock could not be taken: ${code}`)))
        }),
      end: () => void holder?.kill("SIGKILL")
    })
  })

/** A small disk of its own is filled to the last byte, and emptied again. */
export const fullDiskTest: Goal = () =>
  inFolder("full", async (folder) => {
    if (!isPermitted("mount", "-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", folder)) {
      return notHere("this user may not mount a small disk")
    }
    const filler = join(folder, "filler")
    const fill = () => {
      const file = openSync(filler, "w")
      for (let size = 1 << 20; size >= 1; size >>= 1) {
        try {
          for (;;) writeSync(file, Buffer.alloc(size))
        } catch {
          // Full for chunks of this size; smaller ones follow.
        }
      }
      closeSync(file)
    }
    try {
      return await runFaultTest({
        where: { folder },
        pagesGoOn: true,
        seconds: FAILING_S,
        begin: fill,
        end: () => rmSync(filler)
      })
    } finally {
      execFileSync("umount", [folder])
    }
  })

/** The output of a server started on it, which should be one sentence. */
const startProblem = async (folder: string) => {
  const port = String(await freePort())
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production" as const,
    LEDGER: "local",
    SEED: "none",
    DATA_DIR: folder,
    PORT: port
  }
  const { status, stderr } = spawnSync(process.execPath, [`${BUILD}/server/index.js`], { env, timeout: 30_000 })
  const lines = stderr.toString().trim().split("\n")
  return status !== 0 && lines.length === 1 && !/\bat /.test(lines[0] ?? "") ? undefined : lines.slice(0, 2).join(" | ")
}

/** The files become immutable, as on a disk remounted read-only after an error. */
export const readOnlyTest: Goal = () =>
  inFolder("read-only", async (folder) => {
    if (!isPermitted("chattr", "+i", folder)) return notHere("files cannot be made immutable here")
    execFileSync("chattr", ["-i", folder])
    const paths = () => [FILE, `${FILE}-wal`, "uploads"].map((name) => join(folder, name)).filter(existsSync)
    const set = (flag: string) => paths().length > 0 && execFileSync("chattr", ["-R", flag, ...paths()])
    try {
      const ended = await runFaultTest({
        where: { folder },
        pagesGoOn: true,
        canRemove: false,
        seconds: FAILING_S,
        begin: () => void set("+i"),
        end: () => void set("-i")
      })
      set("+i")
      const problem = await startProblem(folder)
      return problem === undefined
        ? { ...ended, note: `${ended.note}; a start says one sentence` }
        : { ...ended, ok: false, note: `${ended.note}; a start says: ${problem}` }
    } finally {
      set("-i")
    }
  })

/** Postgres is stopped and started again. */
export const postgresTest: Goal = () =>
  inFolder("postgres", async (folder) => {
    const postgres = await startPostgres("fsync=on", "synchronous_commit=on")
    if (postgres === null) return notHere("Postgres is not installed")
    const { halt, resume, stop, url } = postgres
    try {
      return await runFaultTest({
        where: { folder, url },
        env: { DATABASE_URL: url },
        pagesGoOn: false,
        seconds: FAILING_S,
        begin: halt,
        end: resume
      })
    } finally {
      await stop()
    }
  })

/** Runs all of them. */
export const storageFaultTest: Goal = async () => {
  const faultTests = { lock: lockTest, "full disk": fullDiskTest, "read-only": readOnlyTest, Postgres: postgresTest }
  const ended: Array<Outcome & { readonly name: string }> = []
  for (const [name, faultTest] of Object.entries(faultTests)) ended.push({ name, ...(await faultTest()) })
  return {
    value: ended.reduce((sum, { value }) => sum + value, 0),
    limit: 0,
    ok: ended.every(({ ok }) => ok),
    note: ended.map(({ name, note, ok }) => `${name} ${ok ? "ok" : "NOT OK"}: ${note}`).join(" · ")
  }
}
