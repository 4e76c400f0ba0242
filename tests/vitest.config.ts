import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { ALL_ONLY, isShort } from "./sets"

const root = fileURLToPath(new URL("..", import.meta.url))

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
    // Two for each of two cores: a file waits half of its time, for Postgres and for the timers that move the test
    // clock.
    maxWorkers: 4,
    minWorkers: 4,
    // A test's layers and statements are garbage soon: with enough memory they are gone before they are copied.
    poolOptions: { forks: { isolate: false, execArgv: ["--max-semi-space-size=64"] } }
  }
})
