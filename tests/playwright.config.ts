import { join } from "node:path"
import { defineConfig } from "@playwright/test"
import { chromiumFlags, findChromium } from "../scripts/chromium.mjs"
import { DEMOS } from "./e2e/seeded-demo"
import { quickFolder } from "./quickFolder"
import { isShort, SHORT } from "./sets"

// Workers read this file, too, and use the runner's folder.
process.env[DEMOS] ??= join(quickFolder, `commonhold-demos-${process.pid}`)

const executablePath = findChromium()

/** Journeys in a real Chromium against the built server. Each worker has a server and a data folder of its own. */
export default defineConfig({
  testDir: "e2e",
  globalTeardown: "./e2e/after-all.ts",
  testMatch: "*.test.ts",
  outputDir: "../test-results",
  fullyParallel: false,
  // Two for each of two cores, since a journey waits for most of its time.
  workers: 4,
  ...(isShort ? { grep: new RegExp(`${SHORT}\\b`) } : {}),
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    trace: "off",
    // A page served by the service worker would hide a fault of the server, and depend on what was read before: only
    // the journeys about it have it.
    serviceWorkers: "block",
    launchOptions: { args: chromiumFlags, ...(executablePath === undefined ? {} : { executablePath }) }
  }
})
