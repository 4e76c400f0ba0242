/**
 * Counts an election of a BLT file by our rules: one seat by the instant run-off of ranked votes, several by the single
 * transferable vote (docs/votes.md). Nothing in such a file is signed, so only the count can be checked.
 */
import { Either } from "effect"
import { runOff } from "../count/runOff"
import { listed, tieWords } from "../count/words"
import { type Report, type Step, unreadable } from "../file/Report"
import { formatVotes, readVotes, showVotes } from "../weight"
import { type Election, readBlt } from "./blt"
import { countTransferable, type Level, type Stage, type Value } from "./transferable"

/** 105.04505; whole numbers without decimals. */
const valueWords = (value: Value): string => showVotes(value * 10n ** 15n)
const countWords = (count: bigint): string => showVotes(readVotes(String(count)))

const OTHER_RULES =
  "Other rules may give another result: they differ in how a surplus is passed on and rounded, in ties, in ballots that " +
  "skip a rank, and in whether several of the weakest leave at once."

const namesOf =
  ({ names }: Election) =>
  (candidates: ReadonlyArray<number>): string =>
    listed(candidates.map((candidate) => names[candidate] ?? ""))

const ok = (name: string, detail: string, figure = ""): Step => ({ name, state: "ok", figure, detail })

/** "A and B are tied; A had the fewest votes at stage 2.", or that the order of the list decided. */
const levelWords = (election: Election, { among, chosen, level, stage }: Level, kind: Stage["kind"]): string => {
  const named = namesOf(election)
  const fewest = kind === "surplus" ? "most" : "fewest"
  const one = named(chosen === null ? [] : [chosen])
  if (among.length > 0) {
    const since =
      stage === null
        ? `${named(level)} are tied, and were at every earlier stage`
        : `${named(level)} are tied; ${named(among)} had the ${fewest} votes at stage ${stage} and were tied at every earlier stage`
    return `${since}. The published rules draw lots; here the order of the list decides: ${one}.`
  }
  return stage === null
    ? `${named(level)} have no votes, so the order of their exclusion changes nothing; ${one} is excluded.`
    : `${named(level)} are tied; ${one} had the ${fewest} votes at stage ${stage}.`
}

const stageStep = (election: Election, stage: Stage, at: number): Step => {
  const named = namesOf(election)
  const { elected, kind, of, rest, tie, votes } = stage
  const whose = of === null ? "" : named([of])
  const title =
    kind === "first" ? "first preferences" : kind === "surplus" ? `surplus of ${whose}` : `${whose} is excluded`
  const continuing = election.names
    .map((name, candidate) => ({ name, value: votes[candidate] ?? 0n }))
    .filter(({ value }) => value > 0n)
    .map(({ name, value }) => `${name} ${valueWords(value)}`)
  const parts = [
    ...(tie === null ? [] : [levelWords(election, tie, kind)]),
    `${continuing.join(", ")}; not transferable ${valueWords(rest)}.`,
    ...(elected.length === 0 ? [] : [`Elected: ${named(elected)}.`])
  ]
  const step = ok(`Stage ${at + 1}: ${title}`, parts.join(" "))
  return tie !== null && tie.among.length > 0 ? { ...step, state: "warn" } : step
}

interface Counted {
  readonly verdict: string
  readonly steps: ReadonlyArray<Step>
}

const severalSeats = (election: Election): Counted => {
  const { names, papers, seats, withdrawn } = election
  const { elected, quota, stages } = countTransferable(names.length, seats, papers, withdrawn)
  return {
    verdict: `Counted by our rules: elected are ${namesOf(election)(elected)}.`,
    steps: [
      ok(
        "The quota",
        `${countWords(quota)} votes elect a candidate: the ballots divided by one more than the seats, rounded down, plus one.`
      ),
      ...stages.map((stage, at) => stageStep(election, stage, at))
    ]
  }
}

const oneSeat = ({ names, papers, withdrawn }: Election): Counted => {
  const keys = names.map((_, candidate) => String(candidate))
  const nameOf = (key: string) => names[Number(key)] ?? ""
  const rankings = papers.map(({ count, ranks }) => ({ keys: ranks.map(String), votes: readVotes(String(count)) }))
  const continuing = keys.filter((key) => !withdrawn.has(Number(key)))
  const { rounds, tied, ties, winner } = runOff(continuing, rankings, { v: 2, beacon: null }, null)
  const steps = rounds.map(({ eliminated, exhausted, votes }, at): Step => {
    const tie = ties.find(({ round }) => round === at + 1)
    const lines = votes.map((line) => `${nameOf(line.key)} ${showVotes(readVotes(line.votes))}`).join(", ")
    const left = exhausted === formatVotes(0n) ? "" : `; ${showVotes(readVotes(exhausted))} with no choice left`
    const out = eliminated === null ? "" : ` ${nameOf(eliminated)} is eliminated.`
    const end = tie === undefined ? out : ` ${tieWords(nameOf, tie, { quorumReached: true })}`
    const step = ok(`Round ${at + 1}`, `${lines}${left}.${end}`)
    return tie?.decidedBy === "listOrder" || tie?.decidedBy === "final" ? { ...step, state: "warn" } : step
  })
  const result =
    winner !== null
      ? `elected is ${nameOf(winner)}`
      : tied.length > 0
        ? `a tie between ${listed(tied.map(nameOf))} in the final, and nobody is elected`
        : "no ballot ranks anybody, and nobody is elected"
  return { verdict: `Counted by our rules: ${result}.`, steps }
}

export const countBlt = (text: string): Report => {
  const read = readBlt(text)
  if (Either.isLeft(read)) {
    const { line, message, reason } = read.left
    return unreadable(`This BLT file cannot be counted. ${message}`, [
      { row: null, where: `line ${line}`, words: reason }
    ])
  }
  const election = read.right
  const { names, papers, seats, skipping, title, withdrawn } = election
  const ballots = papers.reduce((sum, { count }) => sum + count, 0n)
  const { steps, verdict } = seats === 1 ? oneSeat(election) : severalSeats(election)
  const notes: ReadonlyArray<Step> = [
    ok("The file has the right form", `${names.length} candidates.`, `${countWords(ballots)} ballots`),
    ...(withdrawn.size === 0
      ? []
      : [ok("Withdrawn", `${namesOf(election)([...withdrawn])}: passed over on every ballot.`)]),
    ...(skipping === 0n
      ? []
      : [
          {
            name: "Ballots that skip a rank",
            state: "warn" as const,
            figure: countWords(skipping),
            detail: "They count for the next rank; other rules end such a ballot."
          }
        ])
  ]
  return {
    holds: true,
    verdict,
    detail: `A BLT file has no signatures: only the count was made. ${OTHER_RULES}`,
    subject: `${title === "" ? "An election" : title}, ${seats === 1 ? "one seat" : `${seats} seats`}`,
    steps: [...notes, ...steps],
    findings: [],
    marks: [],
    labels: []
  }
}
