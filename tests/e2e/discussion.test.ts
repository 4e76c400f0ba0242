/** Discussion in a community: live for several readers, without JavaScript, and with hostile texts. */
import type { Page } from "@playwright/test"
import { hostileTexts } from "../effects/conversation/discussion/hostile"
import { checkScreen } from "./approving"
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { PDF, pdf } from "./pdf"

test.use({ serverEnvironment: { SEED: "demo" } })

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
/**
 * Holds the script with this name back until the returned function is called; without "entry.client" no page hydrates.
 */
const sleeping = async (page: Page, script = "entry.client"): Promise<() => void> => {
  const { promise, resolve } = deferred()
  await page.route(`**/assets/${script}-*.js`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
const deferred = () => {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
const replies = (page: Page) => page.getByRole("region", { name: /repl/ })

test("a thread is started, answered while it is being read, agreed with, edited and hidden @short", async ({
  browser,
  server
}) => {
  test.setTimeout(180_000)
  const ruth = await visitAs(browser, server.origin, "Ruth Okafor")
  const piet = await visitAs(browser, server.origin, "Piet van Dam")

  await openCommunity(ruth.page, "riverside-garden", "discussion")
  await ruth.page.getByRole("link", { name: "New thread" }).click()
  await expect(ruth.page.getByRole("heading", { name: "New thread" })).toBeVisible()
  await expect(ruth.page.getByRole("tab", { name: "Preview" })).toBeVisible()
  await ruth.page.getByLabel("Title").fill("Soup")
  await ruth.page.getByLabel("Text", { exact: true }).fill("Lentils or **beans** on digging day?")
  await ruth.page.getByRole("tab", { name: "Preview" }).click()
  await expect(ruth.page.getByRole("tabpanel").locator("strong")).toHaveText("beans")
  await button(ruth.page, "Start the thread").click()
  await expect(ruth.page.getByRole("alert")).toContainText("Title: 5 to 140 characters.")
  await ruth.page.getByLabel("Title").fill("Soup on digging day")
  await button(ruth.page, "Start the thread").click()
  await expect(ruth.page.getByRole("heading", { name: "Soup on digging day" })).toBeVisible()
  await expect(ruth.page.locator(".live-line")).toHaveText("Live")
  const address = ruth.page.url()

  // The author attaches a PDF, by a plain form; what lies about its kind is refused.
  await ruth.page.getByLabel("Attach a file").setInputFiles(pdf("recipe.pdf", "<script>"))
  await button(ruth.page, "Attach").click()
  await expect(ruth.page.getByText(/“recipe.pdf” is neither a PDF nor a picture/)).toBeVisible()
  await ruth.page.getByLabel("Attach a file").setInputFiles(pdf("recipe.pdf", PDF))
  await button(ruth.page, "Attach").click()
  await expect(ruth.page.getByRole("link", { name: "recipe.pdf" })).toBeVisible()
  await checkScreen(ruth.page, "thread-files")

  // The file is removed and brought back.
  await ruth.page.getByRole("button", { name: "Remove recipe.pdf" }).click()
  await expect(ruth.page.getByText("File removed.")).toBeVisible()
  await expect(ruth.page.getByRole("link", { name: "recipe.pdf" })).toBeHidden()
  await button(ruth.page, "Undo").press("Enter")
  await expect(ruth.page.getByText("The file is back.")).toBeVisible()
  await expect(ruth.page.getByRole("link", { name: "recipe.pdf" })).toBeVisible()
  await expect(button(ruth.page, "Undo")).toBeHidden()

  // A form intent that no page has is refused with a message, with the community's header or without it, and never as a
  // 500.
  const odd = await ruth.page.request.post(address, {
    form: { intent: "no such button" },
    headers: { Origin: server.origin }
  })
  expect(odd.status()).toBe(400)
  expect(await odd.text()).toContain("The request could not be read.")

  // Piet replies; Ruth's page shows a notice and changes only when she asks. What he types before his page is hydrated
  // becomes part of the reply (docs/product/safety.md).
  const wake = await sleeping(piet.page)
  await piet.page.goto(address, { waitUntil: "commit" })
  await piet.page.getByLabel("Your reply").fill("Lentils. ")
  wake()
  await expect(piet.page.locator(".live-line")).toHaveText("Live")
  await piet.page.getByLabel("Your reply").press("End")
  await piet.page.getByLabel("Your reply").pressSequentially("The bees have no view.")
  await button(piet.page, "Reply").click()
  await expect(piet.page.getByRole("article", { name: "Piet van Dam" })).toContainText("Lentils.")
  await expect(piet.page.getByLabel("Your reply")).toHaveValue("")
  const pill = button(ruth.page, "1 new reply")
  await expect(pill).toBeVisible()
  await expect(replies(ruth.page)).not.toContainText("Lentils.")
  await pill.click()
  const reply = ruth.page.getByRole("article", { name: "Piet van Dam" })
  await expect(reply).toContainText("Lentils.")
  await expect(pill).toBeHidden()

  await reply.getByRole("button", { name: /^Agree/ }).click()
  await expect(reply.getByRole("button", { name: "Agree · 1" })).toHaveAttribute("aria-pressed", "true")
  await reply.getByRole("link", { name: /^Reply/ }).click()
  const under = ruth.page.getByRole("form", { name: "Reply to Piet van Dam" })
  await under.getByLabel("Your reply").fill("Thank you, @Piet van Dam.")
  await under.getByRole("button", { name: "Reply", exact: true }).click()
  await expect(ruth.page.getByRole("article", { name: "Ruth Okafor" }).last()).toContainText(
    "Thank you, @Piet van Dam."
  )
  await expect(ruth.page.getByRole("link", { name: "@Piet van Dam" })).toBeVisible()

  // Piet edits within five minutes, so without a mark. A moderator hides the post, and everyone can read why.
  await piet.page.goto(address)
  const own = piet.page.getByRole("article", { name: "Piet van Dam" })
  await own.getByText("More", { exact: true }).click()
  await own.getByRole("link", { name: "Edit" }).click()
  await piet.page.getByRole("form", { name: "Edit" }).getByLabel("Your reply").fill("Beans, on reflection.")
  await button(piet.page, "Save").click()
  await expect(own).toContainText("Beans, on reflection.")
  await expect(own.getByRole("link", { name: "edited" })).toHaveCount(0)

  const sofia = await visitAs(browser, server.origin, "Sofia Brandt")
  await sofia.page.goto(address)
  const seen = sofia.page.getByRole("article", { name: "Piet van Dam" })
  await seen.getByText("More", { exact: true }).click()
  await seen.getByRole("link", { name: "Hide" }).click()
  await sofia.page.getByLabel("Reason").fill("beans are a matter of faith")
  await button(sofia.page, "Hide").click()
  await expect(seen).toContainText("Hidden by a moderator: beans are a matter of faith.")
  await expect(seen.getByText("Beans, on reflection.")).toBeHidden()
  await seen.getByText("Show anyway").click()
  await expect(seen.getByText("Beans, on reflection.")).toBeVisible()
  for (const { context } of [ruth, piet, sofia]) await context.close()
})

test("a member's first posts wait: seen by their author alone, then one is published and one refused", async ({
  browser,
  server
}) => {
  test.setTimeout(180_000)
  const people = ["Marta Lindqvist", "Piet van Dam", "Ruth Okafor", "Sofia Brandt"] as const
  const [marta, piet, ruth, sofia] = await Promise.all(people.map((name) => visitAs(browser, server.origin, name)))
  if (!marta || !piet || !ruth || !sofia) throw new Error("a person is missing")

  await openCommunity(ruth.page, "riverside-garden", "discussion?new=1")
  await ruth.page.getByLabel("Title").fill("Who has seen the ladder?")
  await ruth.page.getByLabel("Text", { exact: true }).fill("It was beside the shed on Sunday.")
  await button(ruth.page, "Start the thread").click()
  await expect(ruth.page.getByRole("heading", { name: "Who has seen the ladder?" })).toBeVisible()
  const address = ruth.page.url()

  await openCommunity(marta.page, "riverside-garden", "activity?view=moderation")
  await marta.page.getByLabel("First posts of each member that need approval").selectOption("The first three")
  await button(marta.page, "Save").click()
  await expect(marta.page.getByText("First posts now wait for a moderator.")).toBeVisible()

  // A thread and a reply by somebody who has published fewer.
  await openCommunity(piet.page, "riverside-garden", "discussion?new=1")
  await piet.page.getByLabel("Title").fill("Cheap honey, write to me")
  await piet.page.getByLabel("Text", { exact: true }).fill("Ten jars a week.")
  await button(piet.page, "Start the thread").click()
  await expect(piet.page.getByRole("heading", { name: "Your posts awaiting approval" })).toBeVisible()
  await checkScreen(piet.page, "first-posts-own")
  await piet.page.goto(address)
  await piet.page.getByLabel("Your reply").fill("The bakery has it.")
  await button(piet.page, "Reply").click()
  await expect(piet.page.getByRole("heading", { name: "Your posts awaiting approval" })).toBeVisible()
  await piet.page.goto(address)
  await expect(piet.page.locator(".live-line")).toHaveText("Live")
  await expect(piet.page.getByLabel("Your reply")).toHaveValue("")
  const waiting = piet.page.getByRole("article", { name: "Waiting for a moderator; only you see it" })
  await expect(waiting).toContainText("The bakery has it.")
  await checkScreen(piet.page, "first-posts-thread")
  await ruth.page.goto(address)
  await expect(ruth.page.getByText("The bakery has it.")).toBeHidden()

  // A proposal shows it in the same way.
  await openCommunity(piet.page, "riverside-garden", "proposals?p=1")
  await piet.page.getByLabel("Your reply").fill("Who carries it there?")
  await button(piet.page, "Reply").click()
  await expect(piet.page.getByRole("heading", { name: "Your posts awaiting approval" })).toBeVisible()
  await openCommunity(piet.page, "riverside-garden", "proposals?p=1")
  await expect(piet.page.getByLabel("Your reply")).toHaveValue("")
  await expect(waiting).toContainText("Who carries it there?")
  await checkScreen(piet.page, "first-posts-proposal")
  await openCommunity(ruth.page, "riverside-garden", "proposals?p=1")
  await expect(ruth.page.getByText("Who carries it there?")).toBeHidden()

  await openCommunity(sofia.page, "riverside-garden", "activity?view=moderation")
  const queued = (text: string) => sofia.page.getByRole("article", { name: /Piet van Dam/ }).filter({ hasText: text })
  await checkScreen(sofia.page, "first-posts-queue")
  await queued("Ten jars").getByLabel("Reason").fill("offers belong on the notice board")
  await queued("Ten jars").getByRole("button", { name: "Refuse" }).click()
  await expect(queued("Ten jars")).toBeHidden()
  await queued("bakery").getByRole("button", { name: "Publish" }).click()
  await expect(queued("bakery")).toBeHidden()

  await ruth.page.goto(address)
  await expect(ruth.page.getByRole("article", { name: "Piet van Dam" })).toContainText("The bakery has it.")
  await piet.page.goto(address)
  await expect(waiting).toBeHidden()
  await openCommunity(piet.page, "riverside-garden", "discussion?waiting=1")
  await expect(piet.page.getByText("offers belong on the notice board")).toBeVisible()

  // The journeys below post in the same community.
  await marta.page.getByLabel("First posts of each member that need approval").selectOption("None")
  await button(marta.page, "Save").click()
  await expect(marta.page.getByText("First posts no longer wait.")).toBeVisible()
  for (const { context } of [marta, piet, ruth, sofia]) await context.close()
})

test("amounts align at the end of their column, on phones too, and an external picture is a link", async ({
  browser,
  server
}) => {
  const { page } = await visitAs(browser, server.origin, "Ruth Okafor")
  await openCommunity(page, "riverside-garden", "discussion")
  await page.getByRole("link", { name: "New thread" }).click()
  await page.getByLabel("Title").fill("What the tools cost")
  const table = "| Tool | Shop | XRD |\n|---|---|---:|\n| Spade | Hardware store | 125.50 |\n| Rake | Market | 9.00 |"
  await page.getByLabel("Text", { exact: true }).fill(`${table}\n\n![](https://pictures.example/spade.png)`)
  await button(page, "Start the thread").click()
  await expect(page.getByRole("link", { name: "https://pictures.example/spade.png" })).toBeVisible()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByText("125.50", { exact: true })).toHaveCSS("text-align", "end")
    await expect(page.getByText("Hardware store", { exact: true })).toHaveCSS("text-align", "start")
  }
})

test("a reply typed below a proposal before hydration is kept and posted", async ({ browser, server }) => {
  const { page } = await visitAs(browser, server.origin, "Ruth Okafor")
  await openCommunity(page, "riverside-garden", "proposals?p=1")
  const box = page.getByLabel("Your reply")
  const arrive = await sleeping(page, "talk-part")
  await page.reload({ waitUntil: "commit" })
  await box.fill("Typed ")
  await expect(page.locator("header community-connect")).toHaveAttribute("connected", "") // the page around it is hydrated
  await box.press("End")
  await box.pressSequentially("early")
  arrive()
  await expect(page.getByRole("tab", { name: "Preview" })).toBeVisible()
  await page.getByRole("tab", { name: "Preview" }).click()
  await expect(page.getByRole("tabpanel").getByRole("paragraph")).toHaveText("Typed early")
  await page.getByRole("tab", { name: "Write" }).click()
  await expect(box).toHaveValue("Typed early")
  await button(page, "Reply").click()
  await expect(page.getByRole("article", { name: "Ruth Okafor" }).last()).toContainText("Typed early")
  await expect(box).toHaveValue("")
})

test("while the server does not respond a page keeps what was typed, says so, and recovers automatically", async ({
  browser,
  server
}) => {
  const { context, page } = await visitAs(browser, server.origin, "Ruth Okafor")
  await openCommunity(page, "riverside-garden", "discussion?new=1")
  await expect(page.getByRole("tab", { name: "Preview" })).toBeVisible()
  await page.getByLabel("Title").fill("Who waters on Sunday?")
  await page.getByLabel("Text", { exact: true }).fill("I am away until Tuesday.")
  const notice = page.getByText("The server does not answer. This page stays as it is and tries again automatically.")
  const typed = async () => {
    await expect(page.getByLabel("Title")).toHaveValue("Who waters on Sunday?")
    await expect(page.getByLabel("Text", { exact: true })).toHaveValue("I am away until Tuesday.")
  }
  const pages = /discussion\.data/
  // The page retries automatically, and the form by a click. The proxy responds for a server that is being replaced.
  await page.route(pages, (route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }))
  await page.evaluate(() => Object(window).__remixRouter.revalidate())
  await expect(notice).toBeVisible()
  await typed()
  await page.unroute(pages)
  await expect(notice).toBeHidden({ timeout: 20_000 })
  await page.route(pages, (route) => route.abort())
  await button(page, "Start the thread").click()
  await expect(notice).toBeVisible()
  await typed()
  await page.unroute(pages)
  await expect(notice).toBeHidden({ timeout: 20_000 })
  await typed()
  await button(page, "Start the thread").click()
  await expect(page.getByRole("heading", { name: "Who waters on Sunday?" })).toBeVisible()
  await context.close()
})

