/**
 * Finds the Chromium for the browser tests: the one CHROMIUM names, a Debian one, or Playwright's own. The headless
 * shell comes first: the same engine without a desktop surface takes a third less processor time.
 */
import { existsSync } from "node:fs"

/** Path in Debian's package. */
export const headlessShell = "/usr/bin/chromium-headless-shell"

const places = [headlessShell, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]

/** @returns {string | undefined} its path; undefined if only Playwright's own may be installed */
export const findChromium = () => [process.env.CHROMIUM, ...places].find((path) => path && existsSync(path))

/** Flags that stop its background requests; root needs to run without the sandbox. */
export const chromiumFlags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])
]
