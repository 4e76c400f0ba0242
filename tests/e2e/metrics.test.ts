/** /metrics of the built server: with a token, on a port of its own, and turned off (docs/operations/metrics.md). */
import { createServer } from "node:net"
import { parse } from "../effects/base/metrics/parse"
import { expect, test } from "./fixtures"
import { startServer } from "./server"

const TOKEN = "figures-for-the-journeys-0123456789abcdef"
const bearer = { Authorization: `Bearer ${TOKEN}` }

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer()
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

test.use({ serverEnvironment: { METRICS_TOKEN: TOKEN } })

test("with a token, requests are counted by route, method and status, cached pages and refusals too @short", async ({
  server
}) => {
  const get = (path: string, init: RequestInit = {}) => fetch(`${server.origin}${path}`, init)
  expect((await get("/metrics")).status).toBe(401)
  const read = async () => {
    const response = await get("/metrics", { headers: bearer })
    expect(response.status).toBe(200)
    return parse(await response.text())
  }
  for (const path of ["/price", "/price", "/price", "/explore/nobody-here", "/explore/nobody-there", "/nowhere/a/b"]) {
    await (await get(path)).text()
  }
  await get("/api/ballots", { method: "POST", body: "{}" })
  await get("/wp-login.php%00")
  const values = async () => {
    const families = await read()
    const requests = families.find(({ name }) => name === "commonhold_http_requests_total")?.samples ?? []
    return Object.fromEntries(
      requests.map(({ labels: { method, route, status }, value }) => [`${method} ${route} ${status}`, value])
    )
  }
  // A request is counted when its connection has received the end of the response.
  await expect.poll(async () => (await values())["GET /price 200"]).toBe(3)
  expect(await values()).toMatchObject({
    "GET /explore/:slug 404": 2,
    "GET /* 404": 1,
    "POST /api/ballots 403": 1,
    "GET other 400": 1,
    "GET /metrics 401": 1
  })
  expect(JSON.stringify(await values())).not.toMatch(/nobody|wp-login|nowhere/)
  const families = await read()
  const durations = families.find(({ name }) => name === "commonhold_http_request_duration_seconds")?.samples ?? []
  const price = durations.filter(({ labels }) => labels.route === "/price")
  expect(price.find(({ name }) => name.endsWith("_count"))?.value).toBe(3)
})

test("a separate port needs no token and serves metrics only there; without a setting there are none", async () => {
  const plain = await startServer()
  try {
    expect((await fetch(`${plain.origin}/metrics`, { headers: bearer })).status).toBe(404)
  } finally {
    await plain.stop()
  }
  const port = await freePort()
  const other = await startServer({ METRICS_PORT: String(port) })
  try {
    expect((await fetch(`${other.origin}/metrics`)).status).toBe(404)
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(response.status).toBe(200)
    const names = parse(await response.text()).map(({ name }) => name)
    expect(names).toContain("commonhold_ready")
    expect(names).toContain("commonhold_http_requests_total")
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  } finally {
    await other.stop()
  }
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow("fetch failed")
})

test("a metrics port in use stops the start with a message", async ({ server }) => {
  const taken = new URL(server.origin).port
  await expect(startServer({ METRICS_PORT: taken })).rejects.toThrow(/METRICS_PORT: .*EADDRINUSE/)
})
