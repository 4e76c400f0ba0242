import { expect, test } from "vitest"
import { hearInTransitions, type ToldRouter } from "~/components/base/site/router-news"

const routerAt = (state: unknown) => {
  const heard: Array<unknown> = []
  let tell: (...news: ReadonlyArray<unknown>) => void = () => undefined
  const router: ToldRouter = {
    state,
    subscribe: (hear) => {
      tell = hear
      return () => undefined
    }
  }
  hearInTransitions(router)
  router.subscribe((now, more) => heard.push([now, more]))
  return { heard, tell: (now: unknown) => tell(now, "more") }
}

const navigation = { state: "idle" }
const first = { navigation, revalidation: "idle" }

test("who subscribes hears what has changed, and nothing else", () => {
  const { heard, tell } = routerAt(first)
  tell({ ...first })
  expect(heard).toEqual([])
  const loading = { ...first, revalidation: "loading" }
  tell(loading)
  tell({ ...loading })
  tell({ ...loading, fetchers: new Map() })
  tell({ ...first })
  expect(heard.map((news) => JSON.stringify(news))).toEqual(
    [loading, { ...loading, fetchers: {} }, first].map((now) => JSON.stringify([now, "more"]))
  )
})

test("what changed before somebody subscribed is told with the next news, though these change nothing more", () => {
  const { heard, tell } = routerAt({ ...first, navigation: { state: "loading" } })
  tell({ ...first })
  expect(heard).toEqual([[first, "more"]])
})
