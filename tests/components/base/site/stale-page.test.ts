import { createMemoryRouter, UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from "react-router-dom"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { hearInTransitions } from "~/components/base/site/router-news"
import { isStale, withLastData } from "~/components/base/site/stale-page"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const responses = (status: number, data: object = {}) => new ErrorResponseImpl(status, "", data)
const location = { pathname: "/thread", search: "?page=2" }
const before = { location, loaderData: { root: 1, thread: 2 }, errors: null }

test.each([
  ["the network is gone", new TypeError("Failed to fetch")],
  ["a proxy answers with a page of its own", new Error("Unable to decode turbo-stream response")],
  ["the server is being changed", responses(503)],
  ["something is broken", responses(500, { message: "Something went wrong." })],
  ["it was asked too often", responses(429)]
])("a reloaded page keeps its data where %s", (_, error) => {
  const now = { location, loaderData: { root: 3 }, errors: { root: error } }
  expect(withLastData(before, now)).toEqual({ location, loaderData: { root: 3, thread: 2 }, errors: null })
})

test.each([
  ["a no", { location, loaderData: {}, errors: { root: responses(403) } }],
  ["a page that is no more", { location, loaderData: {}, errors: { root: responses(404) } }],
  ["one of two that is a no", { location, loaderData: {}, errors: { root: responses(503), thread: responses(401) } }],
  [
    "what holds a refused text",
    { location, loaderData: {}, errors: { root: responses(503, { sent: { body: "a" } }) } }
  ],
  ["another page", { location: { ...location, search: "" }, loaderData: {}, errors: { root: new TypeError() } }]
])("%s is shown unchanged", (_, now) => expect(withLastData(before, now)).toBe(now))

test("where nothing can be kept, the error is shown", () => {
  const failed = { ...before, errors: { root: new TypeError() } }
  const now = { ...failed, errors: { root: responses(503) } }
  expect(withLastData(failed, now)).toBe(now)
})

test("a page without a response stays, says so, and retries until it gets one", async () => {
  let down = false
  let reads = 0
  const router = createMemoryRouter(
    [
      {
        id: "page",
        path: "/",
        loader: () => {
          reads += 1
          if (down) throw new TypeError("Failed to fetch")
          return { reads }
        }
      }
    ],
    { hydrationData: { loaderData: { page: { reads: 0 } } } }
  )
  hearInTransitions(router)
  let shown: Pick<typeof router.state, "errors" | "loaderData"> = router.state
  router.subscribe((state) => {
    shown = state
  })
  const reported: Array<boolean> = []
  vi.stubGlobal("dispatchEvent", () => reported.push(isStale()))
  const settled = () => vi.waitFor(() => expect(router.state.revalidation).toBe("idle"))

  down = true
  router.revalidate()
  await settled()
  expect([shown.errors, shown.loaderData, isStale()]).toEqual([null, { page: { reads: 0 } }, true])
  for (const [tries, pause] of [1_000, 2_000, 4_000, 8_000, 8_000].entries()) {
    await vi.advanceTimersByTimeAsync(pause / 2) // waiting for the router moves the clock, too
    expect(reads).toBe(tries + 1)
    await vi.advanceTimersByTimeAsync(pause / 2)
    await settled()
    expect(reads).toBe(tries + 2)
  }
  down = false
  await vi.advanceTimersByTimeAsync(8_000)
  await settled()
  expect([shown.errors, shown.loaderData, isStale()]).toEqual([null, { page: { reads: 7 } }, false])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(reads).toBe(7)
  expect(reported).toEqual([true, false])
})
