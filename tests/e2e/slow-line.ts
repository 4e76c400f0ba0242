import { expect, type Locator, type Page } from "@playwright/test"

/** Holds the requests for React, or for other files, until they are let through or broken off; all others pass. */
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

/**
 * Waits until React has hydrated this control; before, clicks are queued and keys that a field handles itself are lost.
 */
export const listens = (control: Locator) =>
  expect
    .poll(() => control.evaluate((element) => Object.keys(element).some((name) => name.startsWith("__react"))))
    .toBe(true)

/** A sixth of the processor's speed and 1.6 Mbit/s. */
export const slowPhone = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 })
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000
  })
}
