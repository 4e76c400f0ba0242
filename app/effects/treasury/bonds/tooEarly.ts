/** Requests before their date, which get a different error from requests that are too late. Pure. */
import { dayText } from "./codes"
import { TooEarly } from "./errors"
import type { Direction } from "./Order"
import { isRunning, type Series } from "./Series"

type Facts = Pick<Series, "maturesAt" | "saleClosesAt" | "saleOpensAt" | "state">

const beforeMaturity = ({ maturesAt, state }: Facts, now: number): TooEarly | null => {
  const isBefore = state === "scheduled" || state === "open" || state === "settling" || isRunning(state)
  return isBefore && now < maturesAt
    ? new TooEarly({ message: `This bond matures on ${dayText(maturesAt)}. Units can be redeemed from then on.` })
    : null
}

/** For an order or redemption request; null if it is not too early, whatever else forbids it. */
export const tooEarly = (series: Facts, direction: Direction, now: number): TooEarly | null => {
  if (direction === "redeem") return beforeMaturity(series, now)
  if (series.state !== "scheduled") return null
  const day = dayText(series.saleOpensAt)
  return new TooEarly({ message: `The sale of this bond opens on ${day}. Units can be ordered from then on.` })
}

/** For funding redemptions before holders have units. */
export const tooEarlyToFund = ({ maturesAt, saleClosesAt, state }: Facts, direction: Direction): TooEarly | null =>
  direction === "redeem" && (state === "scheduled" || state === "open" || state === "settling")
    ? new TooEarly({
        message: `The sale of this bond closes on ${dayText(saleClosesAt)}, and it matures on ${dayText(maturesAt)}. Money for redemptions can be put in escrow once the sale is settled.`
      })
    : null

/** For settling. */
export const tooEarlyToSettle = (series: Facts, direction: Direction, now: number): TooEarly | null => {
  if (direction === "redeem") return beforeMaturity(series, now)
  if (series.state !== "scheduled" && series.state !== "open") return null
  const day = dayText(series.saleClosesAt)
  return new TooEarly({ message: `The sale of this bond closes on ${day}. Orders are settled after that.` })
}
