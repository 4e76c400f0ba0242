import type { Page } from "@playwright/test"

/** A line on which React, or another file, comes when it is told to; everything else at once. */
export const slowLine = async (page: Page, files = /\/assets\/framework-/) => {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(files, async (route) => {
    await held
    await route.continue()
  })
  return { letThrough: () => letThrough() }
}
