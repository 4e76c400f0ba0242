/** The operators' pages: who may open them, what operators do there, and what others see of it. */
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import type { Browser, Page } from "@playwright/test"
import { demoAccount } from "~/effects/local/seed/accounts"
import { axeInAllThemes, tooWide } from "./appearance"
import { axeProblems } from "./axe"
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { runCommand } from "./runCommand"
import { button, connect, somebody, submitCode, toOtp } from "./wizard-steps"

const OPERATOR = "Marta Lindqvist"
const PERSON = "Piet van Dam"
const REASON = "Sells shoes in every thread."
/** Why the journey of a large takedown makes the site read-only; the journeys share its log. */
const PAUSED = "Its progress is read meanwhile."

test.use({
  serverEnvironment: { SEED: "demo", OPERATORS: [OPERATOR, "Amir Haddad"].map(demoAccount).join(",") }
})

/** Waits for the page's message after a form. */
const said = (page: Page, words: string | RegExp) =>
  expect(page.locator("main .notice").filter({ hasText: words }).first()).toBeVisible()

/** The same browser without scripts. */
const withoutScripts = async (browser: Browser, origin: string, page: Page) => {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false })
  await context.addCookies(await page.context().cookies())
  return { context, page: await context.newPage() }
}

const openOperator = async (page: Page, path = "/operator") => {
  await page.goto(path)
  await expect(page.getByRole("heading", { name: "Operator", level: 1 })).toBeVisible()
}

test("an operator takes an author down after a preview, and undoes all of it, without scripts @short", async ({
  browser,
  server
}) => {
  test.setTimeout(180_000)
  const AUTHOR = "Sofia Brandt"
  const sofia = await visitAs(browser, server.origin, AUTHOR)
  const marta = await visitAs(browser, server.origin, OPERATOR)
  const plain = await withoutScripts(browser, server.origin, marta.page)
  const { page } = plain
  const posts = () =>
    runCommand("admin", ["posts", AUTHOR, "--reason", "A test of all of them.", "--json"], {
      DATA_DIR: server.dataDir,
      LEDGER: "local"
    }).then(({ out }) =>
      (JSON.parse(out) as ReadonlyArray<{ readonly post: { readonly id: string; readonly shown: string } }>).map(
        ({ post }) => `${post.id} ${post.shown}`
      )
    )
  const before = await posts()
  await sofia.page.goto("/userDashboard")
  await expect(sofia.page.getByRole("heading", { name: `Hello, ${AUTHOR}` })).toBeVisible()
  expect(before.filter((post) => post.endsWith("visible")).length).toBeGreaterThan(0)

  await test.step("nobody is found under a wrong name", async () => {
    await openOperator(page, "/operator/takedown")
    await page.getByLabel("Accounts").fill(`${AUTHOR}\nNobody Here`)
    await button(page, "Preview").click()
    await expect(page.getByRole("alert")).toContainText("There is no person “Nobody Here”.")
    await expect(page.getByLabel("Accounts")).toHaveValue(`${AUTHOR}\nNobody Here`)
  })

  await test.step("the preview counts, and changes nothing", async () => {
    await page.getByLabel("Accounts").fill(AUTHOR)
    await button(page, "Preview").click()
    await expect(page.getByRole("region", { name: "Preview" })).toContainText(/Hides \d+ threads? and \d+ repl/)
    expect(await posts()).toEqual(before)
    await button(page, "Suspend and hide posts").click()
    await expect(page.getByText("Please give a reason of at least 5 characters.")).toBeVisible()
    await marta.page.goto(page.url())
    await axeInAllThemes(marta.page, [1280, 360])
  })

  await test.step("one act suspends and hides", async () => {
    await page.getByLabel("Reason (required)").fill(REASON)
    await button(page, "Suspend and hide posts").click()
    await said(page, /^Sofia Brandt: Suspended, hid \d+ posts?, ended 1 session\./)
    expect((await posts()).filter((post) => post.endsWith("visible"))).toEqual([])
    await sofia.page.goto("/userDashboard")
    await expect(sofia.page.getByRole("main")).toBeVisible()
    await expect(sofia.page.getByRole("heading", { name: `Hello, ${AUTHOR}` })).toHaveCount(0)
  })

  await test.step("the way back restores every post as it was", async () => {
    await page.getByRole("link", { name: `Undo the takedown of ${AUTHOR}` }).click()
    await page.getByRole("region", { name: "What can be undone" }).getByLabel("Reason (required)").fill("Was hacked.")
    await button(page, "Show the posts and lift the suspension").click()
    await said(page, /lifted the suspension/)
    await expect(page.getByText("No author is taken down.")).toBeVisible()
    expect(await posts()).toEqual(before)
  })
  await Promise.all([plain, sofia, marta].map(({ context }) => context.close()))
})

