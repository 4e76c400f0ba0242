import { expect, test } from "vitest"
import { isHydrated, loadViews } from "~/components/base/site/hydrate"

type Rendered = Parameters<typeof isHydrated>[0]

const SESSION = { account: "account_tdx_2_somebody" }

const rendered = (values: ReadonlyArray<unknown>, more: object = {}): Rendered => {
  const matches = values.map((hydrate, n) => ({
    route: { id: n === 0 ? "root" : `routes/${n}`, handle: hydrate === undefined ? undefined : { hydrate } }
  }))
  const loaderData = { root: { session: null }, "routes/1": { isMoving: false }, "routes/2": { isMoving: true } }
  // Only these fields of a router's context are read.
  return { errors: null, loaderData, matches, ...more } as unknown as Rendered
}

const ifMoving = ({ isMoving }: { readonly isMoving: boolean }) => isMoving

test.each([
  ["a page without a value", rendered([undefined, undefined]), true],
  ["a layout's value holds for its pages", rendered([undefined, false, undefined]), false],
  ["the innermost value counts", rendered([undefined, false, true]), true],
  ["by the page's data", rendered([undefined, false, ifMoving]), true],
  ["by the page's own data, not another route's", rendered([undefined, ifMoving]), false],
  ["somebody is signed in", rendered([undefined, false], { loaderData: { root: { session: SESSION } } }), true],
  ["the root could not load", rendered([undefined, false], { loaderData: {} }), true],
  ["a page that failed has its layout's value", rendered([undefined, false, ifMoving], { errors: {} }), false]
])("%s", (_, page, expected) => {
  expect(isHydrated(page)).toBe(expected)
})

test("the views of all routes that have data are loaded, each by its own data, before the page hydrates", async () => {
  const loaded: Array<unknown> = []
  const handle = {
    loadView: async (data: unknown) => {
      await Promise.resolve()
      loaded.push(data)
    }
  }
  const modules = {
    root: {},
    "routes/1": { handle },
    "routes/2": { handle },
    "routes/3": { handle: { noindex: true } }
  }
  await loadViews(modules, { root: {}, "routes/1": { view: "list" }, "routes/2": null })
  expect(loaded).toEqual([{ view: "list" }])
  await expect(
    loadViews(
      { "routes/1": { handle: { loadView: () => Promise.reject(new Error("no network")) } } },
      { "routes/1": {} }
    )
  ).rejects.toThrow("no network")
})
