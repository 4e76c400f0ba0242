/** Proposals and ballots over HTTP (startTestServer): every button, and every way in which a ballot can be wrong. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { LOCAL_DAPP_DEFINITION } from "~/effects/base/settings/networks"
import { type Receipt, writeReceipt } from "~/effects/governance/votes/ballot/receipt"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { edit, type Form, formOf, openSite, PAGE, publish, type Site, type Who } from "./site"

let site: Site
let club = ""
beforeAll(async () => {
  site = await openSite()
  club = await site.club("kettle")
}, 60_000)
afterAll(() => site.stop())

const submit = (who: Who, query: string, form: Form) => site.ask(who, PAGE, `/${query}`, { form, params: { id: club } })
const refusal = async (
  response: Promise<{ readonly status: number; readonly json: Readonly<Record<string, unknown>> }>
) => {
  const { json, status } = await response
  return [status, json.code]
}
const count = (table: string) =>
  site.within(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM ${sql(table)}`
      return Number(row?.n ?? 0)
    })
  )

describe("the forms of a proposal's pages", () => {
  it("publish what was signed, link the thread both ways, and serve the signed file", async () => {
    const thread = await site.ask("Ben", "_wallet.community.detail.$id.discussion.tsx", "/?new=1", {
      form: {
        intent: "start",
        title: "A second kettle",
        body: "Who wants one?",
        category: "idea",
        key: "k".repeat(32)
      },
      params: { id: club }
    })
    assert.strictEqual(thread.status, 303, thread.text)
    const wrong = await site.ask("Ben", "api.proposals.$id.prepare.ts", "/", {
      json: formOf("proposalaaaa", { body: "Short.", quorumPct: "5" }),
      params: { id: club }
    })
    assert.deepEqual(
      [wrong.status, wrong.json.fields],
      [422, { body: "Please explain in at least 50 characters.", quorumPct: "This community asks for at least 10%." }]
    )
    assert.deepEqual(await refusal(submit("Ben", "", { ...formOf("proposalaaaa"), intent: "publish" })), [
      422,
      "E-PROOF"
    ])
    assert.strictEqual(await count("proposals"), 0)
    const published = await publish(site, club, "proposalaaaa", { thread: "1" })
    assert.deepEqual([published.status, published.to], [303, `/community/detail/${club}/proposals?p=1`])
    const page = await site.ask("Cho", PAGE, "/?p=1", { params: { id: club } })
    assert.include(page.text, '"threadNumber":1')
    const linked = await site.ask("Cho", "_wallet.community.detail.$id.discussion.tsx", "/?thread=1", {
      params: { id: club }
    })
    assert.include(linked.text, '"proposalNumber":1')

    const params = { id: club, number: "1" }
    const file = await site.ask("nobody", "api.proposals.$id.$number.file.ts", "/", { params })
    const report = await checkFile(file.text)
    assert.isTrue(report.holds, report.detail)
    assert.include(report.verdict, "This proposal was signed by account_tdx_2_")
  })

  it("keep every version readable, each with the file of what was signed", async () => {
    const review = { reviewHours: "24" }
    const published = await publish(site, club, "proposaldddd", review)
    const number = Number(new URL(published.to ?? "", site.origin).searchParams.get("p"))
    for (const [version, title] of [
      [1, "Two more kettles"],
      [2, "Three more kettles"]
    ] as const) {
      const edited = await edit(site, club, "proposaldddd", number, version, { ...review, title })
      assert.strictEqual(edited.status, 303, edited.text)
    }
    const versions = await site.ask("Cho", PAGE, `/?p=${number}&do=versions`, { params: { id: club } })
    const params = { id: club, number: String(number) }
    const titles: Array<string> = []
    for (const version of [3, 2, 1]) {
      const query = `?version=${version}`
      assert.include(versions.text, `/api/proposals/${club}/${number}/file${query}`)
      const file = await site.ask("nobody", "api.proposals.$id.$number.file.ts", `/${query}`, { params })
      const report = await checkFile(file.text)
      assert.isTrue(report.holds, report.detail)
      titles.push(report.subject)
    }
    assert.deepEqual(titles, ["Three more kettles", "Two more kettles", "A second kettle"])
    const none = await site.ask("nobody", "api.proposals.$id.$number.file.ts", "/?version=4", { params })
    assert.strictEqual(none.status, 404)
    await submit("Ana", `?p=${number}`, { intent: "cancel", reason: "Two are enough." })
  })

  it("sign the times of a poll for a date, and refuse wrong times and an action in words", async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const poll = {
      ...formOf("proposalpoll"),
      voteType: "dates",
      timesAre: "clock",
      timeZone: "UTC",
      timeStart: [`${day(21)}T18:00`, `${day(20)}T18:00`],
      timeEnd: [`${day(21)}T20:00`, `${day(20)}T20:00`]
    }
    const prepared = (changes: Readonly<Record<string, unknown>>) =>
      site.ask("Cho", "api.proposals.$id.prepare.ts", "/", { json: { ...poll, ...changes }, params: { id: club } })
    const { statement } = (await prepared({})).json
    assert.deepInclude((statement as { readonly choices: ReadonlyArray<object> }).choices[0], {
      key: "c1",
      start: `${day(20)}T18:00:00.000Z`,
      end: `${day(20)}T20:00:00.000Z`
    })
    const refused = async (changes: Readonly<Record<string, unknown>>) => {
      const { json, status } = await prepared(changes)
      return [status, json.code, json.fields]
    }
    assert.deepEqual(await refused({ timeZone: "Mars/Base" }), [
      422,
      "E-FIELDS",
      { timeZone: "“Mars/Base” is not a time zone. Enter one such as Europe/Berlin, or UTC." }
    ])
    assert.deepEqual(await refused({ timeEnd: [`${day(21)}T17:00`, `${day(20)}T20:00`] }), [
      422,
      "E-FIELDS",
      { times: "Time 1: it ends before it starts." }
    ])
    assert.deepEqual(await refused({ timeStart: "", timeEnd: 7 }), [422, "E-FIELDS", { times: "Enter 2 to 20 times." }])
    const manifest = `CALL_METHOD Address("${LOCAL_DAPP_DEFINITION}") "lock_fee" Decimal("20");`
    assert.deepEqual(await refused({ manifest }), [
      422,
      "E-FIELDS",
      { voteType: "A poll for a date executes nothing. Remove the action, or choose another way to vote." }
    ])
  })

  it("change the times of a poll during its review, each version with the file of what was signed", async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const days = (...starts: ReadonlyArray<number>) => ({
      voteType: "dates",
      timesAre: "days",
      timeStart: starts.map(day),
      timeEnd: starts.map(() => ""),
      reviewHours: "24"
    })
    const published = await publish(site, club, "proposaldays", days(30, 31))
    const number = Number(new URL(published.to ?? "", site.origin).searchParams.get("p"))
    const early = await site.ask("Ben", "api.proposals.$id.prepare.ts", "/", {
      json: { ...formOf("proposaldays"), ...days(2, 31) },
      params: { id: club }
    })
    assert.deepEqual(early.json.fields, {
      times: "Time 1: it starts before voting closes. Choose a later time, or a shorter voting time."
    })
    assert.strictEqual((await edit(site, club, "proposaldays", number, 1, days(32, 30, 31))).status, 303)
    const page = await site.ask("Cho", PAGE, `/?p=${number}`, { params: { id: club } })
    assert.include(page.text, `"start":"${day(32)}"`)
    for (const [version, count] of [
      [1, 2],
      [2, 3]
    ] as const) {
      const params = { id: club, number: String(number) }
      const file = await site.ask("nobody", "api.proposals.$id.$number.file.ts", `/?version=${version}`, { params })
      const { statement } = JSON.parse(file.text) as { readonly statement: { readonly choices: ReadonlyArray<object> } }
      assert.lengthOf(statement.choices, count)
      assert.isTrue((await checkFile(file.text)).holds)
    }
    await submit("Ana", `?p=${number}`, { intent: "cancel", reason: "Everybody is away." })
  })

  it("refuse another person's signature, and a second thread", async () => {
    const form = formOf("proposalbbbb")
    const { digest, statement } = (
      await site.ask("Cho", "api.proposals.$id.prepare.ts", "/", { json: form, params: { id: club } })
    ).json
    const { nonce, publishAt } = statement as Readonly<Record<string, string>> // Returned by `prepare`.
    const signature = { publishAt: Date.parse(publishAt ?? ""), nonce, proof: site.proofOf("Ben", String(digest)) }
    const forged = submit("Cho", "", { ...form, intent: "publish", signature: JSON.stringify(signature) })
    assert.deepEqual(await refusal(forged), [401, "E-PROOF"])
    const own = { ...signature, proof: site.proofOf("Cho", String(digest)) }
    const changed = submit("Cho", "", {
      ...form,
      title: "A third kettle",
      intent: "publish",
      signature: JSON.stringify(own)
    })
    assert.deepEqual(await refusal(changed), [401, "E-PROOF"])
    assert.strictEqual(await count("proposals"), 3)
  })

  it("keep drafts for their author, and report a conflict to the later of two windows", async () => {
    const draft = { ...formOf("draftaaaaaaa"), intent: "save-draft", version: "0" }
    const saved = await submit("Ben", "", draft)
    assert.deepEqual([saved.status, saved.to], [303, `/community/detail/${club}/proposals?new=1&draft=draftaaaaaaa`])
    assert.deepEqual(await refusal(submit("Ben", "", draft)), [409, "E-STALE"])
    assert.strictEqual((await submit("Cho", "", { intent: "discard", id: "draftaaaaaaa" })).status, 404)
    assert.strictEqual((await submit("Ben", "", { intent: "discard", id: "draftaaaaaaa" })).status, 303)
  })

  it("return specific errors for each button, and change nothing", async () => {
    const cases: ReadonlyArray<readonly [Who, string, Readonly<Record<string, string>>, number, string]> = [
      ["Ben", "?p=1", { ...formOf("proposalaaaa"), intent: "edit", version: "1", post: "" }, 422, "E-PROOF"],
      ["Cho", "?p=1", { intent: "cancel", reason: "I do not like it." }, 409, "E-STATE"],
      ["Ana", "?p=1", { intent: "cancel", reason: "No" }, 422, "E-FIELDS"],
      ["Ana", "?p=1", { intent: "call-off", reason: "It rains." }, 409, "E-STATE"],
      ["Ana", "?p=1", { intent: "call-off", reason: "No" }, 422, "E-FIELDS"],
      ["nobody", "?p=1", { intent: "call-off", reason: "Because I can." }, 401, "E-AUTH"],
      ["Ben", "?p=1", { intent: "progress", body: "Bought." }, 409, "E-STATE"],
      ["Cho", "?p=1", { intent: "progress", body: "Bought." }, 403, "E-ROLE"],
      ["Ben", "?p=1", { intent: "answer", seq: "1", answer: "We made room." }, 409, "E-STATE"],
      ["Ben", "?p=1", { intent: "answer", seq: "1", answer: " " }, 422, "E-FIELDS"],
      ["Cho", "?p=1", { intent: "answer", seq: "1", answer: "We made room." }, 403, "E-ROLE"],
      ["Ben", "?p=1", { intent: "note", note: "Bought." }, 409, "E-STATE"],
      ["Ben", "?p=1", { intent: "reply", body: "", key: "a".repeat(32) }, 422, "E-FIELDS"],
      ["Zoe", "?p=1", { intent: "reply", body: "Hello.", key: "b".repeat(32) }, 403, "E-MEMBER"],
      ["nobody", "?p=1", { intent: "cancel", reason: "Because I can." }, 401, "E-AUTH"],
      ["Ben", "?p=1", { intent: "explode" }, 400, "E-BODY"],
      ["Ben", "?p=7", { intent: "cancel", reason: "Because I can." }, 404, "E-NOT-FOUND"]
    ]
    for (const [who, query, form, status, code] of cases) {
      const response = await submit(who, query, form)
      assert.deepEqual(
        [response.status, response.json.code ?? code],
        [status, code],
        `${who} ${form.intent} ${response.text}`
      )
    }
    const executed = await submit("Ana", "?p=1", { intent: "execute", txId: "txid_tdx_2_1" })
    assert.isTrue(executed.status >= 400 && executed.status < 500, executed.text)
  })
})

describe("a vote that opens later", () => {
  const opensAt = (text: string) => new Date(Date.parse(text.replace(",", ""))).toISOString().slice(0, 16)

  it("returns its opening time to anyone who asks for a ballot or the file or sends a ballot; hides drafts", async () => {
    const published = await publish(site, club, "proposalllll", { reviewHours: "24" })
    const number = published.to?.match(/p=(\d+)/)?.[1] ?? ""
    const prepared = await site.prepared("Ben", "proposalllll", "yes")
    const moment = String(prepared.json.message).match(/^Voting opens (.+)\.$/)?.[1] ?? ""
    assert.deepEqual([prepared.status, prepared.json.code], [409, "NOT_OPEN"])
    assert.strictEqual(
      String((prepared.json.details as { readonly opensAt: string }).opensAt).slice(0, 16),
      opensAt(moment)
    )
    const other = await site.signed("Dev", "proposalaaaa", "yes")
    const early = { ...other, ballot: { ...other.ballot, proposal: "proposalllll" } }
    assert.deepEqual(await refusal(site.cast("Dev", early)), [409, "NOT_OPEN"])
    assert.deepEqual(await refusal(site.prepared("Zoe", "proposalllll", "yes")), [403, "NOT_MEMBER"])
    for (const file of ["json", "csv"]) {
      const response = await site.ask("nobody", `explore.$slug.proposals.$n.ballots[.]${file}.ts`, "/", {
        params: { slug: "kettle", n: number }
      })
      assert.deepEqual([response.status, response.json.code], [409, "NOT_OPEN"], file)
    }
    assert.deepEqual(await refusal(site.prepared("Ben", "proposalzzzz", "yes")), [404, "E-NOT-FOUND"])
  })
})

describe("ballots over HTTP (docs/product/errors.md)", () => {
  it("count a double click once, and never one of a stranger, a visitor or a thief", async () => {
    const sent = await site.signed("Ben", "proposalaaaa", "yes")
    const both = await Promise.all([site.cast("Ben", sent), site.cast("Ben", sent)])
    assert.sameDeepMembers(
      both.map(({ json, status }) => [status, json.code]),
      [
        [200, undefined],
        [409, "E-BALLOT-USED"]
      ]
    )
    assert.deepEqual(await refusal(site.prepared("Zoe", "proposalaaaa", "yes")), [403, "NOT_MEMBER"])
    assert.deepEqual(await refusal(site.cast("nobody", sent)), [401, "E-AUTH"])
    assert.deepEqual(await refusal(site.cast("Cho", await site.signed("Dev", "proposalaaaa", "no"))), [422, "E-BALLOT"])
    assert.strictEqual(await count("ballots"), 1)
  })

  it("return a receipt, later also as a file, for the voter alone; /verify accepts both", async () => {
    const sent = await site.signed("Eva", "proposalaaaa", "no", "Too loud.")
    const { json } = await site.cast("Eva", sent)
    const fetched = (who: Who, query = "/") =>
      site.ask(who, "api.ballots.$proposal.receipt.ts", query, { params: { proposal: "proposalaaaa" } })
    const kept = await fetched("Eva")
    assert.deepEqual([kept.status, kept.json], [200, json])
    assert.strictEqual(kept.text, writeReceipt(json as unknown as Receipt))
    const report = await checkFile(kept.text)
    assert.isTrue(report.holds, report.detail)
    const again = await site.cast("Eva", await site.signed("Eva", "proposalaaaa", "yes"))
    assert.strictEqual((await fetched("Eva")).json.digest, again.json.digest)
    assert.strictEqual((await fetched("Eva", `/?seq=${json.seq}`)).json.digest, json.digest)
    for (const [who, query, status] of [
      ["nobody", "/", 401],
      ["Dev", "/", 404],
      ["Dev", `/?seq=${json.seq}`, 404],
      ["Eva", "/?seq=0", 404],
      ["Eva", "/?seq=1e9", 404],
      ["Zoe", "/", 404]
    ] as const) {
      assert.strictEqual((await fetched(who, query)).status, status, `${who} ${query}`)
    }
  })

  it("are refused with a code when they are not a ballot of a vote, and nothing is stored", async () => {
    const choices = { choice: ["Lake", "Hall"], choiceNote: ["", ""] }
    const published = await publish(site, club, "proposalcccc", { voteType: "weighted", ...choices })
    assert.strictEqual(published.status, 303, published.text)
    const stored = await count("ballots")
    const wrong: ReadonlyArray<unknown> = [
      { c1: -1, c2: 101 },
      { c1: Number.NaN, c2: 100 },
      { c1: 2 ** 53 + 1 },
      { c1: 50.5, c2: 49.5 },
      { c1: "100" },
      { c1: 99 },
      { c9: 100 },
      ["c1", "c1"],
      "yes",
      "c1",
      null,
      [],
      {}
    ]
    for (const choice of wrong) {
      const response = await site.ask("Cho", "api.ballots.prepare.ts", "/", {
        json: { proposal: "proposalcccc", choice, reason: "" }
      })
      assert.deepEqual([response.status, response.json.code], [422, "E-BALLOT"], JSON.stringify(choice))
      // The same in a ballot that was prepared and signed as another one.
      const sent = await site.signed("Cho", "proposalcccc", { c1: 100 })
      const cast = await site.cast("Cho", { ...sent, ballot: { ...sent.ballot, choice } })
      assert.include([401, 422], cast.status, JSON.stringify(choice))
      assert.include(["E-BALLOT", "E-PROOF"], cast.json.code)
    }
    assert.strictEqual(await count("ballots"), stored)
  })

  it("are refused with an explanation when quadratic points exceed the credits, and counted otherwise", async () => {
    const choices = { choice: ["Lake", "Hall"], choiceNote: ["", ""] }
    // The voting method is refused on its field if members have different weights.
    const unequal = await site.ask("Ben", "api.proposals.$id.prepare.ts", "/", {
      json: formOf("proposaleeee", { voteType: "quadratic", ...choices }),
      params: { id: club }
    })
    assert.deepEqual(
      [unequal.status, unequal.json.fields],
      [
        422,
        {
          voteType:
            "Quadratic points work only in communities where every member has the same weight. Choose another way to vote."
        }
      ]
    )
    const equals = await site.club("equals", { weightMode: "member" })
    const published = await publish(site, equals, "proposaleeee", { voteType: "quadratic", ...choices })
    assert.strictEqual(published.status, 303, published.text)
    const whole = "Points are whole numbers from 0 to 10; 10 points cost all 100 credits."
    const many = "Your points cost 101 credits, but you have 100. Remove some points."
    for (const [choice, message] of [
      [{ c1: 10, c2: 1 }, many],
      [{ c1: -1 }, whole],
      [{ c1: 2.5 }, whole],
      [{}, "Give at least one point."],
      [{ c9: 1 }, "Give points to the choices of this proposal."],
      ["c1", "Give points to the choices of this proposal."]
    ] as const) {
      const response = await site.ask("Cho", "api.ballots.prepare.ts", "/", {
        json: { proposal: "proposaleeee", choice, reason: "" }
      })
      assert.deepEqual([response.status, response.json.code], [422, "E-BALLOT"], JSON.stringify(choice))
      assert.include(response.text, message)
    }
    const cast = await site.cast("Cho", await site.signed("Cho", "proposaleeee", { c1: 6, c2: 8 }))
    assert.strictEqual(cast.status, 200, cast.text)
  })

  it("are refused with another ballot's nonce, another weight, reason, time or account", async () => {
    const stored = await count("ballots")
    const sent = await site.signed("Cho", "proposalaaaa", "yes", "Because.")
    const other = await site.signed("Dev", "proposalaaaa", "no")
    const changes: ReadonlyArray<Readonly<Record<string, unknown>>> = [
      { nonce: other.ballot.nonce },
      { nonce: "0".repeat(32) },
      { reason: "Because not." },
      { castAt: "2020-01-01T00:00:00.000Z" },
      { account: other.ballot.account },
      { proposal: "proposalcccc" },
      { proposalDigest: "0".repeat(64) },
      { supersedes: "0".repeat(64) },
      { networkId: 1 },
      { weight: "1000" },
      { v: 2 },
      { kind: "bullet" }
    ]
    for (const change of changes) {
      const response = await site.cast("Cho", { ...sent, ballot: { ...sent.ballot, ...change } })
      assert.isTrue(response.status >= 400 && response.status < 500, `${JSON.stringify(change)} ${response.status}`)
      assert.match(String(response.json.code), /^E-(BALLOT|BALLOT-ORDER|CHALLENGE|PROOF)$/)
    }
    for (const body of ["", "[]", "null", '{"ballot":', `"${"a".repeat(10_000)}"`]) {
      const { cast } = site
      const response = await cast("Cho", body === "" ? {} : body)
      assert.isTrue(response.status === 400 || response.status === 422, body.slice(0, 20))
    }
    assert.strictEqual(await count("ballots"), stored)
    assert.strictEqual((await site.cast("Cho", sent)).status, 200)
  })
})
