import { once } from "node:events"
import { existsSync, readdirSync } from "node:fs"
import type { Plugin } from "vite"

/** Placeholder in the server's code until the browser's build is finished. */
const PLACE = "/assets/asleep-later.js"
const MANIFEST = "\0virtual:remix/server-manifest"

/**
 * The server's build needs two things of the browser's: Remix's manifest, and the address of the script that runs
 * before hydration. `scripts/setup.mjs` runs both builds in parallel and sends a message when the browser's has
 * finished; without such a channel the browser's has run before.
 */
export const besideBrowser = (folder: string): Plugin => ({
  name: "commonhold-beside-browser",
  // Must run before Remix reads the manifest.
  enforce: "pre",
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  config: () => ({ define: { __ASLEEP__: JSON.stringify(PLACE) } }),
  async load(id) {
    if (id === MANIFEST && process.connected) await once(process, "message")
    return undefined
  },
  renderChunk(code) {
    if (!code.includes(PLACE)) return undefined
    const assets = `${folder}/assets`
    const file = existsSync(assets) ? readdirSync(assets).find((name) => /^asleep-.*\.js$/.test(name)) : undefined
    if (file === undefined) return this.error("the browser's part is not built; run npm run build")
    return { code: code.replaceAll(PLACE, `/assets/${file}`), map: null }
  }
})

const end = () => process.exit(1)

/** Ends a build with the set-up that started it, however that ended: the next set-up builds into the same folder. */
export const endsWithSetup: Plugin = {
  name: "commonhold-ends-with-setup",
  apply: "build",
  buildStart: () => void (process.connected && process.once("disconnect", end)),
  // An open channel would keep a finished build alive.
  closeBundle: () => void process.off("disconnect", end)
}
