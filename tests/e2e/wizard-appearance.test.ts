/**
 * What the wizard is like to use: by keyboard, by screen reader, small, dark, and without motion (docs/goals.md C1, C4;
 * docs/product/safety.md).
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { expect, test } from "./fixtures"
import { button, connect, openWizard, picture, somebody, someHoursLater, tagBox, toOtp } from "./wizard-steps"

const violations = async (page: Page) => {
  const { incomplete, violations } = await new AxeBuilder({ page }).analyze()
  const said = (results: typeof violations) =>
    results.flatMap(({ id, nodes }) => nodes.map(({ failureSummary, html }) => `${id}: ${html} ${failureSummary}`))
  return { violations: said(violations), incomplete: said(incomplete) }
}
const nothing = { violations: [], incomplete: [] }

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 768, 1280]) {
    const tag = colorScheme === "light" && width === 360 ? " @short" : ""
    test(`axe finds nothing on the three steps, ${colorScheme}, ${width} px${tag}`, async ({
      local,
      page,
      wallet: _
    }, testInfo) => {
      await someHoursLater(local)
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await connect(page)
      await openWizard(page)
      await page.getByLabel("E-mail").fill("ada@")
      await page.getByLabel("E-mail").press("Enter")
      await page.getByText("Choose 5 communities you might be interested in").click()
      await expect(tagBox(page, "Arts")).toBeVisible()
      expect(await violations(page)).toEqual(nothing)
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
      expect(await fits()).toBe(true)

      await toOtp(page, somebody(testInfo))
      await button(page, "Previous").click()
      await page.getByLabel("Company name").fill("W")
      await page.getByLabel("Company name").press("Enter")
      expect(await violations(page)).toEqual(nothing)
      expect(await fits()).toBe(true)

      await page.getByLabel("Company name").fill("")
      await button(page, "Skip").click()
      await button(page, "Submit").click()
      await expect(page.getByText("Please enter all 6 digits of the OTP")).toBeVisible()
      expect(await violations(page)).toEqual(nothing)
      expect(await fits()).toBe(true)
    })
  }
}

test("the whole wizard works by keyboard, and the focus is never lost", async ({
  local,
  mailbox,
  page,
  wallet: _
}, testInfo) => {
  await someHoursLater(local)
  const person = somebody(testInfo)
  await connect(page)
  await openWizard(page)
  const keyboard = page.keyboard
  // Registered now: the browser starts to intercept file choosers only some time after this call.
  const chooser = page.waitForEvent("filechooser", { timeout: 60_000 })
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  /** Presses Tab until the control has the focus, as a person would. */
  const goTo = async (name: RegExp | string, role: "button" | "checkbox" | "textbox") => {
    const target = page.getByRole(role, { name, exact: true }).first()
    for (let clicks = 0; clicks < 60; clicks++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await keyboard.press("Tab")
    }
    await expect(target).toBeFocused()
  }

  await goTo("Name", "textbox")
  await keyboard.type(person.name)
  await goTo("E-mail", "textbox")
  await keyboard.type(person.email)
  await goTo("Bio", "textbox")
  await keyboard.type("I keep bees and spreadsheets.")
  await keyboard.press("Tab")
  await keyboard.press("Enter")
  for (const tag of ["Arts", "Film", "Sport", "Climate", "Farming"]) {
    await goTo(tag, "checkbox")
    await keyboard.press("Space")
  }
  await keyboard.press("Escape")
  await expect(page.locator("details.tag-select")).not.toHaveAttribute("open")
  expect(await focused()).toBe("SUMMARY")
  await keyboard.press("Tab")
  await keyboard.press("Enter")
  await (await chooser).setFiles(await picture())
  await expect(page.getByText("File uploaded successfully.")).toBeVisible()
  await goTo("Next", "button")
  await keyboard.press("Enter")
  expect(await focused()).toBe("H2")
  await goTo("Skip", "button")
  await keyboard.press("Enter")
  await expect(page.getByLabel("Digit 1 of 6")).toBeFocused()
  const code = await mailbox.lastCode(person.email)
  await keyboard.type(code)
  await expect(page.getByLabel("Digit 6 of 6")).toBeFocused()
  await keyboard.press("Enter")
  await expect(page).toHaveURL("/userDashboard")
})

