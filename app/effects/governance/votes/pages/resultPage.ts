/**
 * The address of a result page, and that of its ballot file (docs/product/publishing.md). Pure and small: pages load
 * it.
 */

export const NOT_A_RESULT_PAGE =
  "This is not the address of a result page. It looks like /explore/night-film/proposals/18."
export const ANOTHER_SITE =
  "This page fetches files of this site only. Download the ballot file from the other site, and choose it here."
export const NO_FILE_THERE = "There is no ballot file at this address."

const PAGE = /^\/explore\/([a-z0-9][a-z0-9-]{1,38}[a-z0-9])\/proposals\/([1-9]\d{0,8})(?:\/ballots\.(?:json|csv))?\/?$/

export interface ResultPage {
  readonly slug: string
  readonly number: number
  /** Path of the ballot file. */
  readonly file: string
}

/** @param typed a whole address, or a path of this site. */
export const readResultAddress = (typed: string, origin: string): ResultPage | { readonly problem: string } => {
  const address = typed.trim()
  if (address === "" || !URL.canParse(address, origin)) return { problem: NOT_A_RESULT_PAGE }
  const url = new URL(address, origin)
  const [, slug = "", number = ""] = PAGE.exec(url.pathname) ?? []
  if (slug === "") return { problem: NOT_A_RESULT_PAGE }
  if (url.origin !== origin) return { problem: ANOTHER_SITE }
  return { slug, number: Number(number), file: `/explore/${slug}/proposals/${number}/ballots.json` }
}
