import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const root = fileURLToPath(new URL("..", import.meta.url))

/**
 * Tests that need a process of their own: the server's runtime reads its settings from the environment once, when its
 * module is loaded. Everything else shares two processes, since loading `effect` anew for each file costs more than
 * running its tests.
 */
const apart = readdirSync(`${root}tests`, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith("e2e"))
  .filter((file) =>
    /process\.env|startTestServer|\/(?:stage|demo|site)"/.test(readFileSync(`${root}tests/${file}`, "utf8"))
  )
  .map((file) => `tests/${file}`)

/** A hook may load the whole server, which takes a while on a busy machine. */
const shared = { testTimeout: 20_000, hookTimeout: 60_000 }

/** Unit, property and repository tests. The Remix plugin stays out: nothing here needs a build. */
export default defineConfig({
  root,
  resolve: { alias: { "~": `${root}app` } },
  define: { __LOCAL__: "true" },
  test: {
    globalSetup: ["tests/postgres.ts"],
    // Vitest leaves one core free by default, which on two cores means one test file at a time.
    maxWorkers: 2,
    poolOptions: { forks: { isolate: false } },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          globalSetup: [],
          name: "together",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/e2e/**", ...apart]
        }
      },
      { extends: true, test: { ...shared, name: "apart", pool: "threads", globalSetup: [], include: apart } }
    ]
  }
})
