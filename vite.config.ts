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

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  define: { __LOCAL__: JSON.stringify(ledger === "local") },
  build: { target: "es2022", assetsInlineLimit: 0 },
  optimizeDeps: { entries: ["app/**/*.{ts,tsx}"], include: ["lit"] },
  plugins: [remix({ ...remixConfig, buildDirectory: `build/${ledger}` }), server]
})