/** Stores hundreds of replies of an author, copies of one of theirs. */
const addReplies = (dataDir: string, account: string, many: number) => {
  const code = `const db = new (require("better-sqlite3"))(process.argv[1])
    db.pragma("busy_timeout = 5000")
    const [account, many] = [process.argv[2], Number(process.argv[3])]
    const row = db.prepare("SELECT * FROM comments WHERE author = ? AND shown = 'visible' LIMIT 1").get(account)
    const names = Object.keys(row)
    const add = db.prepare(\`INSERT INTO comments (\${names}) VALUES (\${names.map((name) => "@" + name)})\`)
    db.transaction(() => {
      for (let n = 0; n < many; n++) {
        const id = "many" + String(n).padStart(8, "0").replace(/\\d/g, (digit) => "abcdefghij"[digit])
        add.run({ ...row, id, seq: 100000 + n, root_seq: 100000 + n })
      }
    })()`
  execFileSync(process.execPath, ["-e", code, join(dataDir, "commonhold.sqlite"), account, String(many)])
}

test("hundreds of posts are hidden in the background, with the progress on the page, and shown again meanwhile", async ({
  browser,
  local,
  server
}) => {
  test.setTimeout(180_000)
  const AUTHOR = "Sofia Brandt"
  const marta = await visitAs(browser, server.origin, OPERATOR)
  const plain = await withoutScripts(browser, server.origin, marta.page)
  const admin = async (...words: ReadonlyArray<string>) => {
    const { out } = await runCommand("admin", [...words], { DATA_DIR: server.dataDir, LEDGER: "local" })
    return out
  }
  addReplies(server.dataDir, demoAccount(AUTHOR), 250)
  const { page } = plain
  const progress = page.getByRole("region", { name: "In progress" })
  // Jobs wait while the site is read-only, so that the page can be read at the beginning.
  await admin("read-only", "on", "--reason", PAUSED)
  // Servers read it within two seconds.
  await expect(async () => {
    await openOperator(page)
    await expect(page.getByText("Jobs are paused while the site is read-only.")).toBeVisible({ timeout: 500 })
  }).toPass()

  const takeDown = async () => {
    await openOperator(page, `/operator/takedown?${new URLSearchParams({ who: AUTHOR })}`)
    await page.getByLabel("Reason (required)").fill(REASON)
    await button(page, "Suspend and hide posts").click()
    await said(page, /^Sofia Brandt: Suspended, hiding \d+ posts in the background/)
  }
  await takeDown()
  await expect(progress).toContainText(/0 of \d+ posts hidden/)
  expect(await admin("takedowns")).toMatch(/^Sofia Brandt +0 of \d+ posts hidden so far/)
  await marta.page.goto("/operator/takedown")
  await axeInAllThemes(marta.page, [1280, 360])

  await test.step("it is undone before it has ended", async () => {
    await page.getByRole("link", { name: `Undo the takedown of ${AUTHOR}` }).click()
    await page.getByRole("region", { name: "What can be undone" }).getByLabel("Reason (required)").fill("Was hacked.")
    await button(page, "Show the posts and lift the suspension").click()
    await said(page, "Sofia Brandt: Showed 0 posts again, lifted the suspension.")
    await expect(progress).toHaveCount(0)
  })

  await test.step("the server hides all, and a page with scripts shows it by itself", async () => {
    await takeDown()
    await marta.page.goto("/operator/takedown")
    const seen = marta.page.getByRole("region", { name: "In progress" })
    await expect(seen).toContainText(/0 of \d+ posts hidden/)
    await admin("read-only", "off", "--reason", PAUSED)
    await expect(async () => {
      await local.advanceClock(60)
      await expect(seen).toHaveCount(0, { timeout: 6_000 })
    }).toPass()
    await expect(marta.page.getByText(/2\d\d posts hidden since/)).toBeVisible()
    await openOperator(page, `/operator/takedown?${new URLSearchParams({ who: AUTHOR })}`)
    await expect(page.getByRole("region", { name: "Preview" })).toContainText("Hides 0 threads and 0 replies.")
  })
  await Promise.all([plain, marta].map(({ context }) => context.close()))
})

