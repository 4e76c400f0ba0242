/** The period that an address asks for. Pure. */
import { Either } from "effect"
import { beforeItsTreasury, type NoPeriod, notAPeriod, notBegun, oneOfThem } from "./errors"
import { monthAt, type Period, periodNamed, periodTitle } from "./period"

/** The month of `now` if the address names no period. */
export const readPeriod = (search: URLSearchParams, now: number): Either.Either<Period, NoPeriod> => {
  const [month, year] = [search.get("month"), search.get("year")]
  if (month !== null && year !== null) return Either.left(oneOfThem())
  if (month === null && year === null) return Either.right(monthAt(now))
  const kind = month === null ? "year" : "month"
  const text = month ?? year ?? ""
  const period = periodNamed(text)
  if (period === null || period.kind !== kind) return Either.left(notAPeriod(kind, text))
  return period.from > now ? Either.left(notBegun(periodTitle(period))) : Either.right(period)
}

/** Fails for periods that ended before the treasury existed. */
export const sinceMade = (period: Period, began: number): Either.Either<Period, NoPeriod> =>
  period.to <= began ? Either.left(beforeItsTreasury(periodTitle(period), began)) : Either.right(period)
