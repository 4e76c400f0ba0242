/**
 * Which Chromium the browser tests drive: the one CHROMIUM names, a Debian one, or Playwright's own. The headless shell
 * comes first: the same engine without a desktop's surface, and the journeys take a third less processor time in it.
 */
import { existsSync } from "node:fs"

/** Where Debian's package of it puts it. */
export const headlessShell = "/usr/bin/chromium-headless-shell"

const places = [headlessShell, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]

/** @returns {string | undefined} its path; undefined when only Playwright's own can be there */
export const findChromium = () => [process.env.CHROMIUM, ...places].find((path) => path && existsSync(path))

/** Flags that keep it from calling home; root needs to run without the sandbox. */
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
