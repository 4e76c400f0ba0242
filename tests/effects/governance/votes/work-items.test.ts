/**
 * Ballot files read part by part and checked in slices by any number of threads: the report is the same, and odd
 * files get an explanation.
 */
import { assert, describe, it } from "@effect/vitest"
import { checkBlob, checkFile } from "~/effects/governance/votes/file/checkFile"
import type { Crew } from "~/effects/governance/votes/file/gathered"
import { Cancelled, makePace, type Progress, unhurried } from "~/effects/governance/votes/file/pace"
import type { Report } from "~/effects/governance/votes/file/Report"
import type { SliceWork } from "~/effects/governance/votes/file/slices"
import { workHere } from "~/effects/governance/votes/file/sliceWork"
import { isShort } from "../../../sets"
import { sealedFile } from "./sealedFile"
import { fileOf, labelled, testVoter, textOf } from "./world"

const rows = ({ findings }: Report) => [...new Set(findings.flatMap(({ row }) => (row === null ? [] : [row])))]

/** Returns its slices in the wrong order, each as a copy, as another thread would. */
const disorderly = (atOnce: number): Crew => {
  const here = workHere(unhurried)
  let waiting: Array<() => void> = []
  const later = <A>(work: () => Promise<A>) =>
    new Promise<A>((resolve, reject) => {
      waiting.push(() => work().then((response) => resolve(structuredClone(response)), reject))
      setImmediate(() => {
        const all = waiting
        waiting = []
        for (const one of all.reverse()) one()
      })
    })
  const work: SliceWork = {
    voters: (...given) => later(() => here.voters(...given)),
    delegations: (...given) => later(() => here.delegations(...given)),
    ballots: (...given) => later(() => here.ballots(...given)),
    open: (...given) => later(() => here.open(...given))
  }
  return { atOnce, work }
}

/** Each of up to 300 voters votes again and again, within the voting period. */
const many = (ballots: number, reason: string) => {
  const voters = Array.from({ length: Math.min(ballots, 300) }, (_, n) => testVoter(`one of many ${n}`))
  const casts = Array.from({ length: ballots }, (_, n) => ({
    voter: voters[n % voters.length] ?? testVoter("nobody"),
    choice: n % 4 === 0 ? "no" : "yes",
    reason
  }))
  return textOf(fileOf({ voters }, casts, 100))
}

const file = many(600, "Because.")
const lines = file.split("\n")
const start = lines.indexOf('"ballots":[')
const withLine = (row: number, change: (line: string) => string) =>
  lines.map((line, at) => (at === start + row ? change(line) : line)).join("\n")

