import { expect, type Locator, type Page } from "@playwright/test"

/** A line on which React, or another file, comes when it is told to, or breaks off; everything else at once. */
export const slowLine = async (page: Page, files = /\/assets\/framework-/) => {
  let end = (_: "comes" | "breaks") => {}
  const held = new Promise<"comes" | "breaks">((resolve) => {
    end = resolve
  })
  await page.route(files, async (route) => {
    if ((await held) === "comes") await route.continue()
    else await route.abort()
  })
  return { letThrough: () => end("comes"), breakOff: () => end("breaks") }
}

/** React has taken this over; before, what is pressed is held, and keys that a field hears itself are not heard. */
export const listens = (control: Locator) =>
  expect
    .poll(() => control.evaluate((element) => Object.keys(element).some((name) => name.startsWith("__react"))))
    .toBe(true)
