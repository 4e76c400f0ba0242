/**
 * Fills in what only the browser knows before hydration: times in the reader's zone, how many tabs fit, whether the
 * system can share. Components do the same once hydrated, and mark what may differ from the server's HTML.
 */
import { fitRow } from "~/components/base/parts/row-fit"
import { canShare } from "~/components/base/parts/share-sheet"
import { absoluteTime, besideUtc, inUtc, momentIn, ownZone, rangeBesideUtc } from "~/effects/base/text/moments"

const UTC = "UTC"

/** The same output as `<TimePair>`, `<UtcTime>` and `<TimeRange>`. */
const dressTimes = (page: ParentNode) => {
  const times = page.querySelectorAll<HTMLTimeElement>("time[data-zoned], time[data-utc], time[data-until]")
  if (times.length === 0) return
  const zone = ownZone()
  if (zone === UTC) return
  for (const time of times) {
    const at = Date.parse(time.dateTime)
    if (time.dataset.until !== undefined) {
      time.textContent = rangeBesideUtc(at, Date.parse(time.dataset.until), zone)
    } else if (time.dataset.utc !== undefined) {
      time.textContent = `${inUtc("moment", at)} UTC${besideUtc(at, zone)}`
    } else if (time.title !== "") {
      time.textContent = momentIn("zoned", at, zone)
      time.title = time.title.replace(UTC, zone)
    } else time.textContent = time.textContent?.replace(/^.*\(UTC\)/, `${absoluteTime(at, zone)} (${zone})`) ?? ""
  }
}

/** The same output as `<ShareButton>`. */
const dressShares = (page: ParentNode) => {
  for (const button of page.querySelectorAll<HTMLElement>("button[data-share]")) {
    const [icon, words] = [button.querySelector("path"), button.querySelector("span")]
    if (words === null || !canShare({ url: location.href })) return
    icon?.setAttribute("d", button.dataset.share ?? "")
    words.textContent = "Share"
  }
}

/** The same layout as `<Tabs>`. */
const dressRows = (page: ParentNode) =>
  [...page.querySelectorAll<HTMLElement>(".tabs")].map((row) =>
    fitRow(row, (hidden) => {
      if (hidden === undefined) delete row.dataset.hidden
      else row.dataset.hidden = hidden
    })
  )

/** Returns a function that stops watching for changes of size. */
export const dress = (page: ParentNode): (() => void) => {
  dressTimes(page)
  dressShares(page)
  const stops = dressRows(page)
  return () => {
    for (const stop of stops) stop()
  }
}
