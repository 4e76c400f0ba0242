/** Features that operators turned off: what is refused, with which messages, and that nothing typed is lost. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, test } from "vitest"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import type { Feature } from "~/effects/base/feature-flags/flags"
import { openDemo } from "./demo"

const REASON = "We look into a fault."
let demo: Awaited<ReturnType<typeof openDemo>>
beforeAll(async () => {
  demo = await openDemo()
}, 120_000)
afterAll(() => demo.stop())

const set = (feature: Feature, isOff: boolean) =>
  demo.within(
    Effect.gen(function* () {
      const flags = yield* FeatureFlags
      yield* isOff ? flags.set(feature, REASON) : flags.reset(feature)
      yield* flags.refresh
    })
  )

interface ReceivedResponse {
  readonly data: Readonly<Record<string, unknown>>
  readonly init: { readonly status: number; readonly headers: Headers } | null
}
/** The error that a program gets, with when to try again. */
const reported = async (response: Response) => {
  const { code, message } = (await response.json()) as { readonly code?: string; readonly message?: string }
  return [response.status, code, message, response.headers.get("Retry-After")]
}
const off = (words: string) => [503, "E-OFF", `${words} is switched off for now. ${REASON}`, "600"]

describe("features that operators turned off", () => {
  test("founding: the form returns everything typed, drafts are still saved, and it works afterwards", async () => {
    const { action } = await import("~/routes/_wallet.create")
    const basics = {
      intent: "open",
      step: "basics",
      name: "Night Film Club",
      slug: "night-films",
      tagline: "We watch."
    }
    const post = async (form: Readonly<Record<string, string>>) =>
      (await demo.post(action, form, "outsider")) as unknown as ReceivedResponse
    await set("communities", true)
    const { data, init } = await post(basics)
    assert.deepEqual([init?.status, init?.headers.get("Retry-After")], [503, "600"])
    assert.deepInclude(data, {
      ok: false,
      code: "E-OFF",
      message: `Founding new communities is switched off for now. ${REASON}`,
      sent: basics
    })
    const review = await post({ intent: "open", step: "review" })
    assert.strictEqual(review.init?.status, 503)
    await set("communities", false)
    const again = await post({ intent: "open", step: "review" })
    // What was typed meanwhile is saved as a draft: only its missing fields are named now.
    assert.strictEqual(again.data.code, "E-FIELDS")
    assert.notProperty(again.data.fields, "name")
  })

  test("bonds: nothing is issued or bought, and units can still be redeemed", async () => {
    const orders = await import("~/routes/api.bonds.$id.orders._index")
    const issue = await import("~/routes/api.bonds.$id.issue")
    const [found] = await demo.within(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{
          readonly id: string
          readonly communityId: string
        }>`SELECT s.id, s.community_id FROM bond_series s
          JOIN communities c ON c.id = s.community_id WHERE s.settled_units > 0 ORDER BY s.id`
      )
    )
    const { communityId, id } = found ?? { communityId: "", id: "" }
    const order = (direction: "buy" | "redeem") =>
      demo.call(orders.action, { series: id, direction, units: "1", hasRead: true }, "owner", { id: communityId })
    await set("bonds", true)
    assert.deepEqual(await reported(await order("buy")), off("Issuing and buying bonds"))
    assert.notStrictEqual((await reported(await order("redeem")))[1], "E-OFF")
    const issued = await demo.call(issue.action, { series: id }, "owner", { id: communityId })
    assert.deepEqual(await reported(issued), off("Issuing and buying bonds"))
    await set("bonds", false)
    assert.notStrictEqual((await reported(await order("buy")))[1], "E-OFF")
  })

  test("uploads: no permission is given", async () => {
    const { loader } = await import("~/routes/api.image-upload.signature")
    const ask = () => demo.call(loader, undefined, "member")
    await set("uploads", true)
    assert.deepEqual(await reported(await ask()), off("Uploading pictures"))
    await set("uploads", false)
    assert.strictEqual((await ask()).status, 200)
  })

  test("sign-ups: both pages of the form say so before anything is typed", async () => {
    const [alone, inside] = [await import("~/routes/signup"), await import("~/routes/_site.temp")]
    const closed = async () => {
      const { ends } = await demo.visit([alone.loader, inside.loader], "/signup", {}, "visitor")
      return ends.map((end) => end.status === "fulfilled" && Object(end.value).closed)
    }
    await set("signups", true)
    const words = `Signing up is switched off for now. ${REASON}`
    assert.deepEqual(await closed(), [words, words])
    await set("signups", false)
    assert.deepEqual(await closed(), [null, null])
  })
})
