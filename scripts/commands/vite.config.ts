import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vite"
import { endsWithSetup } from "../bundle/besideBrowser"
import { silent } from "../bundle/silent"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = `${root}scripts/commands`
const ledger = process.env.LEDGER === "stokenet" ? "stokenet" : "local"

/** Each file of this folder is a command with its name; shared code is in `shared/`. */
const commands = readdirSync(folder)
  .filter((file) => file.endsWith(".ts") && file !== "vite.config.ts")
  .map((file) => [file.slice(0, -".ts".length), `${folder}/${file}`] as const)

/** Builds the operator's commands next to the server, so that a build needs only Node to run them. */
export default defineConfig({
  root,
  publicDir: false,
  logLevel: "warn",
  plugins: [silent, endsWithSetup],
  resolve: { alias: { "~": `${root}app` } },
  define: { __LOCAL__: JSON.stringify(ledger === "local"), "process.env.NODE_ENV": '"production"' },
  ssr: {
    noExternal: true,
    // As for the server (vite.config.ts): native modules, and packages that load their parts by name.
    external: ["better-sqlite3", "sharp", "pg", "pg-cursor", "nodemailer"]
  },
  build: {
    ssr: true,
    rollupOptions: { input: Object.fromEntries(commands) },
    outDir: `build/${ledger}/commands`,
    target: "es2022",
    emptyOutDir: true
  }
})
