import type { MouseEvent } from "react"

/** A link of the error summary to a field in another step opens that step first. */
export const openField = (event: MouseEvent<HTMLFormElement>, open: (field: string) => void): void => {
  const link = event.target instanceof Element ? event.target.closest("a") : null
  const field = /^#field-(.+)$/.exec(link?.getAttribute("href") ?? "")?.[1]
  if (field !== undefined) open(field)
}
