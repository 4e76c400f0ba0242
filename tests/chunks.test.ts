import { describe, expect, it } from "vitest"
import { twoChunks } from "../scripts/chunks"

const page = (name: string) => `/repo/app/${name}.tsx?__remix-build-client-route`

const imports: Readonly<Record<string, ReadonlyArray<string>>> = {
  [page("root")]: ["/repo/app/components/frame.tsx", "/repo/node_modules/react/index.js", "\0preload-helper.js"],
  [page("routes/_site._index")]: ["/repo/app/components/hero.tsx", "/repo/app/components/row.tsx"],
  [page("routes/_wallet.a")]: ["/repo/app/components/row.tsx", "/repo/app/components/form.tsx", "\0preload-helper.js"],
  [page("routes/_wallet.b")]: ["/repo/app/components/form.tsx"],
  [page("routes/api.row")]: ["/repo/app/components/hero.tsx"],
  "/repo/app/components/row.tsx": ["/repo/app/components/chip.tsx", "/repo/node_modules/react/index.js"]
}
const ids = [...new Set([...Object.keys(imports), ...Object.values(imports).flat()])]

const chunkOf = (id: string) => {
  const look = (of: string) => ({ importedIds: imports[of] ?? [] })
  // The two calls that it makes of Rollup's.
  const meta = { getModuleIds: () => ids.values(), getModuleInfo: look } as unknown as Parameters<
    ReturnType<typeof twoChunks>
  >[1]
  return twoChunks()(id, meta)
}

describe("the browser's two common chunks", () => {
  it.each([
    ["what a public page and another page load", "/repo/app/components/row.tsx", "shell"],
    ["what that imports", "/repo/app/components/chip.tsx", "shell"],
    ["a library that both load", "/repo/node_modules/react/index.js", "framework"],
    ["a helper of the bundler", "\0preload-helper.js", "framework"],
    ["what one public page loads", "/repo/app/components/hero.tsx", undefined],
    ["what only pages behind the gate load", "/repo/app/components/form.tsx", undefined],
    ["a page itself", page("routes/_site._index"), undefined]
  ])("%s", (_, id, expected) => {
    expect(chunkOf(id)).toBe(expected)
  })
})
