/**
 * What only the browser knows of a page that sleeps: the reader's time zone, how wide a row of tabs is, whether the system
 * can share. Components do the same once they are awake, and mark what may differ from what the server wrote.
 */
import { fitRow } from "~/components/base/parts/row-fit"
import { canShare } from "~/components/base/parts/share-sheet"
import { absoluteTime, besideUtc, inUtc, momentIn, ownZone } from "~/effects/base/text/moments"

const UTC = "UTC"

/** As `<TimePair>` and `<UtcTime>` write them. */
const dressTimes = (page: ParentNode) => {
  const times = page.querySelectorAll<HTMLTimeElement>("time[data-zoned], time[data-utc]")
  if (times.length === 0) return
  const zone = ownZone()
  if (zone === UTC) return
  for (const time of times) {
    const at = Date.parse(time.dateTime)
    if (time.dataset.utc !== undefined) {
      time.textContent = `${inUtc("moment", at)} UTC${besideUtc(at, zone)}`
    } else if (time.title !== "") {
      time.textContent = momentIn("zoned", at, zone)
      time.title = time.title.replace(UTC, zone)
    } else time.textContent = time.textContent?.replace(/^.*\(UTC\)/, `${absoluteTime(at, zone)} (${zone})`) ?? ""
  }
}

/** As `<ShareButton>` writes them. */
const dressShares = (page: ParentNode) => {
  for (const button of page.querySelectorAll<HTMLElement>("button[data-share]")) {
    const [icon, words] = [button.querySelector("path"), button.querySelector("span")]
    if (words === null || !canShare({ url: location.href })) return
    icon?.setAttribute("d", button.dataset.share ?? "")
    words.textContent = "Share"
  }
}

/** As `<Tabs>` keeps them. */
const dressRows = (page: ParentNode) =>
  [...page.querySelectorAll<HTMLElement>(".tabs")].map((row) =>
    fitRow(row, (hidden) => {
      if (hidden === undefined) delete row.dataset.hidden
      else row.dataset.hidden = hidden
    })
  )

/** Answers how to stop looking at what may change. */
export const dress = (page: ParentNode): (() => void) => {
  dressTimes(page)
  dressShares(page)
  const stops = dressRows(page)
  return () => {
    for (const stop of stops) stop()
  }
}