test("a removed thread comes back within ten seconds, and the offer disappears automatically", async ({
  browser,
  server
}) => {
  const { context, page } = await visitAs(browser, server.origin, "Ruth Okafor")
  await openCommunity(page, "riverside-garden", "discussion")
  await page.getByRole("link", { name: "New thread" }).click()
  await page.getByLabel("Title").fill("Posted in a hurry")
  await page.getByLabel("Text", { exact: true }).fill("The gate is open.")
  await button(page, "Start the thread").click()
  const heading = page.getByRole("heading", { name: "Posted in a hurry" })
  await expect(heading).toBeVisible()
  await page.clock.install()
  const remove = async () => {
    const own = page.getByRole("article", { name: "Ruth Okafor" })
    await own.getByText("More", { exact: true }).click()
    await own.getByRole("link", { name: "Remove" }).click()
    await expect(page.getByText("You can undo this for 10 seconds.")).toBeVisible()
    await button(page, "Remove").click()
    await expect(page.getByRole("status").getByText("Thread removed.")).toBeVisible()
  }
  await remove()
  await expect(page.getByRole("link", { name: "Posted in a hurry" })).toBeHidden()
  await checkScreen(page, "undo")
  const offer = page.locator('form[action="/undo"]')
  const removal = (await offer.locator('input[name="removal"]').getAttribute("value")) ?? ""
  await offer.getByRole("button").click()
  await expect(heading).toBeVisible()
  await expect(page.getByText("The gate is open.")).toBeVisible()
  await expect(page.getByRole("status").getByText("The thread is back.")).toBeVisible()
  await remove()
  await page.clock.fastForward("00:11")
  await expect(page.getByText("Thread removed.")).toBeHidden()
  // What cannot be undone says why.
  const stranger = await visitAs(browser, server.origin, "Piet van Dam")
  const refused = await stranger.page.request.post(`${server.origin}/undo`, {
    form: { intent: "undo", removal },
    headers: { Origin: server.origin }
  })
  expect(refused.status()).toBe(404)
  expect(await refused.text()).toContain("There is nothing to undo.")
  for (const each of [context, stranger.context]) await each.close()
})

