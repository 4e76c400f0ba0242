import type { ProposalsPage } from "~/effects/governance/proposals/views"

/** What the browser's tab says of a page of proposals; nothing where it could not load or may not be told. */
export const titleOf = (page: ProposalsPage | null | undefined): string => {
  switch (page?.view) {
    case "fill":
      return page.template.name
    case "choose":
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
