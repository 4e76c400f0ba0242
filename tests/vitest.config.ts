import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { ALL_ONLY, isShort } from "./sets"

const root = fileURLToPath(new URL("..", import.meta.url))
const processes = Math.min(4, availableParallelism())

/**
 * Unit, property and repository tests. The Remix plugin stays out, because nothing here needs a build.
 *
 * All files share a few processes, since loading `effect` and the server again for each costs more than running its
 * tests.
 */
export default defineConfig({
  root,
  resolve: { alias: { "~": `${root}app` } },
  define: { __LOCAL__: "true", __ASLEEP__: '""' },
  test: {
    css: { include: [/tokens\.css/] },
    include: ["tests/**/*.test.{ts,tsx}"],
    exclude: ["tests/e2e/**", ...(isShort ? ALL_ONLY.map((file) => `tests/${file}.test.{ts,tsx}`) : [])],
    globalSetup: ["tests/postgres.ts"],
    setupFiles: ["tests/eachFile.ts"],
    // A test of two seconds takes twenty on a busy machine, and so does a hook that loads the whole server.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    // One for each core, at most four: each loads the whole server again, which costs more than its waiting for Postgres
    // and for timers. On two cores all tests took 544 s with two processes and 610 with four (2026-11-29).
    maxWorkers: processes,
    minWorkers: processes,
    // A test's layers and statements are garbage soon: with enough memory they are gone before they are copied.
    poolOptions: { forks: { isolate: false, execArgv: ["--max-semi-space-size=64"] } }
  }
})
