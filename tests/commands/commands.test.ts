/** Each file of scripts/commands is a command that runs from a fresh clone and is in the list of commands. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const root = join(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const commands = readdirSync(join(root, "scripts/commands"))
  .filter((file) => file.endsWith(".ts") && file !== "vite.config.ts")
  .map((file) => file.slice(0, -".ts".length))
const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: Readonly<Record<string, string>> }

test.each(commands)("npm run %s builds what it needs and runs from the build", (command) => {
  expect(scripts[`pre${command}`]).toBe("node scripts/setup.mjs build")
  expect(scripts[command]).toBe(`node build/\${LEDGER:-local}/commands/${command}.js`)
  expect(read("docs/contributing.md")).toContain(`\`npm run ${command} -- `)
  expect(read("docs/operations.md")).toContain(`npm run ${command} -- `)
})
