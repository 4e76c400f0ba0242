/**
 * The pages of our router: the path pattern and the name of each. Pure, no imports: the first load reads it. A segment
 * that starts with ":" matches any single segment.
 */
const PAGES: ReadonlyArray<readonly [pattern: string, name: string]> = [
  ["/", "Home"],
  ["/ourstory", "Our story"],
  ["/catalystsuite", "The suite"],
  ["/temp", "Sign-up"],
  ["/signup", "Sign-up"],
  ["/privacypolicy", "Privacy policy"],
  ["/termsandcondition", "Terms and conditions"],
  ["/price", "Price"],
  ["/community", "Community"],
  ["/support", "Support"],
  ["/roadmap", "Roadmap"],
  ["/blog", "Blog"],
  ["/developers", "Developers"],
  ["/resources", "Resources"],
  ["/resources/:id", "Resources"],
  ["/explore", "Explore"],
  ["/explore/:slug", "Community"],
  ["/explore/:slug/proposals/:n", "Proposal"],
  ["/explore/:slug/bonds/:code", "Bond"],
  ["/verify", "Verify a vote"],
  ["/userDashboard", "Dashboard"],
  ["/userDashboard/bonds", "My bonds"],
  ["/userDashboard/claims/:id", "Withdraw tokens"],
  ["/userDashboard/edit", "Edit profile"],
  ["/userDashboard/userProfile/:id", "Profile"],
  ["/leave/:secret", "Letters"],
  ["/myCommunities", "My communities"],
  ["/create", "Create a community"],
  ["/exploreDao/:slug/deploy", "Deploy a community"],
  ["/community/detail/:id", "Community"],
  ["/community/detail/:id/members", "Members"],
  ["/community/detail/:id/delegations", "Delegate your vote"],
  ["/community/detail/:id/invitation", "Invitation"],
  ["/community/detail/:id/discussion", "Discussion"],
  ["/community/detail/:id/tokenDistribution", "Payouts"],
  ["/community/detail/:id/treasury", "Treasury"],
  ["/community/detail/:id/tokenWithdraw", "Withdraw tokens"],
  ["/community/detail/:id/activity", "Activity"],
  ["/community/detail/:id/proposals", "Proposals"],
  ["/community/detail/:id/bondissue", "Issue a bond"],
  ["/community/detail/:id/annissue", "New announcement"],
  ["/community/detail/:id/purchasedbond", "My bonds"],
  ["/community/detail/:id/bondissued", "Bonds"],
  ["/community/detail/:id/annissued", "Announcements"],
  ["/community/detail/:id/bondrecipt", "Receipts"],
  ["/community/detail/:id/decisions", "Decisions"],
  ["/community/detail/:id/statement", "Statement"],
  ["/community/detail/:id/budgets", "Budgets"],
  ["/community/detail/:id/signers", "Signers"],
  ["/community/detail/:id/templates", "Proposal templates"]
]

const partsOf = (path: string) => path.split("/").filter((part) => part !== "")

const table = PAGES.map(([pattern, name]) => ({ parts: partsOf(pattern), name }))

/** The name of the page at this path (without query), if it is one of ours. */
export const findPage = (path: string): string | undefined => {
  const parts = partsOf(path)
  return table.find(
    (page) =>
      page.parts.length === parts.length &&
      page.parts.every((part, index) => part.startsWith(":") || part === parts[index])
  )?.name
}
