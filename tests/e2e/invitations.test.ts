/**
 * A list of 40 people is invited by e-mail to a private community; three join: by the link, by the page My communities
 * after signing up with the invited address, and with a link that somebody passed on.
 */
import { checkScreen } from "./approving"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { OWNER, roomOf } from "./quiet-room"
import { button, signUp, somebody } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

test("40 people of a list are invited by e-mail, and 3 join @short", async ({
  browser,
  mailbox,
  page: newcomer,
  server,
  wallet: _
}, testInfo) => {
  test.setTimeout(240_000)
  const nora = await visitAs(browser, server.origin, OWNER)
  const { page } = nora
  const room = await roomOf(page)
  const tab = `${room}/members?tab=invitations`
  const me = somebody(testInfo)
  const guests = Array.from({ length: 38 }, (_unused, n) => `Guest ${n};guest${n}@example.org`)
  const lines = ["Name;E-mail", `Me;${me.email}`, "Theo;theo@work.example", ...guests, "Twice;theo@work.example"]

  await test.step("the page says how the list was read before anything is sent", async () => {
    await page.goto(tab)
    await expect(page.getByText("Nobody was invited by e-mail yet.")).toBeVisible()
    await checkScreen(page, "invitations-empty")
    await page
      .getByLabel(/^Or a file/)
      .setInputFiles({ name: "members.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\r\n")) })
    await button(page, "Read the list").click()
    await expect(page.getByText("40 people of your list have not joined.")).toBeVisible()
    await expect(page.getByText("Line 42: The same address as in line 3.")).toBeVisible()
    await checkScreen(page, "invitations-list")
    expect((await mailbox.emails()).filter(({ subject }) => subject.includes("Quiet Room"))).toHaveLength(0)
    await button(page, "Invite 40 people").click()
    await expect(page.getByText("40 invitations are on the way.")).toBeVisible()
  })

  const linkTo = async (address: string) => {
    let link = ""
    await expect(async () => {
      const email = (await mailbox.emails()).find(({ to }) => to === address)
      link = /http\S+\?invite=[a-z2-7]{16}/.exec(email?.text ?? "")?.[0] ?? ""
      expect(link).not.toBe("")
    }).toPass({ timeout: 60_000 })
    return link
  }

  await test.step("one joins by the link in the e-mail, without scripts", async () => {
    const link = await linkTo("theo@work.example")
    const theo = await visitAs(browser, server.origin, "Theo Marchetti")
    const plain = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
    await plain.addCookies(await theo.context.cookies())
    const at = await plain.newPage()
    await at.goto(link)
    await at.getByLabel(/I accept the/).check()
    await button(at, "Join").click()
    await expect(at.getByText(/^You are now a member of /)).toBeVisible()
    // The link is used up, and everybody later reads that.
    const late = await visitAs(browser, server.origin, "Elin Strand")
    expect((await late.page.goto(link))?.status()).toBe(404)
    await expect(late.page.getByText(/it was used, withdrawn, or has expired/)).toBeVisible()
    for (const context of [plain, theo.context, late.context]) await context.close()
  })

  await test.step("a newcomer signs up with the invited address, and finds the invitation there", async () => {
    await signUp(newcomer, mailbox, me)
    await newcomer.goto("/myCommunities")
    await newcomer.getByRole("link", { name: "Quiet Room" }).click()
    await expect(newcomer.getByText("Nothing leaves this room.")).toBeVisible()
    await newcomer.getByLabel(/I accept the/).check()
    await button(newcomer, "Join").click()
    await expect(newcomer.getByText(/^You are now a member of /)).toBeVisible()
  })

  await test.step("a link that was passed on admits somebody else, and the page says whom", async () => {
    const zoe = await visitAs(browser, server.origin, "Zoe Papadaki")
    await zoe.page.goto(await linkTo("guest7@example.org"))
    await zoe.page.getByLabel(/I accept the/).check()
    await button(zoe.page, "Join").click()
    await expect(zoe.page.getByText(/^You are now a member of /)).toBeVisible()
    await zoe.context.close()
    await page.goto(tab)
    await expect(page.getByText("Accepted 3", { exact: true })).toBeVisible()
    await expect(page.getByText("Waiting 37", { exact: true })).toBeVisible()
    await expect(page.getByRole("listitem").filter({ hasText: "guest7@example.org" })).toContainText("by Zoe Papadaki")
    await checkScreen(page, "invitations-sent")
  })

  await test.step("the list is checked again, and a link is shown as a QR code", async () => {
    await page.getByLabel("E-mail addresses and names").fill(lines.join("\n"))
    await button(page, "Read the list").click()
    await expect(page.getByText("37 people of your list have not joined.")).toBeVisible()
    await button(page, "Discard the list").click()
    await page.getByLabel("For how many people").fill("20")
    await button(page, "Create invitation").click()
    await page.getByRole("link", { name: /^QR code/ }).click()
    await expect(page.getByRole("img", { name: /^Code of the invitation link to / })).toBeVisible()
    await expect(page.getByText("For 20 people, until")).toBeVisible()
    await checkScreen(page, "invitations-qr")
  })
  await nora.context.close()
})
