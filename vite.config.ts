import { fileURLToPath } from "node:url"
import { vitePlugin as remix } from "@remix-run/dev"
import { defineConfig, type Plugin } from "vite"
import remixConfig from "./remix.config.js"

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true
  }
}

const ledger = process.env.LEDGER === "stokenet" ? "stokenet" : "local"

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

/** What every page loads, in two files instead of thirty: requests cost more than the bytes saved (quality A1, A4). */
const chunkOf = (id: string): string | undefined => {
  if (/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run)\//.test(id))
    return "framework"
  const isShell =
    /\/app\/(components\/([^/]+|(site|menu|gate|wallet)\/[^/]+)|effects\/(product|access\/\w+|site\/theme))\.tsx?$/
  return isShell.test(id) || id.includes("vite/preload-helper") ? "shell" : undefined
}
const browser: Plugin = {
  name: "commonhold-browser",
  config: (_, { isSsrBuild }) => (isSsrBuild ? {} : { build: { rollupOptions: { output: { manualChunks: chunkOf } } } })
}

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  define: { __LOCAL__: JSON.stringify(ledger === "local") },
  build: { target: "es2022", assetsInlineLimit: 0 },
  optimizeDeps: { entries: ["app/**/*.{ts,tsx}"], include: ["lit"] },
  plugins: [remix({ ...remixConfig, buildDirectory: `build/${ledger}` }), server, browser]
})
