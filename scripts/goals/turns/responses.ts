/** Files and responses that grow with a community, by the programs of their routes. Another one is one line. */
import { exportActivity } from "~/effects/activity/activity/pages/activity.server"
import { personalCalendar } from "~/effects/activity/calendar/pages/personalCalendar.server"
import { communityCalendar, communityFeed } from "~/effects/communities/communities/pages/feed.server"
import { exportMembers } from "~/effects/communities/members/pages/exportMembers.server"
import { apiProposal, apiProposals, exportProposals } from "~/effects/governance/proposals/pages/outputs.server"
import { ballotsCsv, ballotsJson } from "~/effects/governance/votes/pages/ballotFile.server"
import { ownReceipt } from "~/effects/governance/votes/pages/ownReceipt.server"
import { ownData } from "~/effects/people/account/pages/ownData.server"
import { siteMap } from "~/effects/publishing/articles/pages/documents.server"
import { exportOwnVotes } from "~/effects/publishing/dashboard/pages/ownVotes.server"
import { communityExport } from "~/effects/publishing/exports/pages/community.server"
import { apiCommunities, apiCommunity } from "~/effects/publishing/readapi/pages/communities.server"
import { apiBond } from "~/effects/treasury/bonds/pages/api.server"
import { seriesCalendar } from "~/effects/treasury/bonds/pages/calendar.server"
import { exportBonds, exportReceipts } from "~/effects/treasury/bonds/pages/exports.server"
import { ownFiles } from "~/effects/treasury/bonds/pages/holdings.server"
import { receiptFile } from "~/effects/treasury/bonds/pages/receipts.server"
import { exportDistributions, runReport } from "~/effects/treasury/payouts/pages/report.server"
import { exportStatement } from "~/effects/treasury/statements/pages/exportStatement.server"
import { statementPage } from "~/effects/treasury/statements/pages/statement.server"
import { exportMovements } from "~/effects/treasury/treasury/pages/exportMovements.server"
import { COMMUNITY, PROPOSAL, SLUG } from "../growth/names"
import type { PageProgram } from "../growth/product"

export interface ReceivedResponse {
  readonly name: string
  readonly path: string
  readonly program: PageProgram
  readonly params?: Readonly<Record<string, string>>
}

const exported = (kind: string, program: PageProgram, more = ""): ReadonlyArray<ReceivedResponse> =>
  ["csv", "json"].map((format) => ({
    name: `${kind}, ${format}`,
    path: `/api/exports/${kind}?community=${SLUG}&format=${format}${more}`,
    program
  }))

const PERIOD = "&year=2026"

/** @param calendar the secret part of the calendar's address. */
export const responses = (calendar: string): ReadonlyArray<ReceivedResponse> => [
  ...exported("votes", exportOwnVotes),
  ...exported("activity", exportActivity),
  ...exported("members", exportMembers),
  ...exported("movements", exportMovements),
  ...exported("statement", exportStatement, PERIOD),
  ...exported("proposals", exportProposals),
  ...exported("distributions", exportDistributions),
  ...exported("bonds", exportBonds),
  ...exported("receipts", exportReceipts),
  { name: "one's own data", path: "/api/exports/me", program: ownData },
  { name: "a community, zip", path: `/api/exports/community?community=${SLUG}`, program: communityExport },
  { name: "a payout's rows", path: "/report", program: runReport, params: { number: "1" } },
  { name: "ballots, json", path: "/ballots.json", program: ballotsJson },
  { name: "ballots, csv", path: "/ballots.csv", program: ballotsCsv },
  { name: "a ballot's receipt", path: "/receipt", program: ownReceipt, params: { proposal: PROPOSAL } },
  { name: "a bond's receipt", path: "/receipt", program: receiptFile, params: { receipt: "receiptaaaaa" } },
  { name: "one's bonds, csv", path: "/mine.csv", program: ownFiles("csv") },
  { name: "one's bonds, ics", path: "/mine.ics", program: ownFiles("ics") },
  { name: "a series' calendar", path: "/calendar", program: seriesCalendar, params: { code: "NFC-2027A.ics" } },
  { name: "a community's calendar", path: "/calendar.ics", program: communityCalendar },
  { name: "one's own calendar", path: "/calendar", program: personalCalendar, params: { secret: calendar } },
  { name: "a community's feed", path: "/feed.xml", program: communityFeed },
  { name: "sitemap", path: "/sitemap.xml", program: siteMap },
  { name: "statement, page", path: `/community/detail/${COMMUNITY}/statement?year=2026`, program: statementPage },
  { name: "API, communities", path: "/api/v1/communities", program: apiCommunities },
  { name: "API, a community", path: `/api/v1/communities/${SLUG}`, program: apiCommunity },
  { name: "API, proposals", path: `/api/v1/communities/${SLUG}/proposals?tab=results`, program: apiProposals },
  { name: "API, a proposal", path: `/api/v1/communities/${SLUG}/proposals/1`, program: apiProposal },
  { name: "API, a bond", path: "/api/v1/bonds", program: apiBond, params: { code: "NFC-2027A" } }
]
