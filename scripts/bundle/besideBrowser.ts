import { once } from "node:events"
import { existsSync, readdirSync } from "node:fs"
import type { Plugin } from "vite"

/** Stands in the server's text until the browser's part is built. */
const PLACE = "/assets/asleep-later.js"
const MANIFEST = "\0virtual:remix/server-manifest"

/**
 * The server's build has to know two things of the browser's: Remix's manifest, and the address of what a sleeping page
 * loads. `scripts/setup.mjs` makes both builds at once and sends a message when the browser's is done; without such a
 * channel the browser's part has been built before.
 */
export const besideBrowser = (folder: string): Plugin => ({
  name: "commonhold-beside-browser",
  // Before Remix reads the manifest.
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
    if (file === undefined) return this.error("the browser's part is not built")
    return { code: code.replaceAll(PLACE, `/assets/${file}`), map: null }
  }
})

const end = () => process.exit(1)

/** A build that the set-up began ends with it, however that ended: the next set-up builds into the same folder. */
export const endsWithSetup: Plugin = {
  name: "commonhold-ends-with-setup",
  apply: "build",
  buildStart: () => void (process.connected && process.once("disconnect", end)),
  // The channel would keep a finished build waiting.
  closeBundle: () => void process.off("disconnect", end)
}
