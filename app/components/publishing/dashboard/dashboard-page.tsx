import { Link } from "@remix-run/react"
import { type DeedLine, DeedsList } from "~/components/activity/activity/deeds-list"
import { DatesList } from "~/components/activity/agenda/dates-list"
import { DashboardTabs } from "~/components/activity/notifications/dashboard-tabs"
import { type InboxData, InboxView } from "~/components/activity/notifications/inbox-view"
import { ForYou } from "~/components/treasury/claims/for-you"
import type { PlannedDate } from "~/effects/activity/agenda/dates"
import type { FirstStep } from "~/effects/activity/agenda/firstSteps"
import { type Need, needsInWords } from "~/effects/activity/agenda/needs"
import type { OwnCommunity } from "~/effects/publishing/dashboard/own"
import type { WaitingSum } from "~/effects/treasury/claims/views"
import { CalendarView } from "./calendar-view"
import { Checklist, hasStepsLeft } from "./checklist"
import { HoldingsBlock, type HoldingsProps } from "./holdings-block"
import { NeedsList } from "./needs-list"
import { OwnCommunities } from "./own-communities"
import { type VotesData, VotesList } from "./votes-list"

interface Start extends HoldingsProps {
  readonly tab: "start"
  readonly now: number
  readonly needs: ReadonlyArray<Need>
  readonly open: number
  readonly communities: ReadonlyArray<OwnCommunity>
  readonly hasMore: boolean
  readonly dates: ReadonlyArray<PlannedDate>
  readonly deeds: ReadonlyArray<DeedLine>
  readonly taken: ReadonlyArray<FirstStep> | null
  readonly waiting: ReadonlyArray<WaitingSum>
}

interface Calendar {
  readonly tab: "calendar"
  readonly now: number
  readonly dates: ReadonlyArray<PlannedDate>
  readonly address: string | null
}

type Page = Start | Calendar | (VotesData & { readonly tab: "votes" }) | (InboxData & { readonly tab: "notifications" })

type Props = {
  readonly name: string
  readonly page: Page
  readonly isOperator: boolean
}

/** A member's dashboard: today, inbox, votes and calendar (docs/product/notifications.md). */
export function DashboardPage({ isOperator, name, page }: Props) {
  return (
    <>
      <div className="page-head">
        <h1>Hello, {name}</h1>
        {page.tab === "start" && page.needs.length > 0 && <p>{needsInWords(page.needs.length, page.open)}</p>}
        {isOperator && <OperatorLink />}
      </div>
      <DashboardTabs tab={page.tab} />
      {page.tab === "start" && <Today page={page} />}
      {page.tab === "notifications" && <InboxView inbox={page} />}
      {page.tab === "votes" && <VotesList page={page} />}
      {page.tab === "calendar" && <CalendarView dates={page.dates} address={page.address} />}
    </>
  )
}

/** Not in any menu, where it would add to the first load of every visitor. */
function OperatorLink() {
  return (
    <p>
      You are an operator of this site: <Link to="/operator">Operator</Link>
    </p>
  )
}

/** Shown to an account that is signed in and has no profile yet. */
export function Welcome({ isOperator }: { readonly isOperator: boolean }) {
  return (
    <>
      <div className="page-head">
        <h1>Welcome</h1>
        <p>You're connected. Create your profile in two minutes to start joining communities.</p>
        {isOperator && <OperatorLink />}
      </div>
      <Checklist hasProfile={false} isMember={false} taken={[]} />
      <p>
        You hold units of a bond? <Link to="/userDashboard/bonds">My bonds</Link> redeems them without a profile.
      </p>
    </>
  )
}

function Today({ page }: { readonly page: Start }) {
  const { communities, dates, deeds, hasMore, holdings, needs, now, open, taken, waiting } = page
  const isMember = communities.length > 0
  // The checklist's "Join a community" replaces the notice for an empty list of communities.
  const hasSteps = taken !== null && hasStepsLeft({ hasProfile: true, isMember, taken })
  return (
    <>
      {(needs.length > 0 || isMember) && <NeedsList needs={needs} open={open} now={now} />}
      {hasSteps && <Checklist hasProfile isMember={isMember} taken={taken} />}
      <ForYou waiting={waiting} />
      <div className="columns">
        <div>
          {(isMember || !hasSteps) && <OwnCommunities communities={communities} hasMore={hasMore} />}
          {deeds.length > 0 && (
            <section className="block" aria-labelledby="deeds">
              <h2 id="deeds" className="h3 block__head">
                My activity
              </h2>
              <DeedsList deeds={deeds} who="You" now={now} />
            </section>
          )}
        </div>
        <aside className="stack" data-gap="l" aria-label="Holdings and dates">
          <HoldingsBlock holdings={holdings} />
          {dates.length > 0 && (
            <section className="block" aria-labelledby="dates">
              <div className="block__head">
                <h2 id="dates" className="h3">
                  Next 30 days
                </h2>
                <Link to="?tab=calendar">Calendar file</Link>
              </div>
              <DatesList dates={dates} />
            </section>
          )}
        </aside>
      </div>
    </>
  )
}
