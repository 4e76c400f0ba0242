import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "vite"
import { afterAll, describe, expect, it } from "vitest"
import { silent } from "../../scripts/bundle/silent"

const app = join(import.meta.dirname, "../../app")

describe("a build with a warning fails", () => {
  const folder = mkdtempSync(join(tmpdir(), "commonhold-silent-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  const built = (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return build({
      root: folder,
      configFile: false,
      logLevel: "silent",
      plugins: [silent],
      build: { write: false, rollupOptions: { input: join(folder, "main.js") } }
    })
  }

  it("about a module that is loaded both lazily and immediately", async () => {
    const main = `import { one } from "./part.js"; console.log(one); import("./part.js").then(console.log)`
    await expect(built({ "main.js": main, "part.js": "export const one = 1" })).rejects.toThrow(
      /the build warns: .*dynamic import will not move module/s
    )
  })

  it("about an empty file", async () => {
    await expect(built({ "main.js": "" })).rejects.toThrow(/the build warns: .*Generated an empty chunk/s)
  })

  it("and one without succeeds", async () => {
    await expect(built({ "main.js": "console.log(1)" })).resolves.toBeDefined()
  })
})

it("a route whose name ends in .ts has no page, because no build makes its script", () => {
  const routes = join(app, "routes")
  const names = readdirSync(routes).filter((name) => name.endsWith(".ts"))
  expect(names.length).toBeGreaterThan(50)
  const pages =
    /\bexport (?:default\b|(?:async )?(?:function|const) (?:clientAction|clientLoader|ErrorBoundary|handle|HydrateFallback|Layout|links|meta|shouldRevalidate)\b)/
  expect(names.filter((name) => pages.test(readFileSync(join(routes, name), "utf8")))).toEqual([])
})
