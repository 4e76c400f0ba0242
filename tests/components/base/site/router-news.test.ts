import { createMemoryRouter, UNSAFE_ErrorResponseImpl as ErrorResponseImpl, redirect } from "react-router-dom"
import { afterEach, expect, test, vi } from "vitest"
import { askAgainAfterForms, hearInTransitions, type ObservedRouter } from "~/components/base/site/router-news"

const routerAt = (state: ObservedRouter["state"]) => {
  const heard: Array<unknown> = []
  let report: Parameters<ObservedRouter["subscribe"]>[0] = () => undefined
  const router: ObservedRouter = {
    state,
    subscribe: (hear) => {
      report = hear
      return () => undefined
    },
    revalidate: () => undefined
  }
  hearInTransitions(router)
  router.subscribe((now, more) => heard.push([now, more]))
  return { heard, report: (now: ObservedRouter["state"]) => report(now, "more") }
}

const first = { revalidation: "idle" }

test("a subscriber is notified of what has changed, and of nothing else", () => {
  const { heard, report } = routerAt(first)
  report({ ...first })
  expect(heard).toEqual([])
  const loading = { ...first, revalidation: "loading" }
  report(loading)
  report({ ...loading })
  report({ ...loading, fetchers: new Map() })
  report({ ...first })
  expect(heard.map((news) => JSON.stringify(news))).toEqual(
    [loading, { ...loading, fetchers: {} }, first].map((now) => JSON.stringify([now, "more"]))
  )
})

test("changes before a subscription are sent with the next notification, though these change nothing more", () => {
  const { heard, report } = routerAt({ ...first, revalidation: "loading" })
  report({ ...first })
  expect(heard).toEqual([[first, "more"]])
})

afterEach(() => vi.unstubAllGlobals())

/** A page whose form is carried out, and answered, when the test says so. */
const formPage = (respond: () => Response | { readonly message: string }) => {
  // The router sends no form if it takes itself for the server's.
  vi.stubGlobal("window", { document: { createElement: () => ({}) }, addEventListener: () => undefined })
  const stored = { steps: 0, reads: 0 }
  let carryOut = () => {}
  const reported = new Promise<void>((resolve) => {
    carryOut = resolve
  })
  const router = createMemoryRouter(
    [
      {
        id: "run",
        path: "/",
        loader: () => {
          stored.reads += 1
          return { steps: stored.steps }
        },
        action: async () => {
          await reported
          stored.steps += 1
          return respond()
        }
      }
    ],
    { hydrationData: { loaderData: { run: { steps: 0 } } } }
  )
  askAgainAfterForms(router)
  const isSettled = () => {
    const { fetchers, navigation, revalidation } = router.state
    return navigation.state === "idle" && revalidation === "idle" && (fetchers.get("form")?.state ?? "idle") === "idle"
  }
  const settled = () =>
    new Promise<void>((resolve) => {
      const stop = router.subscribe(() => {
        if (!isSettled()) return
        stop()
        resolve()
      })
    })
  const send = () => {
    const formData = new FormData()
    formData.set("intent", "next")
    router.fetch("form", "run", "/", { formMethod: "post", formData })
  }
  return { carryOut, router, send, settled, shown: () => router.state.loaderData.run, stored }
}

for (const [name, respond] of [
  ["leads on", () => redirect("/")],
  ["says something", () => ({ message: "Prepared." })]
] as const) {
  test(`the result of a form is shown, though the page was reloaded meanwhile: its response ${name}`, async () => {
    const { carryOut, router, send, settled, shown } = formPage(respond)
    send()
    router.revalidate()
    // If it were requested already, the data read now would be older than the form's effect.
    await new Promise((resolve) => setImmediate(resolve))
    const done = settled()
    carryOut()
    await done
    expect(shown()).toEqual({ steps: 1 })
    expect(router.state.revalidation).toBe("idle")
  })
}

test("a page that sends nothing is reloaded immediately", async () => {
  const { router, settled, stored } = formPage(() => redirect("/"))
  const before = stored.reads
  const done = settled()
  router.revalidate()
  expect(router.state.revalidation).toBe("loading")
  await done
  expect(stored.reads).toBe(before + 1)
})

test("a refused form shown in place of the page stays there; another error disappears when the page is back", async () => {
  const sent = { body: ["What was typed"] }
  for (const [body, stays] of [
    [{ message: "The storage is full.", sent }, true],
    [{ message: "The storage is full." }, false]
  ] as const) {
    const { carryOut, router, settled } = formPage(() => {
      throw new ErrorResponseImpl(503, "", body)
    })
    carryOut()
    const formData = new FormData()
    formData.set("body", "What was typed")
    await router.navigate("/", { formMethod: "post", formData })
    expect(router.state.errors).toMatchObject({ run: { data: body } })
    const done = stays ? Promise.resolve() : settled()
    router.revalidate()
    await done
    expect(router.state.revalidation).toBe("idle")
    if (stays) expect(router.state.errors).toMatchObject({ run: { data: { sent } } })
    else expect(router.state.errors).toBeNull()
  }
})
