/** Activity events of a series. Pure. */
import type { Series } from "./Series"

/** The page of a series inside its community. */
export const seriesPath = ({ code, communityId }: Pick<Series, "code" | "communityId">): string =>
  `/community/detail/${communityId}/bondissued?series=${code}`

type TimedEvent =
  | "seriesOpened"
  | "seriesClosed"
  | "bondOverdue"
  | "collateralOpened"
  | "collateralTaken"
  | "collateralReleased"

/** An event without an actor: caused by time, or by anyone who holds a bond. */
export const seriesEvent = (series: Series, type: TimedEvent) => ({
  communityId: series.communityId,
  actor: null,
  type,
  target: seriesPath(series),
  data: { code: series.code },
  visibility: "public" as const
})