test("without JavaScript people read, post and agree, and keep what they typed", async ({ browser, server }) => {
  test.setTimeout(120_000)
  const signedIn = await visitAs(browser, server.origin, "Nadia Rahimi")
  const cookies = await signedIn.context.cookies()
  await signedIn.context.close()
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await openCommunity(page, "riverside-garden", "discussion")
  await page.getByRole("link", { name: "The north tank loses a third of its water" }).click()
  await page.getByLabel("Your reply").fill("   ")
  await button(page, "Reply").click()
  await expect(page.getByRole("alert")).toContainText("Please write something.")
  await page.getByLabel("Your reply").fill("Basil needs water too.")
  await button(page, "Reply").click()
  const own = page.getByRole("article", { name: "Nadia Rahimi" })
  await expect(own).toContainText("Basil needs water too.")
  await own.getByText("More", { exact: true }).click()
  await own.getByRole("link", { name: "Remove" }).click()
  await button(page, "Remove").click()
  await expect(page.getByText("Basil needs water too.")).toBeHidden()
  await expect(page.getByText("Comment removed.")).toBeVisible()
  await button(page, "Undo").click()
  await expect(own).toContainText("Basil needs water too.")
  await expect(page.getByText("The comment is back.")).toBeVisible()
  const first = page.getByRole("article", { name: "Sofia Brandt" })
  await first.getByRole("button", { name: "Agree · 3" }).click()
  await expect(first.getByRole("button", { name: "Agree · 4" })).toHaveAttribute("aria-pressed", "true")
  await page.getByText("Show anyway").click()
  await expect(page.getByText("My cousin sells tanks")).toBeVisible()
  await context.close()
})

