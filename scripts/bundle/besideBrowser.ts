import { once } from "node:events"
import type { Plugin } from "vite"

const MANIFEST = "\0virtual:remix/server-manifest"

/**
 * The server's build needs Remix's manifest of the browser's. `scripts/setup.mjs` runs both builds in parallel and sends
 * a message when the browser's has finished; without such a channel the browser's has run before.
 */
export const besideBrowser: Plugin = {
  name: "commonhold-beside-browser",
  // Must run before Remix reads the manifest.
  enforce: "pre",
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  async load(id) {
    if (id === MANIFEST && process.connected) await once(process, "message")
    return undefined
  }
}

const end = () => process.exit(1)

/** Ends a build with the set-up that started it, however that ended: the next set-up builds into the same folder. */
export const endsWithSetup: Plugin = {
  name: "commonhold-ends-with-setup",
  apply: "build",
  buildStart: () => void (process.connected && process.once("disconnect", end)),
  // An open channel would keep a finished build alive.
  closeBundle: () => void process.off("disconnect", end)
}
