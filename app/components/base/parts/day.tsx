import { momentIn } from "~/effects/base/text/moments"
import { useZone } from "./time-pair"

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/**
 * "2026-11-20" as "20 Nov 2026". Formatted without `Intl`: engines spell months differently, and hydration must not
 * change the text.
 */
export const dayInWords = (day: string): string => {
  const [year = "", month = "", date = ""] = day.split("-")
  return `${Number(date)} ${months[Number(month) - 1] ?? month} ${year}`
}

/** The day of a moment in the reader's zone. */
export function DayAt({ at }: { readonly at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{momentIn("day", at, useZone())}</time>
}

export function Day({ day }: { readonly day: string }) {
  return <time dateTime={day}>{dayInWords(day)}</time>
}
