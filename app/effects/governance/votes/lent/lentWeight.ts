/**
 * What lent votes add to a count (docs/votes.md, "Lent votes"). Pure and exact; the same whatever the order of ballots and
 * loans, since each delegate's share is a sum, cut once.
 */
import type { Choice } from "../ballot/Ballot"
import { type CountedBallot, type CountRules, sharesOf } from "../count/Count"
import type { Lent, Sums } from "../Tally"
import { formatVotes, readVotes, sumOf, type Votes } from "../weight"

/** Fewer on the list than this, and nobody's lent weight is limited. */
export const LIMITED_FROM = 10

const WHOLE = 10n ** 20n
/** A weight has 18 places, votes have 20. */
const SMALLEST = 100n

export interface Loan {
  readonly from: string
  readonly to: string
  /** Of the lender, in the list of voters. */
  readonly weight: string
  /** The delegate's latest ballot does not use it: at that moment its delegator could not have voted. */
  readonly isExcluded?: boolean
}
/**
 * A loan as it stands, or the weight of several that stand the same: whether its lender has a ballot of their own, also a
 * spoilt one, and what whom it was lent to voted.
 */
export interface StandingLoan extends Pick<Loan, "to" | "weight"> {
  readonly isExcluded: boolean
  readonly hasVoted: boolean
  readonly choice: Choice | null
}

type Limited = Pick<CountRules, "weightMode" | "snapshot">

/** The most lent weight that one person may use in this vote; null where there is no limit. */
export const limitOf = ({ snapshot, weightMode }: Limited): Votes | null => {
  const { delegations, eligibleCount, eligibleWeight } = snapshot
  if (delegations === undefined || delegations.limitPct >= 100 || eligibleCount < LIMITED_FROM) return null
  const share = (readVotes(eligibleWeight) * BigInt(delegations.limitPct)) / 100n
  // Members are counted whole, and one may always be lent.
  if (weightMode === "member") return share < WHOLE ? WHOLE : share - (share % WHOLE)
  return share - (share % SMALLEST)
}

export interface LentCount {
  readonly lent: Lent
  /** What counts like ballots, without a voter of their own. */
  readonly ballots: ReadonlyArray<CountedBallot>
}

/** What each delegate may use: the weight of those who lent it to them and did not vote, up to the limit. */
const offers = (loans: Iterable<StandingLoan>) => {
  const byDelegate = new Map<string, { readonly choice: Choice; readonly offered: Votes }>()
  for (const { choice, hasVoted, isExcluded, to, weight } of loans) {
    if (hasVoted || choice === null || isExcluded) continue
    byDelegate.set(to, { choice, offered: (byDelegate.get(to)?.offered ?? 0n) + readVotes(weight) })
  }
  return byDelegate
}

/** What each delegate's ballot uses of what was lent to them, and what is over the limit. */
const usesOf = (rules: Limited, loans: Iterable<StandingLoan>) => {
  const limit = limitOf(rules)
  return [...offers(loans)].map(([to, { choice, offered }]) => {
    const taken = limit !== null && offered > limit ? limit : offered
    return { to, choice, taken, over: offered - taken }
  })
}

/** The delegated weight that counts with the ballot of each delegate. */
export const usedBy = (rules: Limited, loans: Iterable<StandingLoan>): ReadonlyMap<string, string> =>
  new Map(usesOf(rules, loans).map(({ taken, to }) => [to, formatVotes(taken)]))

/** What a row of the ballots adds to the result; a ballot that is replaced or spoilt adds nothing. */
export interface RowWeight {
  readonly delegated: string
  /** Own and delegated. */
  readonly counted: string
}

export const rowWeight = (isCounted: boolean, weight: string, delegated = "0"): RowWeight =>
  isCounted ? { delegated, counted: sumOf([weight, delegated]) } : { delegated: "0", counted: "0" }

const sumWhere = (loans: ReadonlyArray<StandingLoan>, isMeant: (loan: StandingLoan) => boolean): string =>
  sumOf(loans.filter(isMeant).map(({ weight }) => weight))

export const lentCount = (rules: CountRules, loans: ReadonlyArray<StandingLoan>): LentCount => {
  const ballots: Array<CountedBallot> = []
  const perChoice = new Map<string, Votes>()
  let [used, over] = [0n, 0n]
  for (const { choice, over: unused, taken } of usesOf(rules, loans)) {
    used += taken
    over += unused
    const ballot = { choice, weight: formatVotes(taken) }
    ballots.push(ballot)
    for (const [key, votes] of sharesOf(rules, ballot)) perChoice.set(key, (perChoice.get(key) ?? 0n) + votes)
  }
  const excluded = sumWhere(loans, ({ choice, hasVoted, isExcluded }) => isExcluded && !hasVoted && choice !== null)
  return {
    lent: {
      given: sumWhere(loans, () => true),
      voted: sumWhere(loans, ({ hasVoted }) => hasVoted),
      used: formatVotes(used),
      over: formatVotes(over),
      idle: sumWhere(loans, ({ choice, hasVoted }) => !hasVoted && choice === null),
      ...(excluded !== "0" && { excluded }),
      perChoice: rules.choices.map(({ key }) => ({ key, votes: formatVotes(perChoice.get(key) ?? 0n) }))
    },
    ballots
  }
}

/** Own and lent together: what quorum, threshold and winners are decided by. Without lent votes, the sums themselves. */
export const totalsOf = <S extends Sums>(sums: S): S => {
  const { lent } = sums
  if (lent === undefined) return sums
  const lentTo = new Map(lent.perChoice.map(({ key, votes }) => [key, votes]))
  return {
    ...sums,
    weightCast: sumOf([sums.weightCast, lent.used]),
    perChoice: sums.perChoice.map((line) => ({ ...line, votes: sumOf([line.votes, lentTo.get(line.key) ?? "0"]) }))
  }
}

/** Loans as they stand beside the ballots that count, by account; of a spoilt one the choice is null. */
export const standingLoans = (
  loans: ReadonlyArray<Loan>,
  latest: ReadonlyMap<string, { readonly choice: Choice | null }>
): ReadonlyArray<StandingLoan> =>
  loans.map(({ isExcluded = false, ...loan }) => ({
    ...loan,
    isExcluded,
    hasVoted: latest.has(loan.from),
    choice: latest.get(loan.to)?.choice ?? null
  }))
