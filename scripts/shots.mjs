/**
 * Photographs the running product for the sign-up pages, the guides and the README: `npm run shots`.
 *
 * Starts the built server on a data folder of its own, signs one person up with the practice wallet, and takes the
 * pictures on the way, so they show what a visitor sees.
 */
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium } from "playwright"
import sharp from "sharp"
import { chromiumFlags, findChromium } from "./chromium.mjs"
import { asWebp, photographGuides, WIDTH } from "./guide-shots.mjs"

const root = join(import.meta.dirname, "..")
/** Bytes; a page must not wait for a picture (carousel.tsx shows three). */
const LIMIT = 120_000
const SIZE = { width: 1000, height: 640 }
/** Pages reserve space for a scroll bar, which headless Chromium does not draw. */
const GUTTER = 15

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** @param {string} origin */
const untilReady = async (origin) => {
  for (let tries = 0; tries < 900; tries++) {
    const isReady = await fetch(`${origin}/readyz`).then(
      (reply) => reply.ok,
      () => false
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error("the server did not become ready; build it first (npm run build)")
}

/**
 * Waits until the demonstration's history has played, which goes on after the server is ready: three open votes, five
 * closed ones and a bond on sale. Each poll has another address, since pages are cached.
 * @param {string} origin
 */
const untilFilled = async (origin) => {
  for (let tries = 0; tries < 120; tries++) {
    const home = await (await fetch(`${origin}/?look=${tries}`)).text()
    const words = home.replaceAll(/<[^>]*>/g, "")
    if ((words.match(/Closes in /g)?.length ?? 0) >= 3 && /Votes closed5/.test(words) && /bond sale open/.test(words))
      return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error("the demonstration's votes did not appear")
}

/**
 * Reduces the colours until the picture is small enough.
 * @param {string} name @param {Buffer} shot
 */
const save = async (name, shot) => {
  for (const colours of [256, 128, 64, 32]) {
    const small = await sharp(shot).png({ palette: true, colours, effort: 10, compressionLevel: 9 }).toBuffer()
    if (small.length > LIMIT) continue
    writeFileSync(join(root, "public", name), small)
    console.info(`${name}: ${Math.round(small.length / 1_000)} kB, ${colours} colours`)
    return
  }
  throw new Error(`${name} does not fit into ${LIMIT} bytes`)
}

/** @param {string} name @param {Buffer} picture */
const saveForGuide = (name, picture) => {
  mkdirSync(join(root, "public/pictures"), { recursive: true })
  writeFileSync(join(root, "public/pictures", name), picture)
  console.info(`pictures/${name}: ${Math.round(picture.length / 1_000)} kB`)
}

/** A portrait for Ada: a pattern, not a face. */
const portrait = () => {
  const cells = Array.from({ length: 36 }, (_, cell) => {
    const [row, column] = [Math.floor(cell / 6), cell % 6]
    const light = 46 + ((row * 7 + column * 5) % 9) * 4
    return `<path transform="translate(${column * 104 + (row % 2) * 52} ${row * 90})" d="m52 0 52 30v60l-52 30-52-30V30z" fill="hsl(42 82% ${light}%)" stroke="#5c3b00" stroke-width="5"/>`
  })
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">${cells.join("")}</svg>`))
    .png()
    .toBuffer()
}

/**
 * The newest one-time code in the mailbox.
 * @param {string} origin @returns {Promise<string>}
 */
const lastCode = async (origin) => {
  for (let tries = 0; tries < 100; tries++) {
    const emails = await (await fetch(`${origin}/local/mailbox.json`)).json()
    const code = /\b\d{6}\b/.exec(emails[0]?.text ?? "")?.[0]
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error("no e-mail with a code arrived")
}

/**
 * Waits for fonts and pictures, then photographs this many pixels, starting at `x` from the left.
 * @param {import("playwright").Page} page
 */
const shoot = async (page, { width, height } = SIZE, x = 0) => {
  await page.waitForLoadState("networkidle")
  await page.evaluate(() => document.fonts.ready)
  await page.mouse.move(0, 0)
  return page.screenshot({ animations: "disabled", caret: "hide", clip: { x, y: 0, width, height } })
}

/**
 * A picture for the sign-up pages: without the banner of practice mode, which visitors of a real site do not see, and
 * without elements that its lower edge would cut.
 * @param {import("playwright").Page} page
 */
const shootWhole = async (page, x = 0) => {
  await page.evaluate((edge) => {
    const line = document.querySelector(".record-line")
    if (line instanceof HTMLElement) line.style.display = "none"
    /** @param {DOMRect} rect */
    const isCut = ({ bottom, top }) => top < edge && bottom > edge
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(words.currentNode)
      const parent = words.currentNode.parentElement
      if (parent !== null && [...range.getClientRects()].some(isCut)) parent.style.visibility = "hidden"
    }
    for (const shape of document.querySelectorAll("img, svg, input, textarea, summary, .button")) {
      if (shape instanceof HTMLElement || shape instanceof SVGElement) {
        if (isCut(shape.getBoundingClientRect())) shape.style.visibility = "hidden"
      }
    }
  }, SIZE.height)
  return shoot(page, SIZE, x)
}

/** @param {import("playwright").Page} page @param {number} width @param {number} height */
const resize = (page, width, height) => page.setViewportSize({ width: width + GUTTER, height })

/** @param {import("playwright").Page} page @param {string} origin */
const takeThem = async (page, origin) => {
  await page.goto(origin)
  await save("s1.png", await shootWhole(page))
  await page.goto(origin)
  const wide = { width: 1280, height: 800 }
  await resize(page, wide.width, wide.height)
  await save("readme.png", await shoot(page, wide))
  // The layout has two columns from 1024 pixels on; the 12 cut off on either side are empty.
  const margin = 12
  await resize(page, SIZE.width + 2 * margin, SIZE.height)
  await page.route("**/s1.png", (route) => route.fulfill({ path: join(root, "public/s1.png") }))

  await page.locator("header community-connect").getByRole("button").first().click()
  await page.locator("practice-wallet").getByRole("button", { name: "Approve" }).click()
  await page.locator('header community-connect[status="success"]').waitFor()

  await page.goto(`${origin}/signup`)
  const address = await page.locator('input[name="public_address"]').inputValue()
  await page.getByLabel("Name", { exact: true }).fill("Ada Lindqvist")
  await page.getByLabel("E-mail").fill("ada@example.org")
  await page.getByLabel("Bio").fill("I keep bees and spreadsheets, and look after the water rota at Riverside.")
  await page.getByText("Choose 5 communities you might be interested in").click()
  for (const tag of ["Climate", "Energy", "Farming", "Food", "Neighbourhoods"]) {
    await page.getByRole("checkbox", { name: tag, exact: true }).check()
  }
  await page.getByText("Choose 5 communities you might be interested in").click()
  await page
    .getByLabel("Choose a picture")
    .setInputFiles({ name: "bees.png", mimeType: "image/png", buffer: await portrait() })
  await page.getByText("File uploaded successfully.").waitFor()
  await page.getByLabel("E-mail").blur()
  await page.getByText(/^Saved /).waitFor()
  // Hides the draft's status, which changes every second, and the banner, which the page that shows the picture has
  // itself.
  await page.locator(".draft-line").evaluate((line) => {
    line.style.visibility = "hidden"
  })
  await page
    .getByText("Bio", { exact: true })
    .evaluate((label) => scrollTo(0, scrollY + label.getBoundingClientRect().top - 32))
  await save("s2.png", await shootWhole(page, margin))
  await resize(page, SIZE.width, SIZE.height)

  await page.getByRole("button", { name: "Next", exact: true }).click()
  await page.getByLabel("Company name").fill("Harbour Water Works")
  await page.getByLabel("Starting date").fill("2021-03-01")
  await page.getByLabel("I currently work here.").check()
  await page.getByLabel("Role").fill("Network planner")
  await page.getByLabel("Job description").fill("Plans pipe renewal for two districts and keeps the map honest.")
  await page.getByRole("button", { name: "Next", exact: true }).click()
  await page.getByLabel("Digit 1 of 6").fill(await lastCode(origin))
  await page.getByRole("button", { name: "Submit", exact: true }).click()
  await page.waitForURL(`${origin}/userDashboard`)
  await page.goto(`${origin}/userDashboard/userProfile/${address}`)
  await page.getByRole("heading", { name: "Ada Lindqvist" }).waitFor()
  await save("s3.png", await shootWhole(page))
}

/**
 * Typefaces that load late are not used until the next page (docs/decisions), so a picture waits for them.
 * @param {import("playwright").BrowserContextOptions} options
 */
const openPage = async (options) => {
  const page = await browser.newPage({ colorScheme: "light", reducedMotion: "reduce", ...options })
  await page.route("**/*.css", async (route) => {
    const reply = await route.fetch()
    await route.fulfill({
      response: reply,
      body: (await reply.text()).replaceAll("font-display:optional", "font-display:block")
    })
  })
  return page
}

/** Guides are often read on high-density screens. */
const FOR_GUIDES = { viewport: { width: WIDTH + GUTTER, height: 1000 }, deviceScaleFactor: 2 }

/** The first guide is about a visitor who has not signed in: what the wallet asks them. */
const shootConnecting = async () => {
  const height = 480
  const page = await openPage({ ...FOR_GUIDES, viewport: { ...FOR_GUIDES.viewport, height } })
  await page.goto(origin)
  await page.locator("header community-connect").getByRole("button").first().click()
  await page.locator("practice-wallet").getByRole("button", { name: "Approve" }).waitFor()
  saveForGuide("connect.webp", await asWebp(await shoot(page, { width: WIDTH, height })))
  await page.close()
}

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const dataDir = mkdtempSync(join(tmpdir(), "commonhold-shots-"))
const server = spawn(process.execPath, [join(root, "build", process.env.TEST_BUILD || "local", "server/index.js")], {
  cwd: root,
  env: {
    PATH: process.env.PATH ?? "",
    NODE_ENV: "production",
    LEDGER: "local",
    SEED: "demo",
    PORT: String(port),
    DATA_DIR: dataDir
  },
  stdio: ["ignore", "ignore", "inherit"]
})
const executablePath = findChromium()
const browser = await chromium.launch({
  args: chromiumFlags,
  ...(executablePath === undefined ? {} : { executablePath })
})
try {
  await untilReady(origin)
  await untilFilled(origin)
  const page = await openPage({ viewport: { ...SIZE, width: SIZE.width + GUTTER }, deviceScaleFactor: 1 })
  await takeThem(page, origin)
  await shootConnecting()
  const reader = await openPage({ ...FOR_GUIDES, storageState: await page.context().storageState() })
  await photographGuides(reader, origin, saveForGuide)
} finally {
  await browser.close()
  server.kill("SIGTERM")
  server.once("exit", () => rmSync(dataDir, { recursive: true, force: true }))
}