test("the pictures change every five seconds, unless a person hovers, focuses or stops them", async ({
  page,
  wallet: _
}) => {
  await page.clock.install()
  await connect(page)
  await openWizard(page)
  const carousel = page.getByRole("complementary", { name: "Preview of the site" })
  const shown = () =>
    carousel.locator("figure[data-shown] img").evaluate((image) => new URL((image as HTMLImageElement).src).pathname)
  await expect(carousel).toHaveAttribute("data-running", "true")
  const seen = [await shown()]
  for (let turn = 0; turn < 3; turn++) {
    await page.clock.runFor(5_000)
    seen.push(await shown())
  }
  expect(new Set(seen)).toEqual(new Set(["/s1.png", "/s2.png", "/s3.png"]))
  expect(seen[3]).toBe(seen[0])

  await button(page, "Pause").focus()
  await expect(carousel).toHaveAttribute("data-running", "false")
  await button(page, "Pause").press("Enter")
  await page.getByLabel("Bio").focus()
  await page.clock.runFor(12_000)
  expect(await shown()).toBe(seen[3])
  await button(page, "Play").click()
  await page.mouse.move(5, 5)
  await page.getByLabel("Bio").focus()
  await expect(carousel).toHaveAttribute("data-running", "true")
})

test("with reduced motion the first picture stays", async ({ page, wallet: _ }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.clock.install()
  await connect(page)
  await openWizard(page)
  const carousel = page.getByRole("complementary", { name: "Preview of the site" })
  await page.clock.runFor(12_000)
  await expect(carousel.locator("figure[data-shown] img")).toHaveAttribute("src", "/s1.png")
  await button(page, "Next picture").click()
  await expect(carousel.locator("figure[data-shown] img")).toHaveAttribute("src", "/s2.png")
})

/**
 * Serves the site, but sends each page in two parts, cut before the last column of the phone's bar; the second follows
 * when the browser has painted the first.
 */
const inTwoParts = async (origin: string) => {
  let go = () => {}
  const painted = new Promise<void>((resolve) => {
    go = resolve
  })
  const proxy = createServer(async (request, response) => {
    if (request.url === "/painted") {
      go()
      response.end()
      return
    }
    const reply = await fetch(`${origin}${request.url}`, { headers: { cookie: request.headers.cookie ?? "" } })
    const type = reply.headers.get("content-type") ?? ""
    response.writeHead(reply.status, { "Content-Type": type })
    if (!type.startsWith("text/html")) {
      response.end(Buffer.from(await reply.arrayBuffer()))
      return
    }
    const page = await reply.text()
    const at = page.indexOf("<details", page.indexOf('class="bottom-bar'))
    response.write(page.slice(0, at))
    await painted
    response.end(page.slice(at))
  })
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  return { proxy, address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
}

test("the bar of a phone does not move when the page arrives in parts", async ({ expectedErrors, page, server }) => {
  // The ledger's addresses on the site are another origin than the proxy.
  expectedErrors.push(/blocked by CORS policy/)
  const { address, proxy } = await inTwoParts(server.origin)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.addInitScript(() => {
    const shifts: Array<number> = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: "layout-shift", buffered: true })
    const check = () => {
      if (document.querySelector(".bottom-bar a") === null) return requestAnimationFrame(check)
      return requestAnimationFrame(() => requestAnimationFrame(() => void fetch("/painted")))
    }
    check()
  })
  await page.goto(`${address}/price`)
  await expect(page.locator(".bottom-bar summary")).toBeVisible()
  // Layout shifts are reported within two frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await page.evaluate(() => (window as Window & { shifts?: Array<number> }).shifts)).toEqual([])
  await page.close()
  proxy.closeAllConnections()
  await new Promise((resolve) => proxy.close(resolve))
})

for (const [path, width] of [
  ["/signup", 1280],
  ["/signup", 360],
  ["/temp", 1280],
  ["/temp", 360]
] as const) {
  test(`nothing moves while ${path} arrives, ${width} px`, async ({ page, wallet: _ }) => {
    await page.setViewportSize({ width, height: 800 })
    await connect(page)
    await page.addInitScript(() => {
      interface Shift extends PerformanceEntry {
        readonly value: number
        readonly sources: ReadonlyArray<{
          readonly node: Node | null
          readonly previousRect: DOMRect
          readonly currentRect: DOMRect
        }>
      }
      const shifts: Array<string> = []
      Object.assign(window, { shifts })
      const place = ({ height, width, x, y }: DOMRect) => [x, y, width, height].map(Math.round).join(" ")
      new PerformanceObserver((list) => {
        for (const { sources, startTime, value } of list.getEntries() as unknown as ReadonlyArray<Shift>) {
          const moved = sources.map(({ currentRect, node, previousRect }) => {
            const element = node instanceof Element ? node : node?.parentElement
            return `${element?.outerHTML.slice(0, 90)} from ${place(previousRect)} to ${place(currentRect)}`
          })
          shifts.push(`${value} after ${Math.round(startTime)} ms: ${moved.join("; ")}`)
        }
      }).observe({ type: "layout-shift", buffered: true })
    })
    // Throttles to a phone's processor, so that what arrives in parts is also painted in parts.
    const cdp = await page.context().newCDPSession(page)
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 6 })
    await openWizard(page, path)
    await expect(page.getByText("Loading...")).toHaveCount(0)
    expect(await page.evaluate(() => (window as Window & { shifts?: Array<string> }).shifts)).toEqual([])
  })
}
