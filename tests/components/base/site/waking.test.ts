import { expect, test } from "vitest"
import { type Waking, wakingOf } from "~/components/base/site/waking"

type Rendered = Parameters<typeof wakingOf>[0]

const SESSION = { account: "account_tdx_2_somebody" }

const rendered = (wakes: ReadonlyArray<unknown>, more: object = {}): Rendered => {
  const matches = wakes.map((each, n) => ({
    route: { id: n === 0 ? "root" : `routes/${n}`, handle: each === undefined ? undefined : { wakes: each } }
  }))
  const loaderData = { root: { session: null }, "routes/1": { isMoving: false }, "routes/2": { isMoving: true } }
  // Only these fields of a router's context are read.
  return { actionData: null, errors: null, loaderData, matches, ...more } as unknown as Rendered
}

const ifMoving = ({ isMoving }: { readonly isMoving: boolean }): Waking => (isMoving ? "at once" : "touched")

test.each([
  ["a page that says nothing", rendered([undefined, undefined]), "at once"],
  ["what lies around a page speaks for it", rendered([undefined, "touched", undefined]), "touched"],
  ["the innermost word counts", rendered([undefined, "touched", "used"]), "used"],
  ["by what the page holds", rendered([undefined, "touched", ifMoving]), "at once"],
  ["by what the page holds, of its own data", rendered([undefined, ifMoving]), "touched"],
  [
    "somebody is signed in",
    rendered([undefined, "touched"], { loaderData: { root: { session: SESSION } } }),
    "at once"
  ],
  ["the root could not load", rendered([undefined, "touched"], { loaderData: {} }), "at once"],
  ["an answer to a form", rendered([undefined, "touched"], { actionData: { "routes/1": { sent: false } } }), "at once"],
  ["a page that failed", rendered([undefined, "touched"], { errors: { "routes/1": new Error("no") } }), "at once"]
])("%s", (_, page, expected) => {
  expect(wakingOf(page)).toBe(expected)
})
