/**
 * Figures of a community's activity: members over time and posts per week, from one row for each day with events, and
 * the turnout of closed votes. Pure.
 */
const DAY_MS = 86_400_000
/** 1 January 1970 was a Thursday: days since then, shifted so that weeks begin on Monday. */
const weekOf = (day: number) => Math.floor((day + 3) / 7)
const mondayOf = (week: number) => week * 7 - 3

export const WEEKS = 12

export interface DayFigures {
  /** UTC days since 1970. */
  readonly day: number
  /** Number of members at the end of the day. */
  readonly members: number
  readonly posts: number
}

export interface Figures {
  /** Each change, oldest first, up to now. */
  readonly members: ReadonlyArray<{ readonly at: number; readonly value: number }>
  /**
   * The last weeks, the current one last; `monday` in Unix milliseconds. Weeks before the community existed are left
   * out.
   */
  readonly weeks: ReadonlyArray<{ readonly monday: number; readonly posts: number }>
  /** Turnout of the latest closed votes, oldest first. */
  readonly turnouts: ReadonlyArray<TurnoutFigures>
}

export interface TurnoutFigures {
  readonly number: number
  /** When its voting closed; Unix milliseconds. */
  readonly at: number
  readonly voters: number
  readonly eligible: number
}

/** Least number of votes for which a line is drawn. */
export const VOTES_FOR_LINE = 3
export const MOST_VOTES = 20

/** Whole percent, rounded down. */
export const turnoutPct = ({ eligible, voters }: TurnoutFigures): number =>
  eligible === 0 ? 0 : Math.floor((voters * 100) / eligible)

/** "57%"; "< 1%" for any turnout that rounds to zero but is not zero. */
export const turnoutText = (turnout: TurnoutFigures): string =>
  turnoutPct(turnout) === 0 && turnout.voters > 0 ? "< 1%" : `${turnoutPct(turnout)}%`

interface Now {
  readonly now: number
  readonly createdAt: number
  readonly members: number
}

/** The first day that the weekly figures need. */
export const firstDay = (now: number): number => mondayOf(weekOf(Math.floor(now / DAY_MS)) - WEEKS + 1)

export const figuresOf = (
  days: ReadonlyArray<DayFigures>,
  turnouts: ReadonlyArray<TurnoutFigures>,
  { createdAt, members, now }: Now
): Figures => {
  const changes = days.filter(({ members: value }, index) => value !== days[index - 1]?.members)
  const steps = changes.map(({ day, members: value }) => ({ at: day * DAY_MS, value }))
  const last = steps.at(-1)
  const thisWeek = weekOf(Math.floor(now / DAY_MS))
  const firstWeek = Math.max(thisWeek - WEEKS + 1, weekOf(Math.floor(createdAt / DAY_MS)))
  const posts = new Map<number, number>()
  for (const { day, posts: count } of days) posts.set(weekOf(day), (posts.get(weekOf(day)) ?? 0) + count)
  return {
    turnouts,
    members: last?.value === members ? steps : [...steps, { at: now, value: members }],
    weeks: Array.from({ length: Math.max(0, thisWeek - firstWeek + 1) }, (_, index) => ({
      monday: mondayOf(firstWeek + index) * DAY_MS,
      posts: posts.get(firstWeek + index) ?? 0
    }))
  }
}
