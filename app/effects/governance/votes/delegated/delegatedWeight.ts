/**
 * What delegations add to a count (docs/votes.md). Pure and exact; independent of the order of ballots and delegations,
 * since each delegate's share is a sum that is limited once.
 */
import type { Choice } from "../ballot/Ballot"
import { type CountedBallot, type CountRules, sharesOf } from "../count/Count"
import type { DelegatedWeight, Sums } from "../Tally"
import { formatVotes, readVotes, sumOf, type Votes } from "../weight"

/** Below this number of voters, delegated weight is not limited. */
export const LIMITED_FROM = 10

const WHOLE = 10n ** 20n
/** A weight has 18 places, votes have 20. */
const SMALLEST = 100n

export interface DelegationRow {
  readonly from: string
  readonly to: string
  /** Of the delegator, from the list of voters. */
  readonly weight: string
  /** The delegate's latest ballot does not use it: at that moment its delegator could not have voted. */
  readonly isExcluded?: boolean
}
/**
 * A delegation and the ballots around it, or the weight of several in the same state: whether the delegator cast a
 * ballot, even a spoilt one, and what the delegate chose.
 */
export interface ActiveDelegation extends Pick<DelegationRow, "to" | "weight"> {
  readonly isExcluded: boolean
  readonly hasVoted: boolean
  readonly choice: Choice | null
}

type Limited = Pick<CountRules, "weightMode" | "snapshot">

/** The most delegated weight that one person may use in this vote; null without a limit. */
export const limitOf = ({ snapshot, weightMode }: Limited): Votes | null => {
  const { delegations, eligibleCount, eligibleWeight } = snapshot
  if (delegations === undefined || delegations.limitPct >= 100 || eligibleCount < LIMITED_FROM) return null
  const share = (readVotes(eligibleWeight) * BigInt(delegations.limitPct)) / 100n
  // Members are whole votes, and one can always be delegated.
  if (weightMode === "member") return share < WHOLE ? WHOLE : share - (share % WHOLE)
  return share - (share % SMALLEST)
}

export interface DelegatedCount {
  readonly lent: DelegatedWeight
  /** Additional ballots for the count, without a voter of their own. */
  readonly ballots: ReadonlyArray<CountedBallot>
}

/** What each delegate may use before the limit: the weight of delegators who did not vote. */
const offers = (loans: Iterable<ActiveDelegation>) => {
  const byDelegate = new Map<string, { readonly choice: Choice; readonly offered: Votes }>()
  for (const { choice, hasVoted, isExcluded, to, weight } of loans) {
    if (hasVoted || choice === null || isExcluded) continue
    byDelegate.set(to, { choice, offered: (byDelegate.get(to)?.offered ?? 0n) + readVotes(weight) })
  }
  return byDelegate
}

/** What each delegate's ballot uses of what was delegated to them, and how much exceeds the limit. */
const usesOf = (rules: Limited, loans: Iterable<ActiveDelegation>) => {
  const limit = limitOf(rules)
  return [...offers(loans)].map(([to, { choice, offered }]) => {
    const taken = limit !== null && offered > limit ? limit : offered
    return { to, choice, taken, over: offered - taken }
  })
}

/** The delegated weight that counts with each delegate's ballot. */
export const usedBy = (rules: Limited, loans: Iterable<ActiveDelegation>): ReadonlyMap<string, string> =>
  new Map(usesOf(rules, loans).map(({ taken, to }) => [to, formatVotes(taken)]))

/** What a ballot's row adds to the result; a replaced or spoilt ballot adds nothing. */
export interface RowWeight {
  readonly delegated: string
  /** Own and delegated. */
  readonly counted: string
}

export const rowWeight = (isCounted: boolean, weight: string, delegated = "0"): RowWeight =>
  isCounted ? { delegated, counted: sumOf([weight, delegated]) } : { delegated: "0", counted: "0" }

const sumWhere = (loans: ReadonlyArray<ActiveDelegation>, isMeant: (loan: ActiveDelegation) => boolean): string =>
  sumOf(loans.filter(isMeant).map(({ weight }) => weight))

export const delegatedCount = (rules: CountRules, loans: ReadonlyArray<ActiveDelegation>): DelegatedCount => {
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

/**
 * Own and delegated votes together, which decide quorum, threshold and winners. Without delegations, the sums
 * themselves.
 */
export const totalsOf = <S extends Sums>(sums: S): S => {
  const { lent: delegated } = sums
  if (delegated === undefined) return sums
  const delegatedTo = new Map(delegated.perChoice.map(({ key, votes }) => [key, votes]))
  return {
    ...sums,
    weightCast: sumOf([sums.weightCast, delegated.used]),
    perChoice: sums.perChoice.map((line) => ({ ...line, votes: sumOf([line.votes, delegatedTo.get(line.key) ?? "0"]) }))
  }
}

/** Delegations with the ballots that count, by account; the choice of a spoilt ballot is null. */
export const activeDelegations = (
  loans: ReadonlyArray<DelegationRow>,
  latest: ReadonlyMap<string, { readonly choice: Choice | null }>
): ReadonlyArray<ActiveDelegation> =>
  loans.map(({ isExcluded = false, ...loan }) => ({
    ...loan,
    isExcluded,
    hasVoted: latest.has(loan.from),
    choice: latest.get(loan.to)?.choice ?? null
  }))