test("hostile texts are shown as text: nothing runs, and no other site gets a request", async ({ browser, server }) => {
  test.setTimeout(180_000)
  const { context, page } = await visitAs(browser, server.origin, "Clara Monteiro")
  const calls: Array<string> = []
  const strangers: Array<string> = []
  await page.exposeFunction("canary", (what: unknown) => calls.push(String(what)))
  page.on("request", (request) => {
    if (!request.url().startsWith(server.origin) && /^https?:/.test(request.url())) strangers.push(request.url())
  })
  page.on("dialog", (dialog) => {
    calls.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await openCommunity(page, "riverside-garden", "discussion")
  await page.goto(`${page.url()}?new=1`)
  const text = page.getByLabel("Text", { exact: true })
  for (const hostile of hostileTexts(400, 20_000)) {
    await page.getByRole("tab", { name: "Write" }).click()
    await text.fill(hostile)
    const result = page.waitForResponse((response) => response.url().endsWith("/api/preview"))
    await page.getByRole("tab", { name: "Preview" }).click()
    expect((await result).status()).toBe(200)
    await expect(page.getByRole("tabpanel").locator(".prose")).toBeVisible()
    // Sends each element the events that an injected handler might wait for.
    await page.getByRole("tabpanel").evaluate((panel) => {
      for (const element of panel.querySelectorAll("*")) {
        for (const name of ["mouseover", "focus", "error", "load", "toggle"]) element.dispatchEvent(new Event(name))
      }
    })
  }
  await page.getByRole("tab", { name: "Write" }).click()
  await text.fill(hostileTexts(40, 15_000)[0] ?? "")
  await page.getByLabel("Title").fill("<img src=x onerror=canary(1)><script>canary(2)</script>")
  await button(page, "Start the thread").click()
  await expect(page.getByRole("heading", { name: "<img src=x onerror=canary(1)>" })).toBeVisible()
  await expect(page.locator("main script, main iframe, main object, main [onerror], main [style]")).toHaveCount(0)
  expect(calls).toEqual([])
  expect(strangers).toEqual([])
  await context.close()
})
