/**
 * The pictures of the guides (app/content/resources): a part of a page each, photographed from the running product by a
 * signed-in member. Called by shots.mjs.
 *
 * A guide names its picture with the size given here; tests/effects/publishing/articles/pictures.test.ts compares them.
 */
import sharp from "sharp"

/** CSS pixels: as wide as a guide's text. Two pixels of the picture make one. */
export const WIDTH = 600
/** Bytes. It is loaded when it is scrolled to, also on phones. */
const LIMIT = 60_000
/** CSS pixels above the photographed part. */
const AIR = 16

/**
 * @typedef {object} Guide
 * @property {string} name the file, and the guide
 * @property {number} height CSS pixels
 * @property {(open: Opening) => Promise<import("playwright").Locator>} find opens the page and returns the topmost
 * element of the picture
 * @typedef {object} Opening
 * @property {import("playwright").Page} page
 * @property {(path: string) => Promise<unknown>} go
 * @property {(slug: string) => Promise<string>} inside the address of a community's inner pages
 */

/** @type {ReadonlyArray<Guide>} */
export const guides = [
  {
    name: "first-community",
    height: 420,
    find: async ({ go, page }) => {
      await go("/create")
      return page.getByRole("main").getByRole("list").first()
    }
  },
  {
    name: "house-rules",
    height: 215,
    find: async ({ go, page }) => {
      await go("/explore/riverside-garden")
      return page.locator("section:has(> div > #house-rules)")
    }
  },
  {
    name: "thread-to-proposal",
    height: 420,
    find: async ({ go, inside, page }) => {
      await go(`${await inside("riverside-garden")}/discussion`)
      const thread = page.getByRole("link", { name: "The north tank loses a third of its water" })
      await go((await thread.getAttribute("href")) ?? "")
      const title = page.getByRole("heading", { name: "The north tank loses a third of its water" })
      await title.waitFor()
      return title
    }
  },
  {
    name: "ways-to-count",
    height: 425,
    find: async ({ go, page }) => {
      await go("/explore/night-film/proposals/1")
      return page.locator("section:has(> div > #tally)")
    }
  },
  {
    name: "small-quorum",
    height: 300,
    find: async ({ go, page }) => {
      await go("/explore/riverside-garden/proposals/3")
      return page.locator("section:has(> div > #tally)")
    }
  },
  {
    name: "recount",
    height: 525,
    find: async ({ go, page }) => {
      await go("/verify?page=/explore/night-film/proposals/1")
      const verdict = page.locator(".verdict")
      await verdict.waitFor()
      await verdict.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
      return verdict
    }
  },
  {
    name: "bonds-plain",
    height: 290,
    find: async ({ go, page }) => {
      await go("/")
      return page.getByText("A sample, not an offer.")
    }
  },
  {
    name: "term-sheet",
    height: 430,
    find: async ({ go, page }) => {
      await go("/explore/solar-roof/bonds/SUN-2028A")
      return page.locator("section:has(> div > #terms)")
    }
  },
  {
    name: "self-host",
    height: 455,
    find: async ({ go, page }) => {
      await go("/local/mailbox")
      return page.getByRole("heading", { level: 1 })
    }
  }
]

/**
 * Encodes at the highest quality that fits the limit.
 * @param {Buffer} shot
 */
export const asWebp = async (shot) => {
  for (const quality of [80, 65, 50, 35]) {
    const small = await sharp(shot).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (small.length <= LIMIT) return small
  }
  throw new Error(`a guide's picture does not fit into ${LIMIT} bytes`)
}

/**
 * Photographs the page from this element downwards, at this height.
 * @param {import("playwright").Page} page @param {import("playwright").Locator} top @param {number} height
 */
export const shootFrom = async (page, top, height) => {
  // Does not wait for an idle network: a page with a live stream never has one.
  await page.waitForLoadState("load")
  await page.evaluate(() => document.fonts.ready)
  // Hydration above it may move it: scrolls until it stays in place.
  await page.waitForFunction(
    ({ air, element }) => {
      const { top } = element.getBoundingClientRect()
      scrollTo(0, scrollY + top - air)
      return Math.round(top) === air
    },
    { air: AIR, element: await top.elementHandle() },
    { polling: 250 }
  )
  await page.mouse.move(0, 0)
  return page.screenshot({ animations: "disabled", caret: "hide", clip: { x: 0, y: 0, width: WIDTH, height } })
}

/**
 * @param {import("playwright").Page} page signed in
 * @param {string} origin
 * @param {(name: string, picture: Buffer) => void} save
 */
export const photographGuides = async (page, origin, save) => {
  const go = (/** @type {string} */ path) => page.goto(new URL(path, origin).href)
  const inside = async (/** @type {string} */ slug) => {
    await go(`/explore/${slug}`)
    return (await page.getByRole("link", { name: "Open the community" }).getAttribute("href")) ?? ""
  }
  for (const { find, height, name } of guides) {
    const top = await find({ go, inside, page })
    save(`${name}.webp`, await asWebp(await shootFrom(page, top, height)))
  }
}
