/** The period that an address asks for. Pure. */
import { Either } from "effect"
import { beforeItsTreasury, type NoPeriod, notAPeriod, notBegun, oneOfThem } from "./errors"
import { monthAt, type Period, periodNamed, periodTitle, yearAt } from "./period"

/** The month of `now` if the address names no period. */
export const readPeriod = (search: URLSearchParams, now: number): Either.Either<Period, NoPeriod> => {
  const [month, year] = [search.get("month"), search.get("year")]
  if (month !== null && year !== null) return Either.left(oneOfThem())
  if (month === null && year === null) return Either.right(monthAt(now))
  return month === null ? named("year", year ?? "", now) : named("month", month, now)
}

/** The year of `now` if the address names none. */
export const readYear = (search: URLSearchParams, now: number): Either.Either<Period, NoPeriod> => {
  const year = search.get("year")
  return year === null ? Either.right(yearAt(now)) : named("year", year, now)
}

const named = (kind: Period["kind"], text: string, now: number): Either.Either<Period, NoPeriod> => {
  const period = periodNamed(text)
  if (period === null || period.kind !== kind) return Either.left(notAPeriod(kind, text))
  return period.from > now ? Either.left(notBegun(periodTitle(period))) : Either.right(period)
}

/** Fails for periods that ended before the treasury existed. */
export const sinceMade = (period: Period, began: number): Either.Either<Period, NoPeriod> =>
  period.to <= began ? Either.left(beforeItsTreasury(periodTitle(period), began)) : Either.right(period)
