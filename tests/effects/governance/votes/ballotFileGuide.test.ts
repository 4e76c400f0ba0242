/** The public description of the ballot file: its examples are counted, and its tables must match the schemas. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import type { Threshold } from "~/effects/access/threshold"
import { BallotProof, type Choice, Entry, PlainBallot, SealedBallot } from "~/effects/governance/votes/ballot/Ballot"
import { recount } from "~/effects/governance/votes/count/result"
import { Tie, type TieRule } from "~/effects/governance/votes/count/ties"
import { BallotFile, statedResult } from "~/effects/governance/votes/file/BallotFile"
import { FrozenProposal } from "~/effects/governance/votes/proposal/FrozenProposal"
import type { VoteType } from "~/effects/governance/votes/proposal/Proposal"
import { voteTypes } from "~/effects/governance/votes/proposal/voteTypes"
import { Sealed } from "~/effects/governance/votes/sealed/Sealed"
import { Result, Round } from "~/effects/governance/votes/Tally"
import { deriveAddress, publicKeyHash } from "~/ledger/address"
import { check, count } from "../../../../scripts/verify.mjs"
import { choicesFor, fileOf, labelled, proposalOf, testVoter, textOf } from "./world"

const guide = readFileSync(join(import.meta.dirname, "../../../../app/content/resources/ballot-file.md"), "utf8")
const [derived, ...votes] = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, text = ""]) => JSON.parse(text))

interface Example {
  readonly rules: {
    readonly voteType: VoteType
    readonly choices: ReadonlyArray<string>
    readonly quorumPct: number
    readonly thresholdPct: Threshold
    readonly seats: number | null
    readonly eligibleWeight: string
    readonly ties?: TieRule
  }
  readonly ballots: ReadonlyArray<{ readonly account: string; readonly choice: Choice; readonly weight: string }>
  readonly result: unknown
}

describe("the guide to the ballot file", () => {
  it("has worked examples for each way of counting and for a fraction, and both counts give their results", () => {
    const examples: ReadonlyArray<Example> = votes
    assert.deepStrictEqual(
      examples.map(({ rules }) => rules.voteType),
      [
        "basic",
        "basic",
        "consent",
        "single",
        "approval",
        "ranked",
        "ranked",
        "ranked",
        "score5",
        "dates",
        "weighted",
        "quadratic"
      ]
    )
    for (const { ballots, result, rules } of examples) {
      const { eligibleWeight, ...own } = rules
      const choices = rules.choices.map((key) => ({ key, label: key, note: "" }))
      const proposal = proposalOf({ voters: [testVoter("ada")], ...own, choices })
      const given = { ...proposal, snapshot: { ...proposal.snapshot, eligibleWeight } }
      assert.deepStrictEqual<unknown>(statedResult(recount(given, ballots).tally), result, rules.voteType)
      const entries = ballots.map(({ weight, ...ballot }) => ({ ballot, weight }))
      assert.deepStrictEqual<unknown>(count(given, entries), result, rules.voteType)
    }
  })

  it("derives the address it shows", () => {
    const key = hexToBytes(derived.publicKey)
    assert.strictEqual(derived.keyHash, bytesToHex(publicKeyHash(key)))
    assert.strictEqual(derived.account, deriveAddress("account", derived.curve, key, 2))
  })

  it("names every member of the file, of a ballot and of a result", () => {
    for (const { fields } of [
      BallotFile.from,
      FrozenProposal.from,
      Entry,
      PlainBallot,
      SealedBallot,
      Sealed,
      BallotProof,
      Result,
      Round,
      Tie
    ]) {
      for (const name of Object.keys(fields)) assert.match(guide, new RegExp(`[\`{, ]${name}[\`,}]`), name)
    }
  })

  it("describes choices in the forms that both checkers accept", () => {
    const shapes = [...guide.matchAll(/^\| `(\w+)` \|.*\| `(.*)` \|$/gm)].filter(([, type]) =>
      voteTypes.some((known) => known === type)
    )
    assert.strictEqual(shapes.length, voteTypes.length)
    const voter = testVoter("ada")
    for (const [, type, example = ""] of shapes) {
      const voteType = type as VoteType // One of those above.
      const made = fileOf({ voters: [voter], voteType, choices: choicesFor(voteType, labelled("Lake", "Hall")) }, [
        { voter, choice: JSON.parse(example) }
      ])
      assert.deepStrictEqual(check(textOf(made)).problems, [], example)
    }
  })
})
