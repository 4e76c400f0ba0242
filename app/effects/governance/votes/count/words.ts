/** The count in sentences (docs/product/votes.md), so that anyone can check it by hand. Pure. */
import { shareBeside, turnoutBeside } from "~/effects/access/exactThreshold"
import { thresholdWords } from "~/effects/access/threshold"
import { hasTransfers, sidesOf } from "../proposal/voteTypes"
import type { Result, Round } from "../Tally"
import { readVotes, showVotes, type Votes } from "../weight"
import type { CountRules } from "./Count"
import { tallyDates, timeLines } from "./dates"
import type { Tie } from "./ties"

/** "A", "A and B", "A, B and C". */
export const listed = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`

const labelOf =
  ({ choices }: CountRules) =>
  (key: string): string =>
    choices.find((choice) => choice.key === key)?.label ?? key

const hasDelegated = ({ lent: delegated }: Result): boolean => delegated !== undefined && readVotes(delegated.used) > 0n

const turnout = (rules: CountRules, result: Result): string => {
  const { snapshot, weightMode } = rules
  const { lent: delegated, voters, weightCast } = result
  const eligible = readVotes(snapshot.eligibleWeight)
  const cast = readVotes(weightCast)
  const people = `${showVotes(readVotes(String(voters)))} of ${showVotes(readVotes(String(snapshot.eligibleCount)))} eligible members voted`
  const weighed = weightMode === "member" ? "" : `, with ${showVotes(cast)} of ${showVotes(eligible)} votes`
  const also =
    delegated === undefined || !hasDelegated(result) ? "" : delegatedWords(weightMode, readVotes(delegated.used))
  return `${people}${weighed}${also}: ${turnoutBeside(rules.quorumPct, cast, eligible)}.`
}

/** ", and 9 delegated votes were used with theirs", ", 101,000 of them delegated" */
const delegatedWords = (weightMode: CountRules["weightMode"], used: Votes): string =>
  weightMode === "member"
    ? `, and ${showVotes(used)} delegated ${used === readVotes("1") ? "vote was" : "votes were"} used with theirs`
    : `, ${showVotes(used)} of them delegated`

/** "Yes: 14 own and 9 delegated. No: 4 own and 0 delegated.", and what was not used. */
const delegatedLines = (rules: CountRules, result: Result): ReadonlyArray<string> => {
  const { lent: delegated } = result
  if (delegated === undefined) return []
  const [over, idle, excluded] = [
    readVotes(delegated.over),
    readVotes(delegated.idle),
    readVotes(delegated.excluded ?? "0")
  ]
  // The voter of a spoilt ballot did vote, so "did not vote" would be wrong.
  const why = (result.spoilt?.ballots.length ?? 0) > 0 ? "cast no ballot that counts" : "did not vote"
  const parts = result.perChoice.map(({ key, votes }) => {
    const part = readVotes(delegated.perChoice.find((line) => line.key === key)?.votes ?? "0")
    return { key, own: readVotes(votes) - part, part }
  })
  return [
    ...(hasDelegated(result)
      ? parts
          .filter(({ own, part }) => own + part > 0n)
          .map(
            ({ key, own, part }) => `${labelOf(rules)(key)}: ${showVotes(own)} own and ${showVotes(part)} delegated.`
          )
      : []),
    ...(over > 0n ? [`${showVotes(over)} delegated stayed unused: above what one person may hold.`] : []),
    ...(idle > 0n ? [`${showVotes(idle)} delegated stayed unused: the delegate ${why}.`] : []),
    ...(excluded > 0n
      ? [
          `${showVotes(excluded)} delegated stayed unused: the delegator was suspended or no longer a member when their delegate voted.`
        ]
      : [])
  ]
}

const quorum = ({ quorumPct }: CountRules, { quorumReached }: Result): string =>
  quorumPct === 0
    ? `At least one ballot was needed; there is ${quorumReached ? "one" : "none"}.`
    : `Quorum of ${quorumPct}% is ${quorumReached ? "met" : "not met"}.`

const needed = ({ thresholdPct }: CountRules): string => `${thresholdWords(thresholdPct)} was needed`

const votesLine = (rules: CountRules, lines: ReadonlyArray<{ readonly key: string; readonly votes: string }>): string =>
  lines.map(({ key, votes }) => `${labelOf(rules)(key)} ${showVotes(readVotes(votes))}`).join(", ")

const share = ({ thresholdPct }: CountRules, label: string, part: Votes, whole: Votes): string =>
  `${label} is ${showVotes(part)} of ${showVotes(whole)} counted votes = ${shareBeside(thresholdPct, part, whole)}`

/** "Yes is 9 of 13 counted votes = 69.2%; at least 60% was needed." */
const betweenSides = (rules: CountRules, { perChoice }: Result): string => {
  const votesOf = (wanted: string) => readVotes(perChoice.find(({ key }) => key === wanted)?.votes ?? "0")
  const sides = sidesOf(rules.voteType)
  const [one, other] = [votesOf(sides?.for.key ?? ""), votesOf(sides?.against.key ?? "")]
  return one + other === 0n
    ? `Nobody voted ${sides?.for.label} or ${sides?.against.label}.`
    : `${share(rules, sides?.for.label ?? "", one, one + other)}; ${needed(rules)}.`
}

const ahead = ({ perChoice }: Result) =>
  perChoice.reduce((best, line) => (readVotes(line.votes) > readVotes(best.votes) ? line : best))

const single = (rules: CountRules, result: Result): ReadonlyArray<string> => {
  if (result.tied.length > 0 || result.voters === 0) return []
  const best = ahead(result)
  return [
    `${share(rules, labelOf(rules)(best.key), readVotes(best.votes), readVotes(result.weightCast))}; ${needed(rules)}.`
  ]
}

/** What a tie decided: whose surplus transfers first, or who is eliminated; null for a final and an open draw. */
const decided = ({ eliminated, surplus }: Tie): string | null => surplus ?? eliminated

/** Whether a draw has to decide a tie of this result and was not made yet. Without a quorum it would decide nothing. */
export const awaitsDraw = ({ quorumReached, ties = [] }: Result): boolean =>
  quorumReached && ties.some((tie) => tie.decidedBy === "draw" && decided(tie) === null)

/** "Hall and Lake are tied; Hall had the fewest votes in round 1 and is eliminated." */
export const tieWords = (
  nameOf: (key: string) => string,
  tie: Tie,
  { quorumReached }: Pick<Result, "quorumReached">
): string => {
  const named = (keys: ReadonlyArray<string>) => listed(keys.map(nameOf))
  const { among, beaconRound, decidedBy, earlierRound, level } = tie
  const chosen = decided(tie)
  const out = chosen === null ? "" : nameOf(chosen)
  const isSurplus = tie.surplus !== undefined
  const most = isSurplus ? "most" : "fewest"
  const end = isSurplus ? "transfers its surplus first" : "is eliminated"
  switch (decidedBy) {
    case "final":
      return `${named(level)}, the last two, are tied.`
    case "noVotes":
      return `${named(level)} have no votes, so the order of their elimination changes nothing; ${out} is eliminated.`
    case "earlierRound":
      return `${named(level)} are tied; ${out} had the ${most} votes in round ${earlierRound} and ${end}.`
    case "draw":
    case "listOrder": {
      const since =
        earlierRound === null
          ? `${named(level)} are tied, and were in every earlier round`
          : `${named(level)} are tied; ${named(among)} had the ${most} votes in round ${earlierRound} and were tied in every earlier round`
      if (decidedBy === "listOrder")
        return `${since}. Without a beacon, the one ${isSurplus ? "earlier" : "later"} in the list ${end}: ${out}.`
      const by = `the draw with round ${showVotes(readVotes(String(beaconRound)))} of the beacon`
      if (chosen !== null) return `${since}. By ${by}, ${out} ${end}.`
      return quorumReached
        ? `${since}. ${isSurplus ? "The first surplus" : "Elimination"} is decided by ${by}.`
        : `${since}. Without a quorum there is no draw.`
    }
  }
}

/** The end of a round in a count for several seats: who is elected, and whose votes are transferred next. */
export const seatsWords = (
  nameOf: (key: string) => string,
  { elected = [], eliminated, surplus = null }: Round,
  tie: string | undefined
): string =>
  [
    ...(elected.length === 0 ? [] : [`Elected: ${listed(elected.map(nameOf))}.`]),
    ...(tie === undefined ? [] : [tie]),
    ...(surplus === null ? [] : [`The surplus of ${nameOf(surplus)} is transferred.`]),
    ...(eliminated === null || tie !== undefined ? [] : [`${nameOf(eliminated)} is eliminated.`])
  ].join(" ")

const seatRounds = (rules: CountRules, result: Result): ReadonlyArray<string> => [
  ...(result.quota === undefined ? [] : [`${showVotes(readVotes(result.quota))} votes elect a choice.`]),
  ...result.rounds.map((round, at) => {
    const tie = result.ties?.find((one) => one.round === at + 1)
    const left = readVotes(round.exhausted)
    const rest = left === 0n ? "" : `; ${showVotes(left)} not transferable`
    const end = seatsWords(labelOf(rules), round, tie && tieWords(labelOf(rules), tie, result))
    return `Round ${at + 1}: ${votesLine(rules, round.votes)}${rest}. ${end}`.trimEnd()
  })
]

const rounds = (rules: CountRules, result: Result): ReadonlyArray<string> =>
  result.rounds.map(({ eliminated, exhausted, votes }, at) => {
    const counted = votes.reduce((sum, line) => sum + readVotes(line.votes), 0n)
    const tallyLine = `Round ${at + 1}: ${votesLine(rules, votes)}`
    const left = exhausted === "0" ? "" : `; ${showVotes(readVotes(exhausted))} with no choice left`
    const tie = result.ties?.find(({ round }) => round === at + 1)
    if (tie !== undefined) {
      return `${tallyLine}${left}. Nobody has more than half of ${showVotes(counted)}. ${tieWords(labelOf(rules), tie, result)}`
    }
    if (eliminated !== null) {
      return `${tallyLine}${left}. Nobody has more than half of ${showVotes(counted)}; ${labelOf(rules)(eliminated)} is eliminated.`
    }
    const best = votes.reduce((most, line) => (readVotes(line.votes) > readVotes(most.votes) ? line : most))
    return `${tallyLine}${left}. ${labelOf(rules)(best.key)} has more than half of ${showVotes(counted)}.`
  })

/** Most votes first; equal ones stay in the order of the list. */
const byVotes = (lines: Result["perChoice"]) =>
  [...lines].sort((one, other) => {
    const [less, more] = [readVotes(one.votes), readVotes(other.votes)]
    return more > less ? 1 : more < less ? -1 : 0
  })

/** "Lake 15, on average 3.75; Hall 4, on average 1.00", most first. */
const scoresLine = (rules: CountRules, { means = [], perChoice }: Result): string => {
  const meanOf = (wanted: string) => means.find(({ key }) => key === wanted)?.mean ?? "0.00"
  return byVotes(perChoice)
    .map((line) => `${votesLine(rules, [line])}, on average ${meanOf(line.key)}`)
    .join("; ")
}

/** "Thu 24 Dec 2026: 3 Yes, 1 If need be; …", and what decided a tie, with names in quotes, as they have commas. */
const datesLines = (rules: CountRules, result: Result): ReadonlyArray<string> => {
  const lines = timeLines(result)
  const { byYes, level, winner } = tallyDates(lines)
  const named = (keys: ReadonlyArray<string>) => listed(keys.map((key) => `“${labelOf(rules)(key)}”`))
  const said = lines.map(
    ({ ifNeedBe, key, yes }) => `${labelOf(rules)(key)}: ${showVotes(yes)} Yes, ${showVotes(ifNeedBe)} If need be`
  )
  const all = `${said.join("; ")}.`
  if (winner === null) return [all, "Nobody can make any of these times."]
  const tie =
    level.length === 1
      ? `${named(byYes)} have equally many Yes; ${named(level)} has most together with If need be.`
      : `${named(level)} have equally many Yes, and equally many together with If need be, so the earliest is chosen.`
  return byYes.length < 2 ? [all] : [all, tie]
}

const reasons = (rules: CountRules, result: Result): ReadonlyArray<string> => {
  const line = `${votesLine(rules, result.perChoice)}.`
  switch (rules.voteType) {
    case "basic":
    case "consent":
      return [line, betweenSides(rules, result)]
    case "single":
      return [line, ...single(rules, result)]
    case "approval":
    case "weighted":
      return [line]
    case "score5":
    case "score10":
      return [`Scores: ${scoresLine(rules, result)}.`]
    case "quadratic":
      return [`Points: ${votesLine(rules, byVotes(result.perChoice))}.`]
    case "dates":
      return datesLines(rules, result)
    case "ranked":
      return hasTransfers(rules) ? seatRounds(rules, result) : rounds(rules, result)
  }
}

const ties = (rules: CountRules, { tied, winners }: Result): ReadonlyArray<string> => {
  if (tied.length === 0 || rules.voteType === "dates") return []
  const tie = `Tie between ${listed(tied.map(labelOf(rules)))}`
  const isAcrossSeats = rules.voteType === "approval" && (rules.seats ?? 1) > 1
  if (!isAcrossSeats) return [`${tie}.`]
  const left = (rules.seats ?? 1) - winners.length
  return [`${tie} for the last ${left === 1 ? "seat" : `${left} seats`}: a run-off is suggested.`]
}

/** "Passed.", "Passed: Hall.", "Elected: Ada and Ben.", "Failed.", "Failed: quorum not reached." */
const verdict = (rules: CountRules, { outcome, winners }: Result): string => {
  if (outcome === "noQuorum") return "Failed: quorum not reached."
  if (outcome === "failed") return "Failed."
  if (rules.voteType === "dates") return `Chosen: ${listed(winners.map(labelOf(rules)))}.`
  return sidesOf(rules.voteType) !== null
    ? "Passed."
    : `${hasTransfers(rules) ? "Elected" : "Passed"}: ${listed(winners.map(labelOf(rules)))}.`
}

export const sentences = (rules: CountRules, result: Result): ReadonlyArray<string> => [
  turnout(rules, result),
  quorum(rules, result),
  ...(result.voters === 0 ? [] : reasons(rules, result)),
  ...delegatedLines(rules, result),
  ...(result.quorumReached ? ties(rules, result) : []),
  verdict(rules, result)
]

/**
 * Sentences for everybody about ties that decided something: "A draw with the beacon decided a tie in round 2." Empty
 * without any. Choices without votes are left out, since their order changes nothing.
 */
export const tieNotes = ({ quorumReached, ties: reported = [] }: Result): ReadonlyArray<string> =>
  quorumReached
    ? reported.flatMap((tie) => {
        const { decidedBy, earlierRound, round } = tie
        if (decidedBy === "final") return ["The last two were level, so nobody won."]
        if (decided(tie) === null || decidedBy === "noVotes") return []
        if (decidedBy === "earlierRound") return [`Round ${earlierRound} decided a tie in round ${round}.`]
        return [
          `${decidedBy === "draw" ? "A draw with the beacon" : "The order of the list"} decided a tie in round ${round}.`
        ]
      })
    : []

/** Completes "The result is": the winner's name, or why there is none. */
export const resultName = (rules: CountRules, result: Result): string => {
  const { outcome, tied, winners } = result
  if (outcome === "noQuorum") return "no quorum"
  if (outcome === "passed") return listed(winners.map(labelOf(rules)))
  if (awaitsDraw(result)) return "a tie that a draw with the beacon decides after the close"
  return tied.length > 0 ? `a tie between ${listed(tied.map(labelOf(rules)))}` : "not passed"
}
