/**
 * Keeps what V8 compiles while a built server starts and shows its first page, for boot.cjs to start with. Each file's
 * data is taken when it has done its work: the server's own when it is ready, the router's after a page.
 *
 * Usage, by vite.config.ts: node codeCache.mjs <folder of the server> <ledger>
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"

const [folder = "", ledger = "local"] = process.argv.slice(2)
const data = mkdtempSync(join(tmpdir(), "commonhold-build-"))
const TIMEOUT_MS = 30_000

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolvePort) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolvePort(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** @param {string} url */
const isGood = (url) =>
  fetch(url).then(
    async (answer) => answer.ok && (await answer.arrayBuffer()).byteLength > 0,
    () => false
  )

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
// Nobody answers on port 9: nothing here reaches another machine.
const nobody = "127.0.0.1:9"
const settings = {
  LEDGER: ledger,
  HOST: "127.0.0.1",
  PORT: String(port),
  APP_ORIGIN: origin,
  DATA_DIR: data,
  LOG_LEVEL: "OFF",
  ...(ledger === "local"
    ? { SEED: "none" }
    : {
        DAPP_DEFINITION_ADDRESS: "account_tdx_2_1",
        GATEWAY_URL: `http://${nobody}`,
        MAIL_FROM: "build@commonhold.invalid",
        RELAY_URL: `http://${nobody}`,
        SESSION_SECRET: "x".repeat(32),
        SMTP_URL: `smtp://${nobody}`
      })
}
for (const name of Object.keys(process.env)) if (!["PATH", "HOME", "TMPDIR"].includes(name)) delete process.env[name]
Object.assign(process.env, settings)
console.info = () => undefined

/** @type {{ scripts: Map<string, import("node:vm").Script> }} */
const { scripts } = createRequire(import.meta.url)(resolve(folder, "index.js"))
const kept = new Set()
const keep = () => {
  for (const [file, script] of scripts) {
    if (kept.has(file)) continue
    kept.add(file)
    writeFileSync(file, script.createCachedData())
  }
}

const until = performance.now() + TIMEOUT_MS
try {
  for (const path of ["/readyz", "/"]) {
    while (!(await isGood(`${origin}${path}`))) {
      if (performance.now() > until) throw new Error(`${path} did not answer`)
      await pause(5)
    }
    keep()
  }
} catch (problem) {
  // The server runs without it, only not as soon.
  console.warn("nothing was compiled before the start:", problem)
}
rmSync(data, { recursive: true, force: true })
process.exit()
