const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** "2026-11-20" as "20 Nov 2026". Our own words: engines spell months differently, and a page may not change its mind. */
export const dayInWords = (day: string): string => {
  const [year = "", month = "", date = ""] = day.split("-")
  return `${Number(date)} ${months[Number(month) - 1] ?? month} ${year}`
}

export function Day({ day }: { readonly day: string }) {
  return <time dateTime={day}>{dayInWords(day)}</time>
}
