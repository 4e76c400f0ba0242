import type { ProposalsPage } from "~/effects/proposals/views"

/** What the browser's tab says of a page of proposals; undefined where it could not load. */
export const titleOf = (page: ProposalsPage | undefined): string => {
  switch (page?.view) {
    case "form":
      return "New proposal"
    case "draft":
      return page.title
    case "proposal":
      return page.proposal.title
    case "versions":
      return `Versions of ${page.title}`
    default:
      return "Proposals"
  }
}
