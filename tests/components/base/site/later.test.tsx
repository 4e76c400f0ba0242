import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { later } from "~/components/base/site/later"

const Hello = ({ name }: { readonly name: string }) => <p>Hello {name}</p>

test("the server renders components that hydrate later like all others, and waits for nothing", async () => {
  const loaded = Promise.resolve(Hello)
  const Later = later(() => loaded)
  await loaded
  await Promise.resolve()
  const html = renderToString(<Later name="Ada" />)
  expect(html).toContain("Hello <!-- -->Ada")
  // A boundary that is complete: neither waiting nor given up.
  expect(html).toMatch(/^<!--\$-->.*<!--\/\$-->$/)
})

test("a component that is not loaded shows its fallback", () => {
  const Later = later<{ readonly name: string }>(() => new Promise(() => {}), <p>Loading...</p>)
  expect(renderToString(<Later name="Ada" />)).toContain("Loading...")
})