describe("slices", { timeout: 60_000 }, () => {
  it("give the same report in any order, by any number of threads", async () => {
    const choices = labelled("Lake", "Hall")
    const cases = [
      file,
      withLine(500, (line) => line.replace("Because.", "Becausé.")),
      withLine(431, (line) => line.replace('"seq":431', '"seq":430')),
      lines.filter((_, at) => at !== start + 400).join("\n"),
      lines.filter((_, at) => at !== start - 20).join("\n"),
      textOf(
        fileOf({ voters: [testVoter("ada")], voteType: "ranked", choices }, [
          { voter: testVoter("ada"), choice: ["lake"] }
        ])
      )
    ]
    for (const text of cases) {
      const alone = await checkFile(text)
      for (const atOnce of [3, 64]) {
        assert.deepStrictEqual(await checkFile(text, { crew: disorderly(atOnce) }), alone)
      }
    }
    assert.isTrue((await checkFile(file)).holds)
    assert.deepStrictEqual(rows(await checkFile(cases[1] ?? "")), [500])
    assert.include(rows(await checkFile(cases[3] ?? "")), 400)
  })

  it("with sealed ballots and delegations are opened and counted alike, spoilt ones too", async () => {
    for (const text of [sealedFile(), sealedFile().replace(/("voters":\[\n)(.*\n)(.*\n)/, "$1$3$2")]) {
      const alone = await checkFile(text)
      assert.deepStrictEqual(await checkFile(text, { crew: disorderly(5) }), alone)
    }
    const report = await checkFile(sealedFile())
    assert.strictEqual(report.verdict, "All 26 ballots check out. The result is Yes.")
    assert.include(report.steps.map(({ detail }) => detail).join(), "Spoilt, and not counted: numbers 21 and 24.")
    assert.deepStrictEqual(report.marks.slice(19, 22), [1, null, 0])
  })

  it("report their progress by percent and up to the end", async () => {
    const seen: Array<Progress> = []
    await checkFile(file, { onProgress: (progress) => seen.push(progress) })
    const done = seen.map((progress) => progress.done)
    assert.deepStrictEqual(
      done,
      [...done].sort((one, other) => one - other)
    )
    assert.deepStrictEqual(seen.at(-1), { done: 600, all: 600, isOpening: false })
    assert.isAbove(seen.length, 3)
  })

  it("end when the check is cancelled", async () => {
    const controller = new AbortController()
    const ended = checkFile(file, {
      pace: makePace(controller.signal),
      onProgress: ({ done }) => done > 300 && controller.abort()
    })
    assert.instanceOf(await ended.catch((cause: unknown) => cause), Cancelled)
  })

  it("end the check without a verdict if a thread is lost or the file can no longer be read", async () => {
    const lost = new Error("lost")
    const crew = disorderly(4)
    let asked = 0
    const ballots: SliceWork["ballots"] = (...given) =>
      ++asked === 3 ? Promise.reject(lost) : crew.work.ballots(...given)
    const ended = checkFile(file, { crew: { ...crew, work: { ...crew.work, ballots } } })
    assert.strictEqual(await ended.catch((cause: unknown) => cause), lost)

    class Changed extends Blob {
      override slice(from?: number, to?: number): Blob {
        if ((from ?? 0) > 0) throw new DOMException("changed since", "NotReadableError")
        return super.slice(from, to)
      }
    }
    const gone = await checkBlob(new Changed([many(2_000, "y".repeat(200))])).catch((cause: unknown) => cause)
    assert.instanceOf(gone, DOMException)
  })
})

describe.skipIf(isShort)("a file of more than 10 MiB", { timeout: 60_000 }, () => {
  const large = many(4_400, "“".repeat(500))
  const bytes = new TextEncoder().encode(large)
  const at = (row: number) => large.indexOf(`"seq":${row},`)

  it("is checked, and an error deep in it is named", async () => {
    assert.isAbove(bytes.length, 10_485_760)
    const report = await checkFile(large)
    assert.strictEqual(report.verdict, "All 4400 ballots check out. The result is Yes.")
    const from = large.lastIndexOf('"choice":"', at(4_321))
    const other = large.slice(from + 10, from + 13) === "yes" ? "no" : "yes"
    const changed = large.slice(0, from + 10) + large.slice(from + 10).replace(/^\w+/, other)
    assert.deepStrictEqual(rows(await checkFile(changed)), [4_321])
  })

  it("names the damaged ballot and the damage", async () => {
    const place = at(4_321)
    const withByte = (byte: number) => {
      const damaged = Uint8Array.from(bytes)
      const found = new TextEncoder().encode(large.slice(0, place)).length
      damaged[found + 1] = byte
      return new Blob([damaged])
    }
    for (const [byte, words] of [
      [0xff, "not UTF-8 text"],
      [0x78, "does not belong there"]
    ] as const) {
      const report = await checkBlob(withByte(byte))
      assert.isFalse(report.holds)
      assert.include(JSON.stringify(report), words)
      if (byte !== 0xff) assert.include(report.verdict, "number 4321")
    }
    for (const text of [large.slice(0, -1_000), large.slice(0, place)]) {
      const { detail, holds, verdict } = await checkFile(text)
      assert.isFalse(holds)
      assert.isAbove(verdict.length + detail.length, 20)
    }
  })

  it("is not read here in another layout, and what reads it is named", async () => {
    const parsed: unknown = JSON.parse(large)
    for (const other of [JSON.stringify(parsed), JSON.stringify(parsed, null, 1), large.replaceAll("\n", "\r\n")]) {
      const report = await checkFile(other)
      assert.isFalse(report.holds)
      assert.include(report.verdict, "“npm run verify -- file.json” reads any layout")
    }
    const spaced = large.replace('{"ballot":', '{ "ballot":')
    assert.include((await checkFile(spaced)).verdict, "reads any layout")
  })

  it("gets an explanation soon for a million empty ballots, one endless line or endless depth", async () => {
    const cut = large.indexOf('"ballots":[') + 11
    const empties = `${large.slice(0, cut)}\n${"{},\n".repeat(999_999)}{}\n${large.slice(large.indexOf('],\n"headHash"'))}`
    const reported = await checkFile(empties.padEnd(10_485_761, "\n"))
    assert.match(reported.verdict, /^\d+ ballots fail: numbers 1, 2, 3/)
    const line = "x".repeat(11_000_000)
    const deep = "[".repeat(5_500_000)
    for (const odd of [
      line,
      `{\n"schema":"ballots/1",\n"howTo":"${line}"\n}\n`,
      `${large.slice(0, cut)}\n${line}`,
      deep,
      `{\n"schema":"ballots/1",\n"howTo":${deep}`,
      `${large.slice(0, cut)}\n{"ballot":${"[".repeat(500_000)}${"]".repeat(500_000)}},\n${line}`
    ]) {
      const { holds, verdict } = await checkFile(odd)
      assert.isFalse(holds)
      assert.isAbove(verdict.length, 20)
      assert.notMatch(verdict, /undefined|Error|stack/)
    }
  })
})