test("an operator finds a person, suspends them with a reason, and lifts it; the person reads why", async ({
  browser,
  local,
  server
}) => {
  test.setTimeout(180_000)
  const piet = await visitAs(browser, server.origin, PERSON)
  const marta = await visitAs(browser, server.origin, OPERATOR)
  const { page } = marta

  await test.step("for everyone else the page does not exist", async () => {
    const response = await piet.page.goto("/operator")
    expect(response?.status()).toBe(404)
    await expect(piet.page.getByRole("heading", { name: "This page does not exist." })).toBeVisible()
    await expect(piet.page).toHaveTitle(/^This page does not exist/)
    const missing = await piet.page.request.get("/no-such-page")
    expect(response?.headers()["cache-control"]).toBe(missing.headers()["cache-control"])
    await piet.page.goto("/userDashboard")
    await expect(piet.page.getByRole("heading", { name: `Hello, ${PERSON}` })).toBeVisible()
    await expect(piet.page.getByRole("link", { name: "Operator" })).toHaveCount(0)
  })

  await test.step("a proof of an earlier day is not enough, and the wallet gives a new one", async () => {
    await local.advanceClock(25 * 3_600)
    await openOperator(page)
    await expect(page.getByText("this page needs a proof from the last 24 hours")).toBeVisible()
    await expect(page.getByRole("table")).toHaveCount(0)
    await axeInAllThemes(page, [1280, 360])
    await button(page, "Sign in with your wallet").click()
    await expect(page.getByRole("table", { name: "Jobs" })).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex")
    expect((await page.request.get("/operator")).headers()["cache-control"]).toContain("no-store")
    await expect(page.getByRole("region", { name: "You" })).toContainText("Amir Haddad")
    await page.goto("/userDashboard")
    await page.getByRole("link", { name: "Operator" }).click()
    await expect(page).toHaveURL("/operator")
  })

  await test.step("the search has an address", async () => {
    await page.getByLabel("Name, account, e-mail address or page address").fill("van Dam")
    await button(page, "Find").click()
    await expect(page).toHaveURL(/\/operator\/find\?q=van\+Dam/)
    await page.getByRole("link", { name: PERSON }).click()
    await expect(page.getByRole("region", { name: PERSON })).toContainText("in 1 browser")
  })

  await test.step("without a reason nothing happens, and the choice stays", async () => {
    await page.getByRole("radio", { name: /^Suspend/ }).check()
    await page.getByLabel("Days, to suspend").fill("3")
    await page.getByLabel("Reason (required)").fill("no")
    await button(page, "Apply").click()
    await expect(page.getByText("Please give a reason of at least 5 characters.")).toBeVisible()
    await expect(page.getByLabel("Reason (required)")).toHaveValue("no")
    await expect(page.getByLabel("Days, to suspend")).toHaveValue("3")
    await expect(page.getByRole("radio", { name: /^Suspend/ })).toBeChecked()
    await axeInAllThemes(page, [1280, 360])
  })

  await test.step("with one, the person is refused with it on their next request", async () => {
    await page.getByLabel("Reason (required)").fill(REASON)
    await button(page, "Apply").click()
    await said(page, /^Suspended until/)
    await expect(page.getByRole("region", { name: PERSON })).toContainText("Suspended until")
    await piet.page.goto("/myCommunities")
    await expect(
      piet.page.getByText(/This account is suspended on this site until .*Sells shoes/).first()
    ).toBeVisible()
  })

  await test.step("it is lifted without scripts", async () => {
    const plain = await withoutScripts(browser, server.origin, page)
    await plain.page.goto(new URL(page.url()).pathname)
    await plain.page.getByRole("radio", { name: /^Lift the suspension/ }).check()
    await plain.page.getByLabel("Reason (required)").fill("Asked by post, and promised.")
    await button(plain.page, "Apply").click()
    await said(plain.page, "Ended the suspension.")
    await plain.page.goto("/operator/find?q=nobody-like-this")
    await expect(plain.page.getByText("Nothing found for “nobody-like-this”.")).toBeVisible()
    await plain.context.close()
    await piet.page.goto("/myCommunities")
    await expect(piet.page.getByRole("heading", { name: "My communities" }).first()).toBeVisible()
  })

  await test.step("e-mails that were not sent are shown with the cause", async () => {
    await local.setFaults({ smtp: "down" })
    await page.goto("/userDashboard/edit?tab=email")
    await page.getByLabel("New e-mail").fill("marta.other@example.org")
    await button(page, "Send the code").click()
    await expect(page.getByLabel("Code", { exact: true })).toBeVisible()
    await openOperator(page, "/operator/emails")
    await expect(page.getByRole("table", { name: "E-mails that were not sent" })).toContainText("marta.other")
    await axeInAllThemes(page, [1280, 360])
    await local.setFaults({ smtp: "up" })
  })

  await test.step("the log lists all of it", async () => {
    await openOperator(page, "/operator/log")
    const rows = page.getByRole("row")
    await expect(rows.nth(1)).toContainText(`Ended the suspension`)
    await expect(rows.nth(1)).toContainText(OPERATOR)
    await expect(rows.nth(2)).toContainText(REASON)
    await axeInAllThemes(page, [1280, 360])
  })
  await piet.context.close()
  await marta.context.close()
})

