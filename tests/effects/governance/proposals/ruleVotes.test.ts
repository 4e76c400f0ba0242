/** How a community of more than three changes its rules, over HTTP: from the settings form to the ballot file. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { THRESHOLD_HELP } from "~/effects/access/exactThreshold"
import { decisionsOf } from "~/effects/communities/founding/values"
import { formOf, openSite, PAGE, type Site } from "./site"
import { rules } from "./world"

let site: Site
let club = ""
beforeAll(async () => {
  site = await openSite()
  club = await site.club("rules")
}, 60_000)
afterAll(() => site.stop())

const SETTINGS = "_wallet.community.detail.$id._index.tsx"
const LINE = "- Quorum of decisions: 10% → 35%"
const WHY = "Four of us decided the last three times. I would feel better with a third of all weight."

const governance = rules({ weightMode: "assigned" })
const save = (changes: Readonly<Record<string, string>>) =>
  site.ask("Ana", SETTINGS, "/?panel=settings&part=decisions&index", {
    form: {
      ...decisionsOf("club", governance),
      ...changes,
      shownTemplate: "club",
      intent: "save-decisions",
      version: "1"
    },
    params: { id: club }
  })
const asked = (id: string, body: string) =>
  formOf(id, { body, kind: "rule", periodHours: "168", quorumPct: "40", thresholdPct: "2/3" })
const prepare = (form: ReturnType<typeof asked>) =>
  site.ask("Ana", "api.proposals.$id.prepare.ts", "/", { json: form, params: { id: club } })

/** The id of the draft that is created when other rules are saved. */
const begin = async (changes: Readonly<Record<string, string>>) => {
  const { status, text, to } = await save(changes)
  assert.strictEqual(status, 303, text)
  return new URL(to, site.origin).searchParams.get("draft") ?? ""
}

describe("a change of the rules by a vote", () => {
  it("is refused on the field of an invalid fraction, and what was typed stays", async () => {
    for (const typed of ["0/3", "4/3", "2/7", "2/0", "two thirds"]) {
      const { json, status } = await save({ "rule.thresholdPct": typed })
      assert.strictEqual(status, 422)
      assert.deepInclude(json, { fields: { "rule.thresholdPct": THRESHOLD_HELP } })
      assert.deepInclude(json.sent, { "rule.thresholdPct": typed })
    }
  })

  it("lists old and new values in its text and its action, and nothing else", async () => {
    const id = await begin({ "decision.quorumPct": "35" })
    const draft = await site.ask("Ana", PAGE, `/?draft=${id}`, { params: { id: club } })
    assert.include(draft.text, `What changes:\\n\\n${LINE}`)
    assert.include(draft.text, '"words":["Quorum of decisions: 10% → 35%"]')
    assert.notInclude(draft.text, "Quorum of spending")

    const without = await prepare(asked(id, WHY))
    assert.strictEqual(without.status, 422)
    assert.deepEqual(without.json.fields, {
      body: `The text must state each change on a line of its own: “${LINE}”`
    })
    const unexplained = await prepare(asked(id, `What changes:\n\n${LINE}\n\nBecause.`))
    assert.deepEqual(unexplained.json.fields, { body: "Please explain in at least 50 characters." })
    const form = asked(id, `${LINE}\n\n${WHY}`)
    const { digest, statement } = (await prepare(form)).json
    const { body, nonce, publishAt = "", rules: stated } = statement as Readonly<Record<string, string>> // Returned by `prepare`.
    assert.include(body, LINE)
    assert.include(JSON.stringify(stated), '"thresholdPct":"2/3"')
    const signature = { publishAt: Date.parse(publishAt), nonce, proof: site.proofOf("Ana", String(digest)) }
    const published = await site.ask("Ana", PAGE, "/", {
      form: { ...form, intent: "publish", signature: JSON.stringify(signature) },
      params: { id: club }
    })
    assert.strictEqual(published.status, 303, published.text)

    const file = await site.ask("nobody", "explore.$slug.proposals.$n.ballots[.]json.ts", "/", {
      params: { slug: "rules", n: "1" }
    })
    const { proposal, schema } = file.json as { readonly schema: string; readonly proposal: Record<string, unknown> } // A ballot file.
    assert.strictEqual(schema, "ballots/2")
    assert.include(proposal.body, LINE)
    assert.strictEqual(proposal.thresholdPct, "2/3")
  })

  it("starts again if the rule has changed meanwhile", async () => {
    const id = await begin({ "decision.quorumPct": "40" })
    await site.within(
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const { decision } = governance.kinds
        const now = { ...governance, kinds: { ...governance.kinds, decision: { ...decision, quorumPct: 20 } } }
        return sql`UPDATE communities SET governance = ${JSON.stringify(now)} WHERE id = ${club}`
      })
    )
    const { json, status } = await prepare(asked(id, `- Quorum of decisions: 10% → 40%\n\n${WHY}`))
    assert.strictEqual(status, 422)
    assert.property(json.fields, "action")
  })
})
