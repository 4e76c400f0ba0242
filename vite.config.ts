import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync } from "node:zlib"
import { vitePlugin as remix } from "@remix-run/dev"
import { defineConfig, type Plugin } from "vite"
import remixConfig from "./remix.config.js"

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true
  }
}

const ledger = process.env.LEDGER === "stokenet" ? "stokenet" : "local"

/** Bytes; below it packing saves nothing worth a header. */
const SMALLEST_PACKED = 512

/** Makes server.ts the one server bundle. It comes after the Remix plugin, which sets an input of its own. */
const server: Plugin = {
  name: "commonhold-server",
  config: (_, { isSsrBuild }) =>
    isSsrBuild
      ? {
          build: { rollupOptions: { input: "./server.ts" } },
          define: { "process.env.NODE_ENV": '"production"' },
          ssr: {
            noExternal: true,
            external: ["better-sqlite3", "sharp", "pg", "pg-cursor", "express", "compression", "nodemailer"]
          }
        }
      : {}
}

/** What pages load first, in three files instead of thirty: requests cost more than the bytes saved (quality A1, A4). */
const chunkOf = (id: string): string | undefined => {
  if (/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run)\//.test(id))
    return "framework"
  const isShell =
    /\/app\/(components\/([^/]+|(site|menu|gate|wallet)\/[^/]+)|effects\/(product|access\/\w+|site\/theme))\.tsx?$/
  if (isShell.test(id) || id.includes("vite/preload-helper")) return "shell"
  return isForReading.test(id) ? "reading" : undefined
}
/** Small parts that nearly every public page has some of. */
const isForReading =
  /\/app\/(components\/((article|markdown)\/[^/]+|community\/(address-list|community-row|mark|nothing-yet|rule-card|seal|state-chip|tag-links))|effects\/communities\/words)\.tsx?$/

const browser: Plugin = {
  name: "commonhold-browser",
  config: (_, { isSsrBuild }) => (isSsrBuild ? {} : { build: { rollupOptions: { output: { manualChunks: chunkOf } } } })
}

/** Beside each text the browser loads, the same one packed as tightly as brotli can: the server sends it as it is. */
const packed: Plugin = {
  name: "commonhold-packed",
  apply: "build",
  writeBundle({ dir = "" }, bundle) {
    if (this.environment?.name === "ssr" || !dir.endsWith("client")) return
    for (const name of Object.keys(bundle).filter((each) => /\.(css|js|svg)$/.test(each))) {
      const text = readFileSync(join(dir, name))
      if (text.length >= SMALLEST_PACKED) writeFileSync(join(dir, `${name}.br`), brotliCompressSync(text))
    }
  }
}

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  define: { __LOCAL__: JSON.stringify(ledger === "local") },
  build: { target: "es2022", assetsInlineLimit: 0 },
  optimizeDeps: { entries: ["app/**/*.{ts,tsx}"], include: ["lit"] },
  plugins: [remix({ ...remixConfig, buildDirectory: `build/${ledger}` }), server, browser, packed]
})
