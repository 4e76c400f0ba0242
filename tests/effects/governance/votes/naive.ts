/**
 * A second counter, written from the rules of docs/product/votes.md alone: exact fractions, no shared code, no
 * increments. Slow on purpose.
 */

/** numerator / denominator, both integers, denominator above 0. */
export type Fraction = readonly [bigint, bigint]

const fraction = (decimal: string): Fraction => {
  const at = decimal.indexOf(".")
  const places = at < 0 ? 0 : decimal.length - at - 1
  return [BigInt(decimal.replace(".", "")), 10n ** BigInt(places)]
}
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const compare = ([a, b]: Fraction, [c, d]: Fraction): number => {
  const difference = a * d - c * b
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
const ZERO: Fraction = [0n, 1n]
const total = (all: ReadonlyArray<Fraction>) => all.reduce(plus, ZERO)

export interface NaiveBallot {
  readonly account: string
  readonly choice: string | ReadonlyArray<string> | Readonly<Record<string, number>>
  readonly weight: string
}
export interface NaiveRules {
  readonly voteType: string
  readonly keys: ReadonlyArray<string>
  readonly seats: number
  /** Hundredths of a percent. */
  readonly quorum: number
  readonly threshold: number | Fraction
  readonly eligibleWeight: string
}
export interface NaiveResult {
  readonly voters: number
  readonly cast: Fraction
  readonly votes: ReadonlyArray<Fraction>
  readonly quorum: boolean
  readonly winners: ReadonlyArray<string>
  readonly tied: ReadonlyArray<string>
  /** The choices eliminated, round after round. */
  readonly left: ReadonlyArray<string>
}

const share = ({ choice, weight }: NaiveBallot, key: string, voteType: string): Fraction => {
  if (typeof choice === "string") return choice === key ? fraction(weight) : ZERO
  if (Array.isArray(choice))
    return (voteType === "ranked" ? choice[0] === key : choice.includes(key)) ? fraction(weight) : ZERO
  const points = (choice as Readonly<Record<string, number>>)[key] ?? 0
  if (voteType === "dates") return points === 2 ? fraction(weight) : ZERO
  return times(fraction(weight), [BigInt(points), voteType === "weighted" ? 100n : 1n])
}

const top = (keys: ReadonlyArray<string>, votes: ReadonlyArray<Fraction>, seats: number) => {
  const of = (key: string) => votes[keys.indexOf(key)] ?? ZERO
  const withVotes = keys.filter((key) => compare(of(key), ZERO) > 0)
  // Being ahead means: fewer than `seats` others have as many or more.
  const winners = withVotes.filter(
    (key) => withVotes.filter((other) => other !== key && compare(of(other), of(key)) >= 0).length < seats
  )
  const tied = withVotes.filter(
    (key) => !winners.includes(key) && withVotes.filter((other) => compare(of(other), of(key)) > 0).length < seats
  )
  return { winners, tied }
}

const runOff = (keys: ReadonlyArray<string>, ballots: ReadonlyArray<NaiveBallot>) => {
  const left: Array<string> = []
  const first = (key: string) => total(ballots.map((ballot) => share(ballot, key, "ranked")))
  for (;;) {
    const still = keys.filter((key) => !left.includes(key))
    const now = (key: string) =>
      total(
        ballots
          .filter(({ choice }) => (choice as ReadonlyArray<string>).find((one) => !left.includes(one)) === key)
          .map(({ weight }) => fraction(weight))
      )
    const counted = total(still.map(now))
    const winner = still.find((key) => compare(times(now(key), [2n, 1n]), counted) > 0)
    if (winner !== undefined || still.length === 0) return { left, winner }
    const order = [...still].sort(
      (one, other) =>
        compare(now(one), now(other)) || compare(first(one), first(other)) || keys.indexOf(other) - keys.indexOf(one)
    )
    left.push(order[0] ?? "")
  }
}

/**
 * A poll for a date: sorts the times by the three rules and takes the first; keys are in the order of the times. A time
 * that nobody can make is none.
 */
const naiveDate = (keys: ReadonlyArray<string>, ballots: ReadonlyArray<NaiveBallot>) => {
  const said = (key: string, least: number) =>
    total(
      ballots
        .filter(({ choice }) => ((choice as Readonly<Record<string, number>>)[key] ?? 0) >= least)
        .map(({ weight }) => fraction(weight))
    )
  const ranked = keys
    .map((key, at) => ({ key, at, yes: said(key, 2), atAll: said(key, 1) }))
    .filter(({ atAll }) => compare(atAll, ZERO) > 0)
    .sort((one, other) => compare(other.yes, one.yes) || compare(other.atAll, one.atAll) || one.at - other.at)
  const [first] = ranked
  if (first === undefined) return { winners: [], tied: [] }
  const level = ranked.filter(({ atAll, yes }) => compare(yes, first.yes) === 0 && compare(atAll, first.atAll) === 0)
  return { winners: [first.key], tied: level.length > 1 ? level.map(({ key }) => key) : [] }
}

export const naiveCount = (rules: NaiveRules, all: ReadonlyArray<NaiveBallot>): NaiveResult => {
  const ballots = all.filter((ballot, at) => !all.slice(at + 1).some(({ account }) => account === ballot.account))
  const votes = rules.keys.map((key) => total(ballots.map((ballot) => share(ballot, key, rules.voteType))))
  const cast = total(ballots.map(({ weight }) => fraction(weight)))
  const reaches = (part: Fraction, whole: Fraction, percent: number) =>
    compare(times(part, [10_000n, 1n]), times(whole, [BigInt(percent), 1n])) >= 0
  const quorum = ballots.length > 0 && reaches(cast, fraction(rules.eligibleWeight), rules.quorum)
  const needed: Fraction = typeof rules.threshold === "number" ? [BigInt(rules.threshold), 10_000n] : rules.threshold
  const over = (part: Fraction, whole: Fraction) =>
    compare(needed, [1n, 2n]) === 0
      ? compare(times(part, [2n, 1n]), whole) > 0
      : compare(whole, ZERO) > 0 && compare(part, times(whole, needed)) >= 0
  const end = { voters: ballots.length, cast, votes, quorum }
  const none = { winners: [], tied: [], left: [] }

  if (rules.voteType === "basic" || rules.voteType === "consent") {
    const [yes = ZERO, no = ZERO] = votes
    return { ...end, ...none, winners: quorum && over(yes, plus(yes, no)) ? [rules.keys[0] ?? ""] : [] }
  }
  if (rules.voteType === "ranked") {
    if (ballots.length === 0) return { ...end, ...none }
    const { left, winner } = runOff(rules.keys, ballots)
    return { ...end, left, tied: [], winners: quorum && winner !== undefined ? [winner] : [] }
  }
  if (rules.voteType === "dates") {
    const date = naiveDate(rules.keys, ballots)
    return { ...end, left: [], tied: date.tied, winners: quorum ? date.winners : [] }
  }
  const { tied, winners } = top(rules.keys, votes, rules.seats)
  const stands = winners.filter(
    (key) => rules.voteType !== "single" || over(votes[rules.keys.indexOf(key)] ?? ZERO, cast)
  )
  return { ...end, left: [], tied, winners: quorum ? stands : [] }
}

export const isFraction = (decimal: string, value: Fraction): boolean => compare(fraction(decimal), value) === 0

export interface NaiveDelegation {
  readonly from: string
  readonly to: string
  readonly weight: string
}

/** The delegated weight of each delegate: that of delegators who did not vote, cut at the limit. */
export const naiveDelegated = (
  all: ReadonlyArray<NaiveBallot>,
  loans: ReadonlyArray<NaiveDelegation>,
  limit: Fraction | null
): ReadonlyArray<{ readonly choice: NaiveBallot["choice"]; readonly weight: Fraction }> => {
  const hasVoted = (account: string) => all.some((ballot) => ballot.account === account)
  return [...new Set(loans.map(({ to }) => to))].flatMap((to) => {
    const last = all.filter(({ account }) => account === to).at(-1)
    if (last === undefined) return []
    const delegated = loans
      .filter((loan) => loan.to === to && !hasVoted(loan.from))
      .map(({ weight }) => fraction(weight))
    const sum = total(delegated)
    return [{ choice: last.choice, weight: limit !== null && compare(sum, limit) > 0 ? limit : sum }]
  })
}

/** A percentage of all weight, rounded down: to whole members, one at least, or to 18 places. */
export const naiveLimit = (eligibleWeight: string, percent: number, isWhole: boolean): Fraction => {
  const [part, whole] = times(fraction(eligibleWeight), [BigInt(percent), 100n])
  if (isWhole) return part / whole < 1n ? [1n, 1n] : [part / whole, 1n]
  return [(part * 10n ** 18n) / whole, 10n ** 18n]
}

/** To count a fraction as a ballot's weight; it has 20 places at most. */
export const decimalOf = ([part, whole]: Fraction): string => {
  const digits = ((part * 10n ** 20n) / whole).toString().padStart(21, "0")
  return `${digits.slice(0, -20)}.${digits.slice(-20)}`
}

export const sumOfFractions = total
export const fractionOf = fraction

const PAPER = 100_000

/**
 * Several seats by the single transferable vote (docs/votes.md): each ballot is a paper of its own, values are whole
 * numbers of 10^-5 votes. Without a draw, the order of the list decides what earlier rounds do not.
 */
export const naiveSeats = (
  keys: ReadonlyArray<string>,
  rankings: ReadonlyArray<ReadonlyArray<string>>,
  seats: number
) => {
  const papers = rankings.map((ranks) => ({ ranks, value: PAPER, holder: ranks[0] }))
  const quota = Math.floor(papers.length / (seats + 1)) + 1
  const [elected, out, spent]: [Array<string>, Array<string>, Set<string>] = [[], [], new Set()]
  const history: Array<Readonly<Record<string, number>>> = []
  const held = (key: string) => papers.filter(({ holder }) => holder === key)
  const valueOf = (key: string) =>
    spent.has(key) ? quota * PAPER : held(key).reduce((sum, { value }) => sum + value, 0)
  const hopeful = () => keys.filter((key) => !elected.includes(key) && !out.includes(key))
  /** More votes now, or in the latest earlier round in which they differ. */
  const more = (one: string, other: string) =>
    [...history].reverse().reduce((found, votes) => found || (votes[other] ?? 0) - (votes[one] ?? 0), 0) ||
    keys.indexOf(one) - keys.indexOf(other)
  const move = (key: string, share: (value: number) => number) => {
    for (const paper of held(key)) {
      paper.value = share(paper.value)
      paper.holder = paper.ranks.find((next) => hopeful().includes(next))
    }
  }
  for (;;) {
    const now = Object.fromEntries(keys.map((key) => [key, valueOf(key)]))
    history.push(now)
    const room = seats - elected.length
    const order = hopeful().sort((one, other) => (now[other] ?? 0) - (now[one] ?? 0))
    elected.push(...(order.length <= room ? order : order.filter((key) => (now[key] ?? 0) >= quota * PAPER)))
    if (elected.length >= seats || hopeful().length === 0) return { elected, out, history, quota }
    const [richest] = elected.filter((key) => (now[key] ?? 0) > quota * PAPER).sort(more)
    if (richest === undefined) {
      out.push(hopeful().sort(more).at(-1) ?? "")
      if (hopeful().length > seats - elected.length) move(out.at(-1) ?? "", (value) => value)
      continue
    }
    const total = now[richest] ?? 0
    move(richest, (value) => Math.floor(((total - quota * PAPER) * value) / total))
    spent.add(richest)
  }
}
