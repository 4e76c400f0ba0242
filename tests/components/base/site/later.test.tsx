import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { view } from "~/components/base/site/later"

const Greeting = ({ name }: { readonly name: string }) => <p>Hello {name}</p>

test("a view that is loaded renders at once, and is loaded once", async () => {
  let loads = 0
  const Later = view(async () => {
    loads += 1
    return Greeting
  })
  await Later.load()
  expect(renderToStaticMarkup(<Later name="Ada" />)).toBe("<p>Hello Ada</p>")
  await Later.load()
  expect(loads).toBe(1)
})

test("a view that could not be loaded is loaded again", async () => {
  let isThere = false
  const Later = view(async () => {
    if (!isThere) throw new Error("no network")
    return Greeting
  })
  await expect(Later.load()).rejects.toThrow("no network")
  isThere = true
  await Later.load()
  expect(renderToStaticMarkup(<Later name="Ada" />)).toBe("<p>Hello Ada</p>")
})
