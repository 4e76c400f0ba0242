/** Posts to a page without an action are refused, and a page with an action works as before. */
import type { ActionFunctionArgs, ServerBuild } from "@remix-run/node"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { startTestServer, type TestServer } from "../runtime/server"

let server: TestServer
let refusingMethods: typeof import("~/effects/server/http/pageMethods.server").refusingMethods
beforeAll(async () => {
  server = await startTestServer()
  refusingMethods = (await import("~/effects/server/http/pageMethods.server")).refusingMethods
})
afterAll(() => server.stop())

const Nothing = () => null
type Routes = ServerBuild["routes"]

/** A route as a build contains it. */
const routeOf = (id: string, module: Routes[string]["module"]): Routes => ({
  [id]: { id, path: id, module }
})

/** The result of a post: the thrown data of an action, as the error page reads it. */
const posted = async (routes: Routes, id: string): Promise<unknown> => {
  const { action } = routes[id]?.module ?? {}
  if (action === undefined) return "none"
  const args: ActionFunctionArgs = {
    request: new Request(`${server.origin}/${id}`, { method: "POST", body: "a=b" }),
    params: {},
    context: { requestId: "r-7", nonce: "", address: "192.0.2.1" }
  }
  return Promise.resolve(action(args)).catch((thrown: unknown) => thrown)
}

describe("a post to a page without an action", () => {
  it("is refused with a code, a message and a reference; others are unchanged", async () => {
    const own = async () => "its own"
    const routes = refusingMethods({
      ...routeOf("deaf", { default: Nothing }),
      ...routeOf("form", { default: Nothing, action: own }),
      ...routeOf("resource", { default: undefined as unknown as typeof Nothing, loader: own }) // as a resource route has none
    })
    const refused = await posted(routes, "deaf")
    assert.deepNestedInclude(refused as object, {
      "init.status": 405,
      "data.code": "E-METHOD",
      "data.requestId": "r-7"
    })
    assert.strictEqual(await posted(routes, "form"), "its own")
    assert.strictEqual(await posted(routes, "resource"), "none")
  })
})
