/** Odd values in the place of an id or a page position: the site finds something or not, without an internal error. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Form, openSite, type Site, type Who } from "../proposals/site"

const PAGE = "_wallet.community.detail.$id.delegations.tsx"
let site: Site
let [club, other] = ["", ""]
beforeAll(async () => {
  site = await openSite()
  club = await site.club("lenders")
  other = await site.club("borrowers")
}, 60_000)
afterAll(() => site.stop())

const at = (who: Who, id: string, query: string, form?: Form) =>
  site.ask(who, PAGE, `/${query}`, { ...(form === undefined ? {} : { form }), params: { id } })
const accounts = () =>
  site.within(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) =>
        sql<{ readonly username: string; readonly accountAddress: string }>`SELECT username, account_address FROM users`
    )
  )

const ODD = ["", "x", "aaaaaaaaaaaa", "' OR 1=1 --", "constructor", "0".repeat(64), "z".repeat(5_000), "%00", "\uD800"]

/** Delegates as the page does, signed. */
const delegate = async (from: "Ben" | "Cho", to: string, community: string) => {
  const form = {
    intent: "delegate",
    to,
    kinds: ["decision", "spending"],
    until: new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  }
  const prepared = await site.ask(from, "api.delegations.$id.prepare.ts", "/", {
    json: form,
    params: { id: community }
  })
  assert.strictEqual(prepared.status, 200, prepared.text)
  const { delegation, digest } = prepared.json as {
    readonly digest: string
    readonly delegation: { readonly madeAt: string; readonly nonce: string }
  } // Returned by `prepare`.
  const signature = JSON.stringify({
    publishAt: Date.parse(delegation.madeAt),
    nonce: delegation.nonce,
    proof: site.proofOf(from, digest)
  })
  const sent = () =>
    site.ask(from, "api.delegations.$id._index.ts", "/", { form: { ...form, signature }, params: { id: community } })
  // Two at the same moment store one delegation, and both succeed.
  assert.deepEqual(
    (await Promise.all([sent(), sent()])).map(({ status }) => status),
    [200, 200]
  )
  return digest
}

describe("delegation with odd input", () => {
  it("withdraws no delegation of another community or person, or that does not exist", async () => {
    const cho = (await accounts()).find(({ username }) => username === "Cho")?.accountAddress ?? ""
    const digest = await delegate("Ben", cho, club)
    const rows = () => site.within(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT * FROM active_delegations`))
    const before = JSON.stringify(await rows())
    const refused: ReadonlyArray<readonly [Who, string, string]> = [
      ["Ben", other, digest],
      ["Cho", club, digest],
      ["Zoe", club, digest],
      ...ODD.map((odd) => ["Ben", club, odd] as const)
    ]
    for (const [who, community, sent] of refused) {
      const response = await at(who, community, "", { intent: "withdraw", digest: sent })
      assert.include([409, 422], response.status, `${who} ${sent.slice(0, 20)}: ${response.text}`)
    }
    assert.strictEqual(JSON.stringify(await rows()), before)
    assert.strictEqual((await at("Ben", club, "", { intent: "withdraw", digest })).status, 200)
  })

  it("finds no community with an odd id, on the page and for the wallet", async () => {
    for (const id of ODD) {
      assert.strictEqual((await at("Ben", id, "")).status, 404, id)
      for (const file of ["api.delegations.$id.prepare.ts", "api.delegations.$id._index.ts"]) {
        const response = await site.ask("Ben", file, "/", {
          ...(file.includes("prepare") ? { json: {} } : { form: { intent: "delegate" } }),
          params: { id }
        })
        assert.strictEqual(response.status, 404, `${file} ${id}`)
      }
    }
  })

  it("refuses anyone who is not a member, and reveals nothing about them", async () => {
    const zoe = (await accounts()).find(({ username }) => username === "Zoe")?.accountAddress ?? ""
    const said = new Set<string>()
    for (const to of [zoe, "account_tdx_2_nobody", ...ODD.filter((odd) => odd !== "" && odd !== "\uD800")]) {
      const json = { to, kinds: ["decision"], until: new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10) }
      const response = await site.ask("Ben", "api.delegations.$id.prepare.ts", "/", { json, params: { id: club } })
      assert.strictEqual(response.status, 422, to)
      said.add(JSON.stringify(response.json.fields))
    }
    assert.strictEqual(said.size, 1)
  })

  it("reads an invalid page position as the beginning", async () => {
    for (const name of ["after", "from", "done", "used", "q"]) {
      for (const odd of [...ODD, "9".repeat(300), `1~${"0".repeat(64)}`, "~account_tdx_2_x"]) {
        const response = await at("Ben", club, `?${new URLSearchParams({ [name]: odd })}`)
        assert.strictEqual(response.status, 200, `${name}=${odd.slice(0, 20)}`)
      }
    }
  })

  it("returns no accounts for a vote that does not exist", async () => {
    for (const proposal of ODD) {
      const listed = await site.ask("Ben", "api.ballots.$proposal.accounts.ts", "/", { params: { proposal } })
      assert.deepEqual([listed.status, listed.json], [200, { accounts: [] }], proposal)
      const receipt = await site.ask("Ben", "api.ballots.$proposal.receipt.ts", "/?seq=1", { params: { proposal } })
      assert.strictEqual(receipt.status, 404, proposal)
    }
    const mine = (await accounts()).find(({ username }) => username === "Dev")?.accountAddress ?? ""
    for (const account of [mine, "account_tdx_2_nobody", "x", "z".repeat(5_000)]) {
      const response = await site.ask("Ben", "api.ballots.$proposal.receipt.ts", `/?account=${account}`, {
        params: { proposal: "aaaaaaaaaaaa" }
      })
      assert.deepEqual([response.status, response.json.code], [403, "E-BALLOT-ACCOUNT"], account.slice(0, 20))
    }
  })
})
