import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { later } from "~/components/base/site/later"

const Hello = ({ name }: { readonly name: string }) => <p>Hello {name}</p>

test("the server renders what wakes up later like everything else, and waits for nothing", async () => {
  const loaded = Promise.resolve(Hello)
  const Later = later(() => loaded)
  await loaded
  await Promise.resolve()
  const html = renderToString(<Later name="Ada" />)
  expect(html).toContain("Hello <!-- -->Ada")
  // A boundary that is complete: neither waiting nor given up.
  expect(html).toMatch(/^<!--\$-->.*<!--\/\$-->$/)
})

test("what is not loaded shows its stand-in", () => {
  const Later = later<{ readonly name: string }>(() => new Promise(() => {}), <p>Loading...</p>)
  expect(renderToString(<Later name="Ada" />)).toContain("Loading...")
})
