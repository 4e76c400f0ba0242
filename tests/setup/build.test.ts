import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build, transformWithEsbuild } from "vite"
import { afterAll, describe, expect, it } from "vitest"
import { loadedAtOnce } from "../../scripts/bundle/atOnce"
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

describe("the server's build", () => {
  it("contains what it renders, and nothing that only a browser loads", () => {
    expect(
      loadedAtOnce(
        `const A = later(async () => (await import("./a")).A, "waits");
const B = lazy(() => import("./b"));
const press = async () => (await import("./c")).c();`,
        "/commonhold/app/root.tsx"
      )
    ).toBe(`const A = later(async () => (await Promise.resolve().then(() => part0Here)).A, "waits");
const B = lazy(() => Promise.resolve().then(() => part1Here));
const press = async () => (await Promise.reject(new Error("This part runs in browsers only."))).c();
import * as part0Here from "./a"
import * as part1Here from "./b"`)
    expect(loadedAtOnce(`import { a } from "./a"`, "/commonhold/app/components/a.tsx")).toBeUndefined()
    expect(loadedAtOnce(`import("nodemailer")`, "/commonhold/app/effects/base/mail/Mailer.server.ts")).toBeUndefined()
  })

  it("contains every component that a page loads later", async () => {
    const names = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((name) =>
      /^(components|routes|root\.).*\.tsx?$/.test(name)
    )
    let found = 0
    for (const name of names.filter((each) => !each.endsWith("/site/later.tsx"))) {
      const source = readFileSync(join(app, name), "utf8")
      const shown = source.match(/\b(?:later|lazy)\(/g) ?? []
      if (shown.length === 0) continue
      const { code } = await transformWithEsbuild(source, name, { jsx: "automatic" })
      const held = loadedAtOnce(code, join(app, name))?.match(/^import \* as part\d+Here /gm) ?? []
      expect(held, name).toHaveLength(shown.length)
      found += held.length
    }
    expect(found).toBeGreaterThan(50)
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
