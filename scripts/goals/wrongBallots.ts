/**
 * Fault test of docs/goals.md B7: sends 100,000 signed ballots with one thing wrong through the server's checks, which
 * must accept none; and ballot files through the stand-alone script, which must accept every valid one and name the
 * ballot of every changed field.
 */
import { Effect, FastCheck as fc, Layer, Logger } from "effect"
import { Gateway } from "~/connector/index"
import { BallotProofs } from "~/effects/governance/votes/ballot/BallotProofs.server"
import { submitRight, submitWrong, wrongBallot } from "../../tests/effects/governance/votes/mutations"
import { sampleFile } from "../../tests/effects/governance/votes/sample"
import { leavesOf, withChange } from "../../tests/effects/governance/votes/tampering"
import { fileOf, testVoter, textOf } from "../../tests/effects/governance/votes/world"
import { check } from "../verify.mjs"
import { atMost, type Goal } from "./goal"

const RUNS = 100_000
const BATCH = 1_000

const offline = BallotProofs.Default.pipe(Layer.provide(Gateway.layerScript({ ownerKeys: {} })))

const accepted = Effect.gen(function* () {
  const wrong: Array<string> = []
  for (let done = 0; done < RUNS; done += BATCH) {
    for (const change of fc.sample(wrongBallot, BATCH)) {
      if (yield* submitWrong(change)) wrong.push(JSON.stringify(change))
    }
    // A server that refuses everything would pass as well.
    if (!(yield* submitRight("curve25519", `right ${done}`))) wrong.push("a valid ballot was refused")
  }
  return wrong
})

const missed = (): ReadonlyArray<string> => {
  const voters = [testVoter("ada"), testVoter("ben", "1", "secp256k1")]
  const file = fileOf(
    { voters },
    [...voters, ...voters].map((voter, at) => ({ voter, choice: at < 2 ? "no" : "yes" }))
  )
  const refused = [sampleFile(), textOf(file)].filter((text) => check(text).problems.length > 0)
  const unnamed = leavesOf(file).filter((path) => {
    const { problems }: { readonly problems: ReadonlyArray<string> } = check(textOf(withChange(file, path)))
    return path[0] === "ballots"
      ? !problems.some((problem) => problem.startsWith(`ballot ${Number(path[1]) + 1}:`))
      : problems.length === 0
  })
  return [...refused.map(() => "a valid file was refused"), ...unnamed.map((path) => path.join("."))]
}

export const wrongBallots: Goal = async () => {
  const taken = await Effect.runPromise(
    accepted.pipe(Effect.provide(offline), Effect.provide(Logger.remove(Logger.defaultLogger)))
  )
  const all = [...taken, ...missed()]
  return atMost(
    all.length,
    0,
    `accepted of ${RUNS} wrong ballots, or changes in a file not named ${all.slice(0, 3).join(" ")}`.trim()
  )
}
