import type { ProposalsPage } from "~/effects/governance/proposals/pageViews"

/** Title of the browser tab for pages of proposals; empty if the page could not be loaded or is not accessible. */
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
