import { readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { brotliCompress } from "node:zlib"
import { vitePlugin as remix } from "@remix-run/dev"
import { defineConfig, type Plugin } from "vite"
import remixConfig from "./remix.config.js"
import { besideBrowser, endsWithSetup } from "./scripts/bundle/besideBrowser"
import { silent } from "./scripts/bundle/silent"
import { withoutPage } from "./scripts/bundle/withoutPage"
import { commonChunks } from "./scripts/chunks"
import { licencesOf } from "./scripts/licences"

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true
  }
}

const ledger = process.env.LEDGER === "stokenet" ? "stokenet" : "local"

/** For reading a profile (docs/contributing.md, "Where the time goes"). */
const mapped = process.env.SOURCEMAPS !== undefined

/** Bytes; compressing smaller files does not save the cost of a header. */
const SMALLEST_PACKED = 512
const brotli = promisify(brotliCompress)

/** Makes server.ts the single server bundle. Runs after the Remix plugin, which sets its own input. */
const server: Plugin = {
  name: "commonhold-server",
  config: (_, { isSsrBuild }) =>
    isSsrBuild
      ? {
          build: { rollupOptions: { input: "./server.ts" }, sourcemap: mapped },
          define: { "process.env.NODE_ENV": '"production"' },
          ssr: {
            noExternal: true,
            external: ["better-sqlite3", "sharp", "pg", "pg-cursor", "nodemailer"]
          }
        }
      : {}
}

/** One UTF-16 unit as an escape that is valid in JavaScript strings, templates, patterns and names. */
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * Writes the server's files in ASCII: with a single character beyond Latin-1, even in a comment, Node stores two bytes
 * for each character of a file, 7 MB in total. Escapes mean the same in strings, templates, patterns and names.
 */
const ascii: Plugin = {
  name: "commonhold-ascii",
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  // After Vite's own last pass, which would write the characters again.
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type === "chunk") part.code = part.code.replace(/[\u0080-\uffff]/g, escaped)
    }
  }
}

/** The worker thread that opens sealed ballots, as a separate file next to the server (SealedThread.server.ts). */
const sealedThread: Plugin = {
  name: "commonhold-sealed-thread",
  apply: (_, { isSsrBuild }) => isSsrBuild === true,
  buildStart() {
    const id = fileURLToPath(new URL("./app/effects/governance/votes/sealed/thread.server.ts", import.meta.url))
    this.emitFile({ type: "chunk", id, fileName: "sealed-thread.js" })
  }
}

const browser: Plugin = {
  name: "commonhold-browser",
  config: (_, { isSsrBuild }) =>
    isSsrBuild
      ? {}
      : { build: { rollupOptions: { output: { manualChunks: commonChunks(), onlyExplicitManualChunks: true } } } }
}

/** The service worker, in one file at the root of the site, because its scope is the folder that it comes from. */
const serviceWorker: Plugin = {
  name: "commonhold-service-worker",
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
  buildStart() {
    this.emitFile({ type: "chunk", id: "app/worker/main.ts", fileName: "service-worker.js" })
  }
}

/** The script of pages that are only read. Pages add the build's version to its address. */
const reading: Plugin = {
  name: "commonhold-reading",
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
  buildStart() {
    this.emitFile({ type: "chunk", id: "app/entry.reading.ts", fileName: "assets/reading.js" })
  }
}

/**
 * Next to each text file for the browser, the same one compressed with brotli at the highest level: the server sends it
 * as it is.
 */
const packed: Plugin = {
  name: "commonhold-packed",
  apply: "build",
  async writeBundle({ dir = "" }, bundle) {
    if (this.environment?.name === "ssr" || !dir.endsWith("client")) return
    const pack = async (name: string) => {
      const text = readFileSync(join(dir, name))
      if (text.length >= SMALLEST_PACKED) await writeFile(join(dir, `${name}.br`), await brotli(text))
    }
    await Promise.all(
      Object.keys(bundle)
        .filter((name) => /\.(css|js|svg)$/.test(name))
        .map(pack)
    )
  }
}

/** One text with the licences of all code for the browser, instead of a comment in each file. */
const licences: Plugin = {
  name: "commonhold-licences",
  apply: "build",
  generateBundle({ dir = "" }, bundle) {
    if (!dir.endsWith("client")) return
    const files = Object.values(bundle).flatMap((part) =>
      part.type === "chunk"
        ? Object.keys(part.modules)
        : part.originalFileNames.map((name) => join(process.cwd(), name))
    )
    this.emitFile({ type: "asset", fileName: "licences.txt", source: licencesOf(files) })
  }
}

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  define: { __LOCAL__: JSON.stringify(ledger === "local") },
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false },
  esbuild: { legalComments: "none" },
  // The browser's worker threads load parts of themselves when they need them.
  worker: { format: "es" },
  optimizeDeps: { entries: ["app/**/*.{ts,tsx}"], include: ["lit"] },
  plugins: [
    silent,
    endsWithSetup,
    besideBrowser,
    remix({ ...remixConfig, buildDirectory: `build/${ledger}` }),
    server,
    ascii,
    sealedThread,
    browser,
    withoutPage(),
    serviceWorker,
    reading,
    packed,
    licences
  ]
})
