import { describe, expect, it } from "vitest"
import { commonChunks } from "../scripts/chunks"

const page = (name: string) => `/repo/app/${name}.tsx?__remix-build-client-route`

const imports: Readonly<Record<string, ReadonlyArray<string>>> = {
  [page("root")]: ["/repo/app/components/frame.tsx", "/repo/node_modules/react/index.js", "\0preload-helper.js"],
  [page("routes/_site.verify")]: ["/repo/app/components/hero.tsx", "/repo/app/components/row.tsx"],
  [page("routes/_site.explore._index")]: ["/repo/app/components/card.tsx"],
  [page("routes/_wallet.a")]: [
    "/repo/app/components/card.tsx",
    "/repo/app/components/row.tsx",
    "/repo/app/components/form.tsx",
    "\0preload-helper.js"
  ],
  [page("routes/_wallet.b")]: ["/repo/app/components/form.tsx", "/repo/app/components/field.tsx"],
  [page("routes/_wallet")]: ["/repo/app/components/gate.tsx"],
  [page("routes/_wallet.community.detail.$id")]: ["/repo/app/components/tabs.tsx"],
  [page("routes/_wallet.community.detail.$id._index")]: [
    "/repo/app/components/mark.tsx",
    "/repo/app/components/form.tsx",
    "/repo/app/components/field.tsx"
  ],
  [page("routes/_wallet.community.detail.$id.delegations")]: [
    "/repo/app/components/small-above.tsx",
    "/repo/app/components/mark.tsx",
    "/repo/app/components/form.tsx",
    "/repo/app/components/field.tsx",
    "/repo/app/components/loan.tsx"
  ],
  [page("routes/_wallet.community.detail.$id.talk")]: [
    "/repo/app/components/small-above.tsx",
    "/repo/app/components/mark.tsx",
    "/repo/app/components/form.tsx",
    "/repo/app/components/talk.tsx"
  ],
  [page("routes/_wallet.c")]: ["/repo/app/components/small-few.tsx", "/repo/app/components/small-all.tsx"],
  [page("routes/_wallet.d")]: ["/repo/app/components/small-few.tsx", "/repo/app/components/small-all.tsx"],
  [page("routes/_wallet.e")]: ["/repo/app/components/small-all.tsx", "/repo/app/components/small-below.tsx"],
  "/repo/app/components/small-above.tsx": ["/repo/app/components/mark.tsx"],
  "/repo/app/components/mark.tsx": ["/repo/app/components/small-below.tsx"],
  "/repo/app/components/list.tsx": ["/repo/app/components/entry.tsx"],
  "/repo/app/components/thread.tsx": ["/repo/app/components/entry.tsx", "/repo/app/components/reply.tsx"],
  [page("routes/api.row")]: ["/repo/app/components/hero.tsx"],
  "/repo/app/components/row.tsx": ["/repo/app/components/chip.tsx", "/repo/node_modules/react/index.js"]
}
const views: Readonly<Record<string, ReadonlyArray<string>>> = {
  "/repo/app/components/talk.tsx": ["/repo/app/components/list.tsx", "/repo/app/components/thread.tsx"]
}
const ids = [...new Set([...Object.keys(imports), ...Object.values(imports).flat()])]

const chunkOf = (id: string) => {
  const check = (of: string) => ({
    importedIds: imports[of] ?? [],
    dynamicallyImportedIds: views[of] ?? [],
    code:
      views[of] === undefined
        ? " ".repeat(of.includes("small") ? 100 : 20_000)
        : 'const List = view(async () => (await import("./list")).List)'
  })
  // The two calls that it makes of Rollup's.
  const meta = { getModuleIds: () => ids.values(), getModuleInfo: check } as unknown as Parameters<
    ReturnType<typeof commonChunks>
  >[1]
  return commonChunks()(id, meta)
}

describe("the browser's common chunks", () => {
  it.each([
    ["what a hydrated public page and another page load", "/repo/app/components/row.tsx", "shell"],
    ["what a hydrated public page imports indirectly", "/repo/app/components/chip.tsx", "shell"],
    ["a library that both load", "/repo/node_modules/react/index.js", "framework"],
    ["a helper of the bundler", "\0preload-helper.js", "framework"],
    ["what lies around all pages behind the gate", "/repo/app/components/gate.tsx", "shell"],
    ["what lies around all pages of a community", "/repo/app/components/tabs.tsx", "inside"],
    ["what all pages of a community load, and no other", "/repo/app/components/mark.tsx", "inside"],
    ["a page that lies around others", page("routes/_wallet"), undefined],
    ["a page itself", page("routes/_site.verify"), undefined]
  ])("%s", (_, id, expected) => {
    expect(chunkOf(id)).toBe(expected)
  })

  it.each([
    ["what one public page loads", ["hero"], /^_site\.verify-\d+$/],
    ["what a public page that is only read and another page load", ["card"], /^card-\d+$/],
    ["what one guarded page loads", ["loan"], /^_wallet\.community\.detail\.\$id\.delegations-\d+$/],
    ["what one view of a page loads, with itself", ["thread", "reply"], /^thread-\d+$/],
    ["what all views of a page load", ["talk", "entry"], /^entry-\d+$/],
    ["what several guarded pages load", ["field"], /^field-\d+$/],
    ["what all guarded pages load themselves", ["form"], /^form-\d+$/]
  ])("%s is one file", (_, names, expected) => {
    for (const name of names) expect(chunkOf(`/repo/app/components/${name}.tsx`)).toMatch(expected)
  })

  it("joins small files that nearly the same pages load", () => {
    const chunk = chunkOf("/repo/app/components/small-few.tsx")
    expect(chunk).toMatch(/^small-all-\d+$/)
    expect(chunkOf("/repo/app/components/small-all.tsx")).toBe(chunk)
    expect(chunkOf("/repo/app/components/form.tsx")).not.toBe(chunk)
  })

  it("keeps files apart of which one imports the other by way of a third", () => {
    const above = chunkOf("/repo/app/components/small-above.tsx")
    expect(above).not.toBe(chunkOf("/repo/app/components/small-below.tsx"))
  })
})
