/** Starts that fail. */
import { spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { expect, test } from "@playwright/test"
import { quickFolder } from "../quickFolder"

test("a port in use is named in one sentence", async () => {
  const other = createServer().listen(0, "127.0.0.1")
  await once(other, "listening")
  const address = other.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const folder = mkdtempSync(join(quickFolder, "commonhold-port-"))
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      [`build/${process.env.TEST_BUILD ?? "local"}/server/index.js`],
      {
        cwd: join(import.meta.dirname, "../.."),
        encoding: "utf8",
        env: {
          PATH: process.env.PATH,
          NODE_ENV: "production",
          LEDGER: "local",
          SEED: "none",
          PORT: String(port),
          DATA_DIR: folder
        }
      }
    )
    expect(stderr.trim().split("\n").at(-1)).toBe(
      `Commonhold cannot start. Another program listens on port ${port}: stop it, or set PORT to a free one.`
    )
    expect(stderr).not.toContain("    at ")
    expect(status).toBe(1)
  } finally {
    other.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
