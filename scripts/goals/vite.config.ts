import { fileURLToPath } from "node:url"
import { defineConfig } from "vite"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Bundles scripts/goal.ts for Node, so that the measured JavaScript is like the built server's. */
export default defineConfig({
  root,
  publicDir: false,
  logLevel: "error",
  resolve: { alias: { "~": `${root}app` } },
  define: { __LOCAL__: "true" },
  build: { ssr: "scripts/goal.ts", outDir: ".cache/goals", target: "node20", emptyOutDir: true }
})
