import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { closeToOthers, KEY_FILES, KEY_SETTINGS } from "~/effects/base/settings/dataFolder.server"

const folder = mkdtempSync(join(tmpdir(), "data-folder-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777

describe("the data folder", () => {
  it("is closed to other users of the machine, including what an older release left open in it", () => {
    const data = join(folder, "data")
    const elsewhere = join(folder, "elsewhere")
    for (const path of [data, elsewhere, join(data, "uploads"), join(data, "uploads/ab"), join(data, "others")]) {
      mkdirSync(path)
      chmodSync(path, 0o755)
    }
    const files = ["commonhold.sqlite", "commonhold.sqlite-wal", "commonhold.sqlite-shm", "uploads/ab/abcd.png"]
    for (const name of [...files, ...KEY_FILES, "others/notes"]) {
      writeFileSync(join(data, name), "x")
      chmodSync(join(data, name), 0o644)
    }
    symlinkSync(elsewhere, join(data, "uploads/link"))
    assert.deepStrictEqual(closeToOthers(data), [])
    for (const name of [...files, ...KEY_FILES]) assert.strictEqual(modeOf(join(data, name)), 0o600, name)
    for (const name of ["", "uploads", "uploads/ab"]) assert.strictEqual(modeOf(join(data, name)), 0o700, name)
    // Not ours: the target of a link, and files of others.
    assert.strictEqual(modeOf(elsewhere), 0o755)
    assert.strictEqual(modeOf(join(data, "others/notes")), 0o644)
  })

  it("is not closed if everybody may write to it, and may be missing", () => {
    const shared = join(folder, "shared")
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    writeFileSync(join(shared, "clock-offset"), "0")
    assert.deepStrictEqual(closeToOthers(shared), [])
    assert.strictEqual(modeOf(shared), 0o777)
    assert.strictEqual(modeOf(join(shared, "clock-offset")), 0o600)
    assert.deepStrictEqual(closeToOthers(join(folder, "none")), [])
  })

  it("has keys under the names in the docs and the commands", () => {
    const root = join(import.meta.dirname, "../../../..")
    for (const path of ["docs/operations.md", "docs/operations/backups.md"]) {
      const text = readFileSync(join(root, path), "utf8").replace(/\s+/g, " ")
      const chapter = text.slice(
        text.search(/`SESSION_SECRET`, `SEAL_KEY`, `SEAL_KEYS_ACCEPTED`, `|Keys are not in it/)
      )
      const words = chapter.slice(0, 900)
      for (const name of [...KEY_FILES, ...KEY_SETTINGS]) assert.include(words, `\`${name}\``, `${path}: ${name}`)
    }
  })
})
