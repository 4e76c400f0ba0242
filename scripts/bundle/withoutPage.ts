import { relative } from "node:path"
import type { Plugin } from "vite"

/** Routes that answer without a page end in .ts, all others in .tsx (tests/rooms.test.ts). */
const WITHOUT_PAGE = /\/app\/routes\/[^/]+\.ts\?__remix-build-client-route$/
const FILE = "assets/without-page.js"
const MANIFEST = ".vite/manifest.json"

/**
 * Remix makes a browser's script of every route, which is an empty file for a route without a page. Here all of these
 * share one file: Remix's manifest has to name one, and no browser asks for it.
 */
export const withoutPage = (): Plugin => {
  let routes: ReadonlyArray<string> = []
  return {
    name: "commonhold-without-page",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
    options(options) {
      if (!Array.isArray(options.input)) return this.error("Remix names its entries in another way than before")
      routes = options.input.filter((entry) => WITHOUT_PAGE.test(entry))
      return { ...options, input: options.input.filter((entry) => !WITHOUT_PAGE.test(entry)) }
    },
    // After Vite has written its manifest.
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const manifest = bundle[MANIFEST]
        if (manifest?.type !== "asset") return this.error(`there is no ${MANIFEST}`)
        const names = routes.map((entry) => relative(process.cwd(), entry))
        const entries = Object.fromEntries(names.map((src) => [src, { file: FILE, src, isEntry: true }]))
        manifest.source = JSON.stringify({ ...JSON.parse(String(manifest.source)), ...entries })
        this.emitFile({ type: "asset", fileName: FILE, source: "export {}\n" })
      }
    }
  }
}
