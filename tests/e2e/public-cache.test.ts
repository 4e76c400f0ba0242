/**
 * Pages that visitors share, as they leave the server, and how the server shuts down (docs/goals.md B11;
 * docs/product/safety.md).
 */
import { expect, test } from "./fixtures"
import { startServer } from "./server"
import { connect } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const nonceOf = (response: Response) =>
  /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1] ?? "none"
const noncesIn = (html: string) => new Set([...html.matchAll(/ nonce="([^"]*)"/g)].map(([, nonce]) => nonce))

test("each response has its own nonce, in its policy and in all of its scripts, compressed or not", async ({
  server
}) => {
  const nonces: Array<string> = []
  const round = async () => {
    const bodies = new Set<string>()
    for (const encoding of ["identity", "identity", "gzip", "gzip, br"]) {
      const response = await fetch(`${server.origin}/explore`, { headers: { "Accept-Encoding": encoding } })
      const html = await response.text()
      expect(response.headers.get("content-encoding")).toBe(encoding === "identity" ? null : "gzip")
      expect(response.headers.get("cache-control")).toBe("private, no-cache")
      expect(response.headers.get("set-cookie")).toBeNull()
      expect([...noncesIn(html)]).toEqual([nonceOf(response)])
      nonces.push(nonceOf(response))
      bodies.add(html.replaceAll(nonceOf(response), ""))
    }
    return bodies.size
  }
  // The demonstration's events continue after the start; between two of them all requests of a round get the same page.
  await expect.poll(round).toBe(1)
  expect(new Set(nonces).size).toBe(nonces.length)
})

test("HEAD has the headers without the body, and a client with the current page gets a 304", async ({ server }) => {
  const url = `${server.origin}/price`
  const headers = { "Accept-Encoding": "identity" }
  const whole = await (await fetch(url, { headers })).text()
  const head = await fetch(url, { method: "HEAD", headers })
  expect(head.status).toBe(200)
  expect(head.headers.get("content-length")).toBe(String(Buffer.byteLength(whole)))
  expect(await head.text()).toBe("")
  const tag = head.headers.get("etag") ?? "none"
  const again = await fetch(url, { headers: { ...headers, "If-None-Match": tag } })
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag])
  // The policy that came with the page names the nonce in it; a new one would not match.
  expect(again.headers.get("content-security-policy")).toBeNull()
  const other = await fetch(url, { headers: { ...headers, "If-None-Match": 'W/"older"' } })
  expect([other.status, (await other.text()).length]).toEqual([200, whole.length])
})

