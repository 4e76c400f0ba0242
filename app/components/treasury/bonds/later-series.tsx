import { later } from "~/components/base/site/later"

/** Series on pages that anybody opens first: their script comes after the page's own. */
export const LaterSeriesRows = later(async () => (await import("./series-rows")).SeriesRows)
