import { later } from "~/components/base/site/later"

/** Rows of series on public start pages: their script loads after the page's own. */
export const LaterSeriesRows = later(async () => (await import("./series-rows")).SeriesRows)