test("a shared page contains no form key and no draft id, which are good for one rendering", async ({ server }) => {
  for (const path of [
    "/",
    "/explore",
    "/explore/night-film",
    "/explore/night-film/proposals/1",
    "/support",
    "/signup"
  ]) {
    // The demonstration's votes are created some seconds after the start.
    await expect.poll(async () => (await fetch(`${server.origin}${path}`)).status, path).toBe(200)
    const response = await fetch(`${server.origin}${path}`)
    // A visitor's key is empty in the page's data; a key of 20 characters would follow its name.
    expect(await response.text(), path).not.toMatch(/name="key"|formKey\\",\\"\w{20}\\"|draftId/)
  }
})

test("the theme varies the page; nothing else that a visitor sends does", async ({ server }) => {
  const page = async (headers: Record<string, string>) => (await fetch(`${server.origin}/blog`, { headers })).text()
  expect(await page({ Cookie: "theme=dark" })).toContain('data-theme="dark"')
  expect(
    await page({ "User-Agent": "x-injected", Referer: "https://injected.example/", "X-Forwarded-Host": "evil" })
  ).not.toMatch(/injected|evil|data-theme/)
})

test("a signed-in person gets a page of their own, and nobody else ever sees it @short", async ({
  page,
  server,
  wallet
}) => {
  const shared = async () => (await fetch(server.origin)).text()
  await shared()
  await connect(page)
  await page.goto("/")
  await expect(page.locator("header community-connect")).toHaveAttribute("connected", "")
  const own = await (await page.request.get(server.origin)).text()
  expect(own).toContain(wallet.address)
  expect(await shared()).not.toContain(wallet.address)

  // Their page is rendered for each request, with a nonce and form keys of its own, and never cached.
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")
  const again = async () => {
    const response = await fetch(`${server.origin}/myCommunities`, { headers: { Cookie: cookie } })
    const html = await response.text()
    expect([...noncesIn(html)]).toEqual([nonceOf(response)])
    const kept = response.headers.get("cache-control")
    return { nonce: nonceOf(response), kept, isTheirs: html.includes(wallet.address) }
  }
  const seen = [await again(), await again(), await again()]
  expect(seen.map(({ isTheirs }) => isTheirs)).toEqual([true, true, true])
  expect(seen.map(({ kept }) => kept)).toEqual(Array.from(seen, () => "private, no-store"))
  expect(new Set(seen.map(({ nonce }) => nonce)).size).toBe(3)
  // Nor may the browser cache data requests, HEAD, or a refused post.
  const read = (method: string, path: string, body?: string) =>
    fetch(`${server.origin}${path}`, {
      method,
      headers: { Cookie: cookie, Origin: server.origin, "Content-Type": "application/x-www-form-urlencoded" },
      ...(body === undefined ? {} : { body })
    })
  for (const [method = "", path = "", body] of [
    ["GET", "/myCommunities.data"],
    ["HEAD", "/myCommunities.data"],
    ["HEAD", "/myCommunities"],
    ["GET", "/signup"],
    ["GET", "/nowhere"],
    ["POST", "/myCommunities", "intent=mute&community=nothing"],
    ["POST", "/myCommunities.data", "intent=mute&community=nothing"]
  ] as const) {
    expect((await read(method, path, body)).headers.get("cache-control"), `${method} ${path}`).toBe("private, no-store")
  }

  // Signing out takes effect immediately, also for a page that was just sent.
  const headers = { Cookie: cookie, Origin: server.origin, "Content-Type": "application/x-www-form-urlencoded" }
  await fetch(server.origin, { method: "POST", headers, body: "intent=sign-out", redirect: "manual" })
  expect((await again()).isTheirs).toBe(false)
})

test("a refused vote gets the reason in JSON, with the reference of its request", async ({ server }) => {
  const own = { Origin: server.origin, "Content-Type": "application/json" }
  const asks: ReadonlyArray<RequestInit> = [
    { method: "POST", headers: { ...own, Origin: "https://elsewhere.example" }, body: "{}" },
    { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" },
    { method: "POST", headers: own, body: "{}" },
    { method: "POST", headers: { ...own, Cookie: `__Host-session=${"a".repeat(64)}` }, body: "{" },
    { method: "POST", headers: own, body: "x".repeat(600_000) },
    { method: "PUT", headers: own, body: "{}" },
    { method: "GET" }
  ]
  const responses = await Promise.all(
    asks.map(async (ask) => {
      const response = await fetch(`${server.origin}/api/ballots`, ask)
      const { code, requestId } = JSON.parse(await response.text())
      expect(requestId).toBe(response.headers.get("x-request-id"))
      expect(response.headers.get("content-type")).toContain("application/json")
      return `${response.status} ${code}`
    })
  )
  expect(responses).toEqual([
    "403 E-ORIGIN",
    "403 E-ORIGIN",
    "401 E-AUTH",
    "401 E-AUTH",
    "413 E-SIZE",
    "401 E-AUTH",
    "405 E-METHOD"
  ])
})

test("a post to a page without a form, and data of a route that does not exist, are refused with code and reference", async ({
  server
}) => {
  const headers = { Origin: server.origin, "Content-Type": "application/x-www-form-urlencoded" }
  for (const path of ["/explore", "/explore.data", "/price", "/blog"]) {
    const response = await fetch(`${server.origin}${path}`, { method: "POST", headers, body: "intent=none" })
    const text = await response.text()
    expect([path, response.status]).toEqual([path, 405])
    expect(text).toContain("This page does not accept submissions")
    expect(text).toContain("E-METHOD")
    expect(text).toContain(response.headers.get("x-request-id") ?? "none")
    if (!path.endsWith(".data")) expect(response.headers.get("allow")).toBe("GET, HEAD")
  }
  const asked = await fetch(`${server.origin}/__manifest?version=1`)
  expect(asked.status).toBe(400)
  const { code, requestId } = JSON.parse(await asked.text())
  expect([code, requestId]).toEqual(["E-ADDRESS", asked.headers.get("x-request-id")])
  const page = await fetch(`${server.origin}/__manifest`, { headers: { Accept: "text/html" } })
  expect(await page.text()).toContain(page.headers.get("x-request-id") ?? "none")
})

test("a missing page is not cached, and has its own reference", async ({ server }) => {
  const references = new Set<string>()
  for (const _ of [1, 2]) {
    const response = await fetch(`${server.origin}/explore/no-such-room`)
    expect(response.status).toBe(404)
    const reference = response.headers.get("x-request-id") ?? "none"
    expect(await response.text()).toContain(reference)
    references.add(reference)
  }
  expect(references.size).toBe(2)
})

test("a browser that gets a 304 runs the page's scripts", async ({ page }) => {
  for (const visit of ["first", "second"]) {
    await page.goto("/price")
    await expect(page.locator("button[data-waits]")).toHaveCount(0)
    const transferred = await page.evaluate(() => {
      const [entry] = performance.getEntriesByType("navigation")
      return entry instanceof PerformanceNavigationTiming ? entry.transferSize : -1
    })
    if (visit === "first") expect(transferred).toBeGreaterThan(2_000)
    else expect(transferred).toBeLessThan(2_000)
  }
})

test("a server that gets SIGTERM reports it before it closes its port, and responds until then", async () => {
  const server = await startServer({ SEED: "none" })
  const ready = async () => (await fetch(`${server.origin}/readyz`)).status
  expect(await ready()).toBe(200)
  const stopped = server.stop()
  await expect.poll(ready, { intervals: [5] }).toBe(503)
  const page = await fetch(server.origin)
  expect(page.status).toBe(200)
  expect(page.headers.get("connection")).toBe("close")
  await stopped
  await expect(fetch(server.origin)).rejects.toThrow("fetch failed")
})
