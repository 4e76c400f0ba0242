/**
 * Goals that journeys prove (docs/goals.md B11, C1, C4, C6, C9): runs them against the build and counts the failures.
 */
import { spawnSync } from "node:child_process"
import type { Goal } from "./goal"

interface Report {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly errors: ReadonlyArray<{ readonly message?: string }>
}

/** `files` are below tests/e2e; `grep` selects tests by name or file. */
export const journeys =
  (files: ReadonlyArray<string>, grep: string, what: string): Goal =>
  async () => {
    const words = ["test", "-c", "tests/playwright.config.ts", ...files, "--grep", grep, "--reporter", "json"]
    const { stdout } = spawnSync(process.execPath, ["node_modules/@playwright/test/cli.js", ...words], {
      encoding: "utf8",
      maxBuffer: 64 * 1_048_576
    })
    const report = JSON.parse(stdout.slice(stdout.indexOf("{"))) as Report
    const { expected, flaky, unexpected } = report.stats
    const failed = unexpected + report.errors.length
    return {
      value: failed,
      limit: 0,
      ok: failed === 0 && expected + flaky > 0,
      note: `journeys that failed, of ${expected + flaky + unexpected}: ${what}`
    }
  }