test("a feature that is turned off is refused with its reason, and the page ends read-only mode", async ({
  browser,
  server
}) => {
  test.setTimeout(180_000)
  const marta = await visitAs(browser, server.origin, OPERATOR)
  const { page } = marta
  const save = async (reason: string) => {
    await page.getByRole("region", { name: "Feature flags" }).getByLabel("Reason (required)").fill(reason)
    await button(page, "Save feature flags").click()
  }

  await test.step("uploads", async () => {
    await openOperator(page)
    await page.getByRole("checkbox", { name: "Uploads" }).uncheck()
    await save("")
    await expect(page.getByText("Please give a reason of at least 5 characters.")).toBeVisible()
    await expect(page.getByRole("checkbox", { name: "Uploads" })).not.toBeChecked()
    await save("The disk is nearly full.")
    await said(page, "Turned uploads off.")
    await expect(page.locator(".page-head")).toContainText("uploads are turned off")
    await page.getByRole("checkbox", { name: "Uploads" }).check()
    // The page shows the message before it has reloaded the feature flags: until then none can be changed.
    let letRead = () => {}
    const mayRead = new Promise<void>((resolve) => {
      letRead = resolve
    })
    await page.route(/\/operator\.data/, async (route) => {
      if (route.request().method() === "GET") await mayRead
      await route.fallback()
    })
    await save("There is a new disk.")
    await said(page, "Turned uploads on.")
    await expect(page.getByRole("checkbox", { name: "Read-only" })).toBeDisabled()
    letRead()
    await page.unrouteAll({ behavior: "wait" })
    await expect(page.getByRole("checkbox", { name: "Read-only" })).toBeEnabled()
  })

  await test.step("in read-only mode everyone reads why, writes are refused, and the operator ends it", async () => {
    await page.getByRole("checkbox", { name: "Read-only" }).check()
    await save("We move to another disk.")
    await said(page, "Turned read-only on.")
    await expect(page.locator(".site-notice")).toContainText("We move to another disk.")
    const amir = await visitAs(browser, server.origin, "Ruth Okafor")
    await openCommunity(amir.page, "riverside-garden", "discussion?new=1")
    await expect(amir.page.locator(".site-notice")).toBeVisible()
    await amir.page.getByLabel("Title").fill("Soup on digging day")
    await amir.page.getByLabel("Text", { exact: true }).fill("Lentils or beans?")
    await button(amir.page, "Start the thread").click()
    await expect(amir.page.getByText(/This site is read-only for now; nothing was saved/).first()).toBeVisible()
    await expect(amir.page.getByLabel("Title")).toHaveValue("Soup on digging day")
    await axeInAllThemes(amir.page, [1280, 360])
    await amir.context.close()
    await openOperator(page)
    await expect(page.getByText("Jobs are paused while the site is read-only.")).toBeVisible()
    await axeInAllThemes(page, [1280, 768, 360])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await tooWide(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole("checkbox", { name: "Read-only" }).uncheck()
    await save("The move is over.")
    await said(page, "Turned read-only off.")
    await expect(page.locator(".site-notice")).toHaveCount(0)
  })

  await test.step("a form runs a job again", async () => {
    await page.getByRole("link", { name: "Run now: sweep" }).click()
    await expect(page).toHaveURL(/do=run-job&on=sweep/)
    const form = page.locator(".act-row")
    await form.getByLabel("Reason (required)").fill("abc")
    await form.getByRole("button", { name: "Run now" }).click()
    await expect(form.getByText("Please give a reason of at least 5 characters.")).toBeVisible()
    await expect(form.getByLabel("Reason (required)")).toHaveValue("abc")
    expect(await axeProblems(page)).toEqual([])
    await form.getByLabel("Reason (required)").fill("Old codes lay about.")
    await form.getByRole("button", { name: "Run now" }).click()
    await said(page, /The job sweep (runs within a minute|is running)/)
  })

  await test.step("the log lists all of it", async () => {
    await page.goto("/operator/log")
    for (const words of ["Turned uploads off", "Turned uploads on", "Turned read-only on", "Turned read-only off"])
      await expect(page.getByRole("row").filter({ hasText: words, hasNotText: PAUSED })).toHaveCount(1)
  })
  await marta.context.close()
})

test("a post is hidden and shown again by its address, with the reason in the community's public log", async ({
  browser,
  server
}) => {
  test.setTimeout(120_000)
  const marta = await visitAs(browser, server.origin, OPERATOR)
  const { page } = marta
  await openCommunity(page, "riverside-garden", "discussion?thread=1")
  const address = page.url()
  const title = (await page.getByRole("heading", { level: 2 }).first().textContent()) ?? ""
  await page.goto(`/operator/find?${new URLSearchParams({ q: address })}`)
  await expect(page.getByRole("region", { name: "Thread" })).toContainText("It is visible.")
  await page.getByLabel("Reason (required)").fill("Advertises a shop.")
  await button(page, "Hide it").click()
  await said(page, "Hid a thread.")
  await axeInAllThemes(page, [1280, 360])
  await openCommunity(page, "riverside-garden", "activity?view=moderation")
  await expect(page.getByText("The operators of this site").first()).toBeVisible()
  await expect(page.getByText("Reason: Advertises a shop.")).toBeVisible()
  await page.goto(`/operator/find?${new URLSearchParams({ q: address })}`)
  await page.getByLabel("Reason (required)").fill("It was no shop.")
  await button(page, "Show it again").click()
  await said(page, "Showed again a thread.")
  expect(title).not.toBe("")
  await marta.context.close()
})

test("a community is closed with a reason, and opened again", async ({ browser, server }) => {
  const marta = await visitAs(browser, server.origin, OPERATOR)
  const { page } = marta
  await page.goto("/operator/find?q=quiet")
  const entry = page.getByRole("listitem").filter({ hasText: "Quiet Room" })
  await entry.getByText("Close Quiet Room").first().click()
  await entry.getByLabel("Reason (required)").fill("abc")
  await entry.getByRole("button", { name: "Close Quiet Room" }).click()
  await expect(entry.getByText("Please give a reason of at least 5 characters.")).toBeVisible()
  await expect(entry.getByLabel("Reason (required)")).toHaveValue("abc")
  await axeInAllThemes(page, [1280, 360])
  await entry.getByLabel("Reason (required)").fill("Its owner asked for it.")
  await entry.getByRole("button", { name: "Close Quiet Room" }).click()
  await said(page, "Closed a community.")
  await expect(entry).toContainText("archived")
  await entry.getByText("Reopen Quiet Room").first().click()
  await entry.getByLabel("Reason (required)").fill("They changed their mind.")
  await entry.getByRole("button", { name: "Reopen Quiet Room" }).click()
  await said(page, "Reopened a community.")
  await marta.context.close()
})

test("the shipped command does the same on the server's database, and the server applies it", async ({
  browser,
  server
}) => {
  test.setTimeout(120_000)
  const admin = (...words: ReadonlyArray<string>) =>
    runCommand("admin", words, { DATA_DIR: server.dataDir, LEDGER: "local" })
  const because = ["--reason", REASON]
  const done = async (...words: ReadonlyArray<string>) => {
    const { err, out, status } = await admin(...words)
    expect([status, err]).toEqual([0, ""])
    return out
  }
  const piet = await visitAs(browser, server.origin, PERSON)

  await test.step("suspends and lifts", async () => {
    expect(await done("suspend", PERSON, "--days", "2", ...because)).toMatch(/^Suspended until .* UTC\.\n$/)
    await piet.page.goto("/myCommunities")
    await expect(piet.page.getByText(/This account is suspended on this site/).first()).toBeVisible()
    const again = await admin("suspend", PERSON, ...because)
    expect([again.status, again.out]).toEqual([1, ""])
    expect(again.err).toMatch(/^E-STATE: Piet van Dam is already suspended/)
    expect((await admin("suspend", PERSON)).status).toBe(2)
    expect(await done("unsuspend", PERSON, ...because)).toBe("Ended the suspension.\n")
  })

  await test.step("hides and shows", async () => {
    await openCommunity(piet.page, "riverside-garden", "discussion?thread=2")
    const address = piet.page.url()
    expect(await done("hide", address, ...because)).toBe("Hid a thread.\n")
    await piet.page.reload()
    await expect(piet.page.getByText(REASON).first()).toBeVisible()
    expect(await done("show", address, ...because)).toBe("Showed again a thread.\n")
  })

  await test.step("changes feature flags within two seconds", async () => {
    const codeOf = async (response: Response) => ((await response.json()) as { readonly code?: string }).code
    const headers = { Origin: server.origin, "Content-Type": "application/json" }
    const writing = async () =>
      codeOf(await fetch(`${server.origin}/api/ballots`, { method: "POST", headers, body: "{}" }))
    const uploading = async () => codeOf(await fetch(`${server.origin}/api/image-upload/signature`))
    await done("read-only", "on", ...because)
    await expect.poll(writing).toBe("E-READ-ONLY")
    await done("read-only", "off", ...because)
    await expect.poll(writing).toBe("E-AUTH")
    await done("switch-off", "uploads", ...because)
    await expect.poll(uploading).toBe("E-OFF")
    await done("switch-on", "uploads", ...because)
    await expect.poll(uploading).toBeUndefined()
    // The server's clock is a day ahead of the command's.
    const log: ReadonlyArray<object> = JSON.parse(await done("log", "--json", "--limit", "100"))
    expect(log).toContainEqual(expect.objectContaining({ act: "switch", summary: "Turned uploads on", reason: REASON }))
  })
  await piet.context.close()
})

test("sign-ups from a network are blocked with a reason, and allowed again without scripts", async ({
  browser,
  server
}) => {
  test.setTimeout(180_000)
  const { context, page } = await visitAs(browser, server.origin, OPERATOR)
  await openOperator(page, "/operator/signups")
  await expect(page.getByText("No domain and no network is blocked.")).toBeVisible()
  const blocks = page.getByRole("region", { name: "Blocked domains and networks" })
  const block = async (target: string) => {
    await page.getByLabel("Domain or network").fill(target)
    await blocks.getByLabel("Reason (required)").fill(REASON)
    await button(page, "Block sign-ups").click()
  }

  await block("192.0.2.7/24")
  await expect(page.getByText("A range with /24 does not begin at 192.0.2.7.")).toBeVisible()
  await expect(page.getByLabel("Domain or network")).toHaveValue("192.0.2.7/24")
  await block("192.0.2.0/24")
  await said(page, "Blocked sign-ups from 192.0.2.0/24.")
  await block("throwaway.example")
  await said(page, "Blocked sign-ups from throwaway.example.")
  await axeInAllThemes(page, [1280, 360])
  expect(await axeProblems(page)).toEqual([])

  const plain = await withoutScripts(browser, server.origin, page)
  await plain.page.goto("/operator/signups")
  await plain.page.getByRole("link", { name: "Allow sign-ups from 192.0.2.0/24" }).click()
  const row = plain.page.getByRole("listitem").filter({ hasText: "192.0.2.0/24" })
  await row.getByLabel("Reason (required)").fill("The school has moved its computers.")
  await row.getByRole("button", { name: "Allow sign-ups" }).click()
  await said(plain.page, "Allowed sign-ups from 192.0.2.0/24.")
  await expect(plain.page.getByText("throwaway.example").first()).toBeVisible()
  await plain.context.close()
  await context.close()
})

test("a sign-up waits until an operator approves it without scripts, and an invitation admits one @short", async ({
  browser,
  mailbox,
  page,
  server,
  wallet: _
}, testInfo) => {
  test.setTimeout(240_000)
  const person = somebody(testInfo)
  const marta = await visitAs(browser, server.origin, OPERATOR)
  const plain = await withoutScripts(browser, server.origin, marta.page)
  const operator = plain.page
  const region = (name: string) => operator.getByRole("region", { name })
  const setMode = async (mode: string) => {
    await operator.goto("/operator/signups")
    await region("Who can sign up")
      .getByRole("radio", { name: new RegExp(`^${mode}`) })
      .check()
    await region("Who can sign up").getByLabel("Reason (required)").fill(REASON)
    await button(operator, "Save who can sign up").click()
  }

  await test.step("the person signs up, and waits", async () => {
    await setMode("By approval")
    await said(operator, "Sign-ups are now by approval.")
    await connect(page)
    await toOtp(page, person)
    await submitCode(page, await mailbox.lastCode(person.email))
    await expect(page.getByRole("heading", { name: "Waiting for approval", level: 1 })).toBeVisible()
    await axeInAllThemes(page, [1280, 360])
  })

  await test.step("a change of the mode asks what it means for those who wait", async () => {
    await setMode("Open")
    await expect(operator.getByText("1 sign-up waits. Choose whether to approve it.")).toBeVisible()
    await expect(region("Who can sign up").getByRole("radio", { name: /^Open/ })).toBeChecked()
    await marta.page.goto("/operator/signups")
    await expect(marta.page.getByText(person.email)).toBeVisible()
    await axeInAllThemes(marta.page, [1280, 360])
  })

  await test.step("approved, the person goes on", async () => {
    await operator.goto("/operator/signups")
    await region("Waiting for approval").getByLabel("Reason (required)").fill(REASON)
    await button(operator, "Approve").click()
    await expect(operator.getByText("Choose at least one sign-up.")).toBeVisible()
    await operator.getByRole("checkbox", { name: person.name }).check()
    await button(operator, "Approve").click()
    await said(operator, "Approved 1 sign-up.")
    await expect(operator.getByText("No sign-up waits for approval.")).toBeVisible()
    await expect.poll(async () => (await mailbox.emails()).map(({ to }) => to)).toContain(person.email)
    await page.goto("/userDashboard")
    await expect(page.getByRole("heading", { name: `Hello, ${person.name}` })).toBeVisible()
  })

  await test.step("by invitation, only its link shows the wizard", async () => {
    await setMode("By invitation")
    await said(operator, "Sign-ups are now by invitation.")
    await operator.getByLabel("For whom").fill("The choir")
    await region("Invitations to the site").getByLabel("Reason (required)").fill(REASON)
    await button(operator, "Make a link").click()
    const link = await region("Invitations to the site").locator(".digest").innerText()
    const guest = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
    const reader = await guest.newPage()
    await reader.goto("/signup")
    await expect(reader.getByText("Signing up here needs an invitation.")).toBeVisible()
    await reader.goto(link)
    await expect(reader.getByText("You were invited.")).toBeVisible()
    await operator.getByRole("link", { name: "Withdraw the invitation for The choir" }).click()
    await region("Invitations to the site").getByRole("listitem").getByLabel("Reason (required)").fill(REASON)
    await button(operator, "Withdraw").click()
    await said(operator, "Withdrew the invitation to the site for The choir.")
    await reader.goto("/signup")
    await expect(reader.getByText("Your invitation was used, withdrawn, or has expired.")).toBeVisible()
    await guest.close()
    await setMode("Open")
    await said(operator, "Sign-ups are now open.")
  })
  await Promise.all([plain, marta].map(({ context }) => context.close()))
})
