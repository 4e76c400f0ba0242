/** A webhook from its first day: added by an owner, called for a new member, verified by its receiver, sent again. */
import { createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { tooWide } from "./appearance"
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

interface Arrived {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver that refuses the first delivery of each event, and accepts the second. */
const startReceiver = async () => {
  const arrived: Array<Arrived> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const isRepeat = arrived.some(({ headers }) => headers["webhook-id"] === request.headers["webhook-id"])
      arrived.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(isRepeat ? 200 : 500).end(isRepeat ? "thank you" : "not today")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo // a TCP server has one
  return { arrived, url: `http://127.0.0.1:${port}/hook`, stop: () => server.close() }
}

const isGenuine = ({ body, headers }: Arrived, secret: string): boolean => {
  const [id, time, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headers[name])
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  return signature === `v1,${createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64")}`
}

test("an owner adds a webhook, it reports who joined, and a failed delivery is sent again @short", async ({
  browser,
  server
}) => {
  test.setTimeout(180_000)
  const receiver = await startReceiver()
  const owner = await visitAs(browser, server.origin, "Theo Marchetti")
  const { page } = owner
  await page.setViewportSize({ width: 360, height: 800 })
  await openCommunity(page, "night-film")
  const settings = `${new URL(page.url()).pathname}?panel=settings&part=webhooks`

  const secret = await test.step("errors are shown, what was typed stays, and the secret is shown once", async () => {
    await page.goto(settings)
    await page.getByLabel("Address").fill("http://10.0.0.1/hook")
    await page.getByLabel("A member joins").check()
    await button(page, "Add").click()
    await expect(page.getByRole("alert")).toContainText("The address must begin with https://.")
    await expect(page.getByLabel("Address")).toHaveValue("http://10.0.0.1/hook")
    await expect(page.getByLabel("A member joins")).toBeChecked()
    await page.getByLabel("Address").fill(receiver.url)
    await button(page, "Add").click()
    const shown = page.getByText(/^whsec_/)
    await expect(shown).toBeVisible()
    const text = (await shown.textContent()) ?? ""
    expect(await tooWide(page)).toEqual([])
    await page.goto(settings)
    await expect(page.getByText("Nothing has been sent yet.")).toBeVisible()
    await expect(page.getByText(/whsec_/)).toHaveCount(0)
    return text
  })

  await test.step("a person joins, and the receiver verifies the sender", async () => {
    const other = await visitAs(browser, server.origin, "Milan Petrov")
    await openCommunity(other.page, "night-film")
    await other.page.locator(".join-menu > summary").click()
    await other.page.getByRole("checkbox", { name: /house rules/i }).check()
    await other.page.locator(".join-menu").getByRole("button", { name: "Join", exact: true }).click()
    await expect(other.page.locator(".join-menu > summary")).toHaveText("Membership")
    await other.context.close()
    await expect.poll(() => receiver.arrived.length).toBe(1)
    const [message] = receiver.arrived
    if (message === undefined) throw new Error("nothing arrived")
    expect(isGenuine(message, secret)).toBe(true)
    expect(isGenuine({ ...message, body: message.body.replace("member", "number") }, secret)).toBe(false)
    expect(JSON.parse(message.body)).toMatchObject({ schema: "webhook/1", type: "member.joined" })
  })

  await test.step("the log shows the response, and sends the delivery again", async () => {
    await expect(async () => {
      await page.goto(settings)
      await expect(page.getByText("Not delivered, status 500")).toBeVisible({ timeout: 1_000 })
    }).toPass()
    expect(await tooWide(page)).toEqual([])
    await page.getByRole("button", { name: "Send again" }).click()
    await expect(page.getByText("Done.")).toBeVisible()
    await expect.poll(() => receiver.arrived.length).toBe(2)
    expect(receiver.arrived[1]?.headers["webhook-id"]).toBe(receiver.arrived[0]?.headers["webhook-id"])
    await expect(async () => {
      await page.goto(settings)
      await expect(page.getByText("Delivered, status 200")).toBeVisible({ timeout: 1_000 })
    }).toPass()
  })

  await test.step("without JavaScript: a test, a pause, a new secret, and the end", async () => {
    const context = await browser.newContext({
      baseURL: server.origin,
      javaScriptEnabled: false,
      storageState: await owner.context.storageState()
    })
    const plain = await context.newPage()
    await plain.goto(settings)
    await plain.getByRole("button", { name: "Send a test" }).click()
    await expect.poll(() => receiver.arrived.length).toBe(3)
    expect(JSON.parse(receiver.arrived[2]?.body ?? "{}")).toMatchObject({ type: "test", data: {} })
    await plain.getByRole("button", { name: "Pause" }).click()
    await expect(plain.getByText("Paused since")).toBeVisible()
    await plain.getByRole("button", { name: "New secret" }).click()
    await expect(plain.getByText(/^whsec_/)).toBeVisible()
    await plain.getByRole("button", { name: "Remove" }).click()
    await expect(plain.getByRole("heading", { name: /^127\.0\.0\.1/ })).toHaveCount(0)
    await context.close()
  })

  await test.step("only the owner may open it", async () => {
    const other = await visitAs(browser, server.origin, "Hanna Vogel")
    await other.page.goto(settings)
    await expect(other.page.getByText("Only the owner can change settings.").first()).toBeVisible()
    await other.context.close()
  })
  await owner.context.close()
  receiver.stop()
})
