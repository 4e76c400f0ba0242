/** Activity events of a series. Pure. */
import type { Series } from "./Series"

/** The page of a series inside its community. */
export const seriesPath = ({ code, communityId }: Pick<Series, "code" | "communityId">): string =>
  `/community/detail/${communityId}/bondissued?series=${code}`

/** An event caused by time, without an actor. */
export const seriesEvent = (series: Series, type: "seriesOpened" | "seriesClosed" | "bondOverdue") => ({
  communityId: series.communityId,
  actor: null,
  type,
  target: seriesPath(series),
  data: { code: series.code },
  visibility: "public" as const
})
