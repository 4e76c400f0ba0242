/**
 * GET /explore/{slug}/proposals/{n}/ballots.blt and records.csv: the counted ballots of a ranked or approval vote in
 * the field's formats, from the moment in which results are shown to anybody (docs/product/publishing.md).
 */
import { Clock, Effect, Option, Stream } from "effect"
import { bodyInParts } from "~/effects/base/remix/download.server"
import { isSealedBallot } from "../ballot/Ballot"
import { NoElectionFile } from "../ballot/errors"
import { bltOf, type CountedRecord, isElection, recordLine, recordsHeader, sameChoices } from "../elections/records"
import type { Line } from "../file/BallotFile"
import { ANYBODY, visibleResults } from "../proposal/visibleResults"
import { readVotes, type Votes } from "../weight"
import { download, lines, theVote, written } from "./ballotFile.server"

/** Of a ballot that counts. */
const recordOf = ({ adds, ballot, content, seq }: Line): Option.Option<CountedRecord> => {
  if (ballot === null || adds === undefined || adds.counted === "0") return Option.none()
  const choice = isSealedBallot(ballot) ? content?.choice : ballot.choice
  return Array.isArray(choice) ? Option.some({ seq, counted: adds.counted, choice }) : Option.none()
}

const theElection = Effect.gen(function* () {
  const vote = yield* theVote
  const { frozen, row } = vote
  if (!isElection(frozen)) {
    return yield* new NoElectionFile({
      message: "Only ranked and approval votes have a BLT file and cast vote records."
    })
  }
  const seen = visibleResults(row, ANYBODY, yield* Clock.currentTimeMillis)
  if (!seen.shown) return yield* new NoElectionFile({ message: seen.words })
  const records = Stream.filterMap(yield* lines(vote), recordOf)
  return { frozen, records, name: `${vote.community.slug}-${row.number}` }
})

export const ballotsBlt = Effect.gen(function* () {
  const { frozen, name, records } = yield* theElection
  const behind = yield* Stream.runFold(records, new Map<string, Votes>(), (all, { choice, counted }) => {
    const key = sameChoices(frozen, choice)
    return all.set(key, (all.get(key) ?? 0n) + readVotes(counted))
  })
  return download(yield* bodyInParts(Stream.make(bltOf(frozen, behind))), "text/plain", `${name}-ballots.blt`)
})

export const recordsCsv = Effect.gen(function* () {
  const { frozen, name, records } = yield* theElection
  const text = Stream.concat(
    Stream.make(recordsHeader(frozen)),
    written(records, (record) => recordLine(frozen, record))
  )
  return download(yield* bodyInParts(text), "text/csv", `${name}-records.csv`)
})
