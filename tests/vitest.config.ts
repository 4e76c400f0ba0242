import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Unit, property and repository tests. The Remix plugin stays out: nothing here needs a build. */
export default defineConfig({
  root,
  resolve: { alias: { "~": `${root}app` } },
  define: { __LOCAL__: "true" },
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    exclude: ["tests/e2e/**"],
    globalSetup: ["tests/postgres.ts"],
    // Vitest leaves one core free by default, which on two cores means one test file at a time.
    maxWorkers: 2,
    testTimeout: 20_000
  }
})
