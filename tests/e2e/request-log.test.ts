/** The request log of the built server (docs/operations.md, "Logs and traces"). */
import { expect, test } from "./fixtures"

test.use({ serverEnvironment: { REQUEST_LOG: "on" } })

test("has a line for each response, without what the address or the visitor says", async ({ server }) => {
  const get = async (path: string) => {
    const response = await fetch(`${server.origin}${path}`)
    await response.text()
    return response.headers.get("x-request-id")
  }
  const ids = [await get("/price"), await get("/price?q=secret-word"), await get("/explore/secret-name")]
  ids.push(await get("/wp-login.php%00"))
  const lines = () =>
    server
      .log()
      .split("\n")
      .filter((line) => line.startsWith('{"message":"request"'))
      .map((line) => JSON.parse(line).annotations)
  await expect.poll(() => lines().filter(({ requestId }) => ids.includes(requestId)).length).toBe(ids.length)
  const ours = ids.map((id) => lines().find(({ requestId }) => requestId === id))
  expect(ours.map(({ method, route, status, network }) => [method, route, status, network])).toEqual([
    ["GET", "/price", 200, "this machine"],
    ["GET", "/price", 200, "this machine"],
    ["GET", "/explore/:slug", 404, "this machine"],
    ["GET", "other", 400, "this machine"]
  ])
  expect(JSON.stringify(lines())).not.toContain("secret")
})
