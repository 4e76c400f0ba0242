/** The operator's commands as they are shipped: built files, run by Node alone. */
import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "@playwright/test"
import { quickFolder } from "../quickFolder"
import { writeChallenges } from "./challenges"
import { runCommand } from "./runCommand"
import { startServer } from "./server"

let folder = ""
test.beforeEach(() => {
  folder = mkdtempSync(join(quickFolder, "commonhold-commands-"))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Files that other users of the machine may read, the folder itself included. */
const openToOthers = (folder: string) =>
  [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))].filter(
    (path) => (statSync(path).mode & 0o077) !== 0
  )

test("a command that is called wrongly exits with status 2, and a refused one with 1, its code and its message", async () => {
  expect(await runCommand("move", ["only-one"])).toEqual({
    status: 2,
    out: "",
    err: "Usage: npm run move -- SOURCE TARGET (each the path of an SQLite file or postgres://…)\n"
  })
  expect(await runCommand("move", [join(folder, "none.sqlite"), join(folder, "new.sqlite")])).toEqual({
    status: 1,
    out: "",
    err: `E-MOVE: Nothing was moved. There is no database at ${join(folder, "none.sqlite")}.\n`
  })
})

test("a refusal by the storage is one line", async () => {
  const { err, status } = await runCommand("move", [folder, join(folder, "new.sqlite")])
  expect(err).toMatch(/^E-STORAGE: .+ \(SQLITE_CANTOPEN\w*\)\.\n$/)
  expect(status).toBe(1)
})

const storedHashes = (file: string) => {
  const read = `const db = new (require("better-sqlite3"))(process.argv[1], { readonly: true })
    console.log(JSON.stringify(db.prepare("SELECT challenge_hash AS h FROM wallet_challenges").all().map((row) => row.h)))`
  return JSON.parse(execFileSync(process.execPath, ["-e", read, file], { encoding: "utf8" })) as ReadonlyArray<string>
}

test("a backup taken under writes restores everything acknowledged before it, and a server starts on it", async () => {
  const server = await startServer()
  const copy = join(folder, "copy")
  try {
    const writing = writeChallenges(server.origin, 50)
    await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(20)
    const backup = join(folder, "backup")
    const taken = await runCommand("backup", [backup], { DATA_DIR: server.dataDir })
    const acknowledged = await writing.stop()
    expect(taken).toMatchObject({ status: 0, err: "" })
    const keys = ["session-secret", "settler-key", "vapid-key", "beacon-key"].map((name) => join(server.dataDir, name))
    expect(taken.out).toContain(
      `Store the keys in another place; the backup does not contain them: ${keys.join(", ")}.`
    )

    const restored = await runCommand("restore", [backup], { DATA_DIR: copy })
    expect(restored).toMatchObject({ status: 0, err: "" })
    expect(restored.out).toMatch(/Restored \d+ rows in \d+ tables and \d+ files into /)
    expect(restored.out).toContain("Before you start the server, put back the keys")
    const takenAt = /as of (\S+)\./.exec(restored.out)?.[1] ?? ""
    const before = acknowledged.filter(({ at }) => at < Date.parse(takenAt)).map(({ hash }) => hash)
    expect(before.length).toBeGreaterThan(10)
    expect(storedHashes(join(copy, "commonhold.sqlite"))).toEqual(expect.arrayContaining(before))

    for (const place of [server.dataDir, backup, copy]) expect(openToOthers(place)).toEqual([])

    // An older release created these files readable for others: the next start restricts them.
    for (const path of [copy, join(copy, "commonhold.sqlite")]) chmodSync(path, statSync(path).mode | 0o055)
    const again = await startServer({ DATA_DIR: copy })
    expect(openToOthers(copy)).toEqual([])
    await again.stop()
    // A server has used this folder, so restore refuses to overwrite it.
    const twice = await runCommand("restore", [backup], { DATA_DIR: copy })
    expect(twice.status).toBe(1)
    expect(twice.err).toMatch(
      /^E-RESTORE-TARGET: .*commonhold\.sqlite exists already\. Restore into an empty place\.\n$/
    )
  } finally {
    await server.stop()
  }
})

test("a backup into a full disk is refused with a message and leaves no files", async () => {
  const place = join(folder, "small")
  mkdirSync(place)
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=200k", "tmpfs", place]).status === 0
  test.skip(!isMounted, "this user may not mount a small disk")
  const server = await startServer()
  try {
    const { err, status } = await runCommand("backup", [join(place, "backup")], { DATA_DIR: server.dataDir })
    expect(err).toMatch(/^E-STORAGE: .*: there is no room left \((SQLITE_FULL|ENOSPC)\)\.\n$/)
    expect(status).toBe(1)
    expect(readdirSync(place)).toEqual([])
  } finally {
    await server.stop()
    execFileSync("umount", [place])
  }
})

test("impossible settings are named", async () => {
  const odd = await runCommand("backup", [join(folder, "backup")], { DATABASE_URL: "mysql://x" })
  expect(odd).toMatchObject({ status: 1, out: "" })
  expect(odd.err).toContain("E-SETTINGS: ")
  expect(odd.err).toContain("DATABASE_URL: expected postgres://user@host/database")
  expect(readdirSync(folder)).toEqual([])
})
