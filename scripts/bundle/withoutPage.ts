import { relative } from "node:path"
import type { Plugin } from "vite"

/** Resource routes end in .ts, all others in .tsx (tests/rooms.test.ts). */
const WITHOUT_PAGE = /\/app\/routes\/[^/]+\.ts\?__remix-build-client-route$/
const FILE = "assets/without-page.js"
const MANIFEST = ".vite/manifest.json"

/**
 * Remix builds a browser script for every route, which is empty for a resource route. All of these share one file here:
 * Remix's manifest has to name one, and no browser requests it.
 */
export const withoutPage = (): Plugin => {
  let routes: ReadonlyArray<string> = []
  return {
    name: "commonhold-without-page",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
    options(options) {
      if (!Array.isArray(options.input)) return this.error("Remix no longer names its entries as expected")
      routes = options.input.filter((entry) => WITHOUT_PAGE.test(entry))
      return { ...options, input: options.input.filter((entry) => !WITHOUT_PAGE.test(entry)) }
    },
    // Must run after Vite has written its manifest.
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const manifest = bundle[MANIFEST]
        if (manifest?.type !== "asset") return this.error(`Vite wrote no ${MANIFEST}`)
        const names = routes.map((entry) => relative(process.cwd(), entry))
        const entries = Object.fromEntries(names.map((src) => [src, { file: FILE, src, isEntry: true }]))
        manifest.source = JSON.stringify({ ...JSON.parse(String(manifest.source)), ...entries })
        this.emitFile({ type: "asset", fileName: FILE, source: "export {}\n" })
      }
    }
  }
}
