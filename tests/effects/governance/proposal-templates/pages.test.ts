/** Templates over HTTP: managed by moderators, filled in by members, and the drafts they become. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Form, openSite, PAGE, type Site, type Who } from "../proposals/site"

const TEMPLATES = "_wallet.community.detail.$id.templates.tsx"
let site: Site
let club = ""
beforeAll(async () => {
  site = await openSite()
  club = await site.club("forms")
}, 60_000)
afterAll(() => site.stop())

const at = (who: Who, file: string, query: string, form?: Form) =>
  site.ask(who, file, `/${query}`, { ...(form === undefined ? {} : { form }), params: { id: club } })
const page = async (who: Who, file: string, query: string) => {
  const answer = await at(who, file, query)
  return { ...answer, json: JSON.parse(answer.text) as Readonly<Record<string, unknown>> } // A page's data.
}

const repair: Form = {
  intent: "save",
  id: "aaaaaaaaaaaa",
  version: "0",
  name: "Repair",
  about: "Something is broken.",
  kind: "spending",
  voteType: "single",
  choice: ["Mend it", "Buy another"],
  choiceNote: ["", ""],
  periodHours: "",
  titleStart: "Repair the ",
  fieldLabel: ["What is broken", "Cost", "By when", "Who mends it"],
  fieldHelp: ["", "", "", ""],
  fieldKind: ["text", "number", "date", "member"],
  fieldNeed: ["needed", "needed", "optional", "optional"]
}
const answers = (version: string): Form => ({
  intent: "fill",
  template: "aaaaaaaaaaaa",
  version,
  title: "Repair the gate",
  "asked-1": "What is broken",
  "answer-1": "The gate.\n# Passed",
  "asked-2": "Cost",
  "answer-2": "1200",
  "asked-3": "By when",
  "answer-3": "2026-12-24",
  "asked-4": "Who mends it",
  "answer-4": "cho"
})

const rowsOf = <Row extends object>(table: string) =>
  site.within(Effect.flatMap(SqlClient.SqlClient, (sql) => sql<Row>`SELECT * FROM ${sql(table)}`))

describe("templates of a community", () => {
  it("are managed by the owner and moderators, and recorded in the activity", async () => {
    assert.strictEqual((await at("Ben", TEMPLATES, "?new=1", repair)).status, 403)
    const saved = await at("Ana", TEMPLATES, "?new=1", repair)
    assert.deepEqual([saved.status, saved.to], [303, `/community/detail/${club}/templates`])
    const reported = await rowsOf<{ readonly type: string; readonly data: string }>("activity_events")
    assert.deepEqual(
      reported.filter(({ type }) => type === "templateChanged").map(({ data }) => JSON.parse(data)),
      [{ how: "made", name: "Repair" }]
    )
  })

  it("refuse a name that is taken, also by a built-in one, and incomplete input, and keep what was typed", async () => {
    for (const name of ["repair", "Spending"]) {
      const answer = await at("Ana", TEMPLATES, "?new=1", { ...repair, id: "bbbbbbbbbbbb", name })
      assert.deepEqual(
        [answer.status, answer.json.fields],
        [422, { name: "Another template here already has this name." }]
      )
    }
    const empty = await at("Ana", TEMPLATES, "?new=1", { ...repair, id: "bbbbbbbbbbbb", name: "", fieldLabel: [] })
    assert.deepEqual(Object.keys(empty.json.fields as object), ["name", "fields"])
    assert.strictEqual((empty.json.sent as Readonly<Record<string, unknown>>).about, "Something is broken.")
  })

  it("show the stored version to the second of two concurrent editors, who can then overwrite it", async () => {
    const first = await at("Ana", TEMPLATES, "?t=aaaaaaaaaaaa", { ...repair, version: "1", about: "The first." })
    assert.strictEqual(first.status, 303)
    const late: Form = { ...repair, version: "1", about: "The second." }
    const second = await at("Ana", TEMPLATES, "?t=aaaaaaaaaaaa", late)
    assert.deepEqual([second.status, second.json.code], [409, "E-STALE"])
    const stored = second.json.stored as Readonly<Record<string, string>>
    assert.deepEqual([stored.about, stored.version], ["The first.", "2"])
    assert.strictEqual((await at("Ana", TEMPLATES, "?t=aaaaaaaaaaaa", { ...late, version: "2" })).status, 303)
  })

  it("are offered before a blank form, and send an owner's change of rules to the settings", async () => {
    const ben = await page("Ben", PAGE, "?new=choose")
    const names = (ben.json.templates as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name)
    assert.deepEqual(names, [
      "Spending",
      "Rule change",
      "Consent",
      "Find a date",
      "Election",
      "Elect a board",
      "Repair"
    ])
    assert.deepEqual([ben.json.mayManage, ben.json.leadsToSettings], [false, false])
    const ana = await page("Ana", PAGE, "?new=choose")
    assert.deepEqual([ana.json.mayManage, ana.json.leadsToSettings], [true, true])
    assert.strictEqual((await page("Ben", PAGE, "?new=1")).json.view, "form")
    assert.strictEqual((await at("Zoe", PAGE, "?new=choose")).status, 403)
  })

  it("refuse invalid answers under their own questions, and create nothing", async () => {
    const wrong = await at("Ben", PAGE, "?new=fill&template=aaaaaaaaaaaa", {
      ...answers("3"),
      title: "No",
      "answer-1": "",
      "answer-2": "many",
      "answer-3": "2026-02-31",
      "answer-4": "Zoe"
    })
    assert.deepEqual(
      [wrong.status, wrong.json.fields],
      [
        422,
        {
          title: "Title: 5 to 140 characters.",
          "answer-1": "Please answer: What is broken.",
          "answer-2": "Enter a number, such as 420 or 12.5.",
          "answer-3": "Enter a day, such as 2026-12-24.",
          "answer-4": "No active member has this name or address."
        }
      ]
    )
    const old = await at("Ben", PAGE, "?new=fill&template=aaaaaaaaaaaa", answers("2"))
    assert.deepEqual([old.status, old.json.code], [409, "E-STALE"])
    assert.strictEqual((await rowsOf("proposal_drafts")).length, 0)
  })

  it("become a draft that its author edits, labelled with the template's name", async () => {
    const form = { ...answers("3"), key: "k".repeat(32) }
    const made = await at("Ben", PAGE, "?new=fill&template=aaaaaaaaaaaa", form)
    assert.strictEqual(made.status, 303, made.text)
    // A second click leads to the same draft.
    assert.strictEqual((await at("Ben", PAGE, "?new=fill&template=aaaaaaaaaaaa", form)).to, made.to)
    const draft = await page("Ben", PAGE, made.to.slice(made.to.indexOf("?")))
    const values = draft.json.values as Readonly<Record<string, unknown>>
    assert.deepEqual(
      [values.title, values.kind, values.voteType, values.choices],
      [
        "Repair the gate",
        "spending",
        "single",
        [
          { label: "Mend it", note: "" },
          { label: "Buy another", note: "" }
        ]
      ]
    )
    const [cho] = await site.within(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ readonly accountAddress: string }>`SELECT account_address FROM users WHERE username = 'Cho'`
      )
    )
    assert.strictEqual(
      values.body,
      `## What is broken\n\nThe gate.\n\n\\# Passed\n\n## Cost\n\n1,200\n\n## By when\n\n24 Dec 2026\n\n## Who mends it\n\nCho, ${cho?.accountAddress}`
    )
    const list = await page("Ben", PAGE, "?tab=drafts")
    assert.deepEqual(
      (list.json.drafts as ReadonlyArray<{ readonly template: string }>).map(({ template }) => template),
      ["Repair"]
    )
    assert.strictEqual((await at("Zoe", PAGE, "?new=fill&template=spending", answers("0"))).status, 403)
  })

  it("are no longer offered once archived, and can be restored", async () => {
    const submit = (intent: string, version: string) =>
      at("Ana", TEMPLATES, "", { intent, id: "aaaaaaaaaaaa", version })
    assert.strictEqual((await submit("archive", "1")).status, 409)
    assert.strictEqual((await submit("archive", "3")).status, 303)
    assert.strictEqual((await at("Ben", PAGE, "?new=fill&template=aaaaaaaaaaaa")).status, 404)
    const list = await page("Ana", TEMPLATES, "")
    assert.deepEqual(
      [list.json.offered, list.json.archived].map((each) => (each as ReadonlyArray<unknown>).length),
      [0, 1]
    )
    assert.strictEqual((await submit("restore", "4")).status, 303)
    assert.strictEqual((await at("Ben", PAGE, "?new=fill&template=aaaaaaaaaaaa")).status, 200)
  })

  it("belong to one community", async () => {
    const other = await site.club("others")
    const ask = (file: string, query: string) => site.ask("Ana", file, `/${query}`, { params: { id: other } })
    assert.strictEqual((await ask(TEMPLATES, "?t=aaaaaaaaaaaa")).status, 404)
    assert.strictEqual((await ask(PAGE, "?new=fill&template=aaaaaaaaaaaa")).status, 404)
    const post = (form: Form) => site.ask("Ana", TEMPLATES, "/?new=1", { form, params: { id: other } })
    const before = JSON.stringify(await rowsOf("proposal_templates"))
    // As a new one, as the next version of one, and by its buttons.
    for (const version of ["0", "1", "5", "999999999", "x"]) {
      for (const intent of ["save", "archive", "restore"]) {
        const answer = await post({ ...repair, intent, version, key: `${intent}-of-another-${version}` })
        assert.deepEqual([answer.status, answer.json.code], [404, "E-NOT-FOUND"], `${intent} ${version}`)
      }
    }
    assert.strictEqual(JSON.stringify(await rowsOf("proposal_templates")), before)
  })

  it("respond to an invalid id as to an unknown one", async () => {
    for (const id of [
      "",
      "x",
      "AAAAAAAAAAAA",
      "aaaaaaaaaaa1",
      "a".repeat(5_000),
      "' OR 1=1 --",
      "constructor",
      "spending"
    ]) {
      const t = encodeURIComponent(id)
      assert.strictEqual((await at("Ana", TEMPLATES, `?t=${t}`)).status, 404, id)
      const fill = (await at("Ben", PAGE, `?new=fill&template=${t}`)).status
      assert.strictEqual(fill, id === "spending" ? 200 : 404, id)
      const filled = await at("Ben", PAGE, "?new=fill", { ...answers("1"), template: id })
      assert.strictEqual(filled.status, id === "spending" ? 409 : 404, id)
      for (const intent of ["save", "archive", "restore"]) {
        assert.strictEqual((await at("Ana", TEMPLATES, "", { ...repair, name: "Odd", intent, id })).status, 404, id)
      }
    }
  })
})
