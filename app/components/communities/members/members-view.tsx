import { Link } from "@remix-run/react"
import { StepChart } from "~/components/base/charts/step-chart"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/base/forms/filter-form"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { dayInWords } from "~/components/base/parts/day"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { useFrame } from "~/components/base/site/use-frame"
import { JoinBox } from "~/components/communities/members/join-box"
import { permissions, roleNow } from "~/effects/access/permissions"
import { explain, roleNames } from "~/effects/access/rules"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"
import { membersPath } from "~/effects/communities/members/joining"
import { type MembersAt, type MembersPage, MOST_WAITING } from "~/effects/communities/members/page"
import {
  everybody,
  type MembersQuery,
  membersHref,
  QUERY_LENGTH,
  roles,
  type Sort,
  sorts,
  type Tab
} from "~/effects/communities/members/query"
import { ApplicationsList } from "./applications-list"
import { InvitationsPanel } from "./invitations-panel"
import { actsOn, ManageCard } from "./manage-card"
import { MembersTable } from "./members-table"
import { WeightsPanel } from "./weights-panel"

const sortNames: Readonly<Record<Sort, string>> = {
  longest: "Longest here",
  newest: "Newest",
  name: "Name",
  weight: "Weight"
}

type MembersFiltersProps = { readonly path: string; readonly query: MembersQuery; readonly showsWeight: boolean }

function MembersFilters({ path, query, showsWeight }: MembersFiltersProps) {
  const shown = sorts.filter((sort) => showsWeight || sort !== "weight")
  return (
    <FilterForm name="Members" action={path} asked={membersHref("", query)}>
      <FilterSearch id="members-q" name="q" label="Search by name or address" length={QUERY_LENGTH} value={query.q} />
      <FilterChoice
        id="members-role"
        name="role"
        label="Role"
        any="Any"
        options={roles.map((role) => [role, roleNames[role]] as const)}
        value={query.role}
      />
      <FilterChoice
        id="members-sort"
        name="sort"
        label="Sort"
        options={shown.map((sort) => [sort, sortNames[sort]] as const)}
        value={query.sort}
      />
    </FilterForm>
  )
}

const tabNames: Readonly<Record<Tab, string>> = {
  members: "Members",
  applications: "Applications",
  invitations: "Invitations",
  weights: "Weights"
}

type Props = { readonly page: MembersPage; readonly reply: PageReply | undefined }

/** The members page (docs/product/communities.md). */
export function MembersView({ page, reply }: Props) {
  const frame = useFrame()
  const path = membersPath(frame.id)
  const { query } = page
  const invite = permissions.invite(frame.communityRole)
  return (
    <>
      {page.tabs.length > 1 && <Tabs page={page} path={path} />}
      {query.tab !== "members" && <h1 className="page-head">{tabNames[query.tab]}</h1>}
      {(reply?.intent === "join" || reply?.intent === "leave") && <JoinBox community={frame} reply={reply} />}
      {(reply?.intent === "follow" || reply?.intent === "unfollow") && <ReplyNotice reply={reply} />}
      {query.tab === "members" && <MembersList page={page} path={path} reply={reply} />}
      {query.tab === "applications" && (
        <ApplicationsList page={page} path={path} isOwner={roleNow(frame.communityRole) === "owner"} reply={reply} />
      )}
      {query.tab === "invitations" && (
        <InvitationsPanel
          communityId={frame.id}
          page={page}
          path={path}
          obstacle={invite.ok ? null : explain(invite)}
          reply={reply}
        />
      )}
      {query.tab === "weights" && (
        <WeightsPanel
          page={page}
          path={path}
          isOwner={permissions.assignWeight(frame.communityRole).ok}
          reply={reply}
        />
      )}
    </>
  )
}

function Tabs({ page, path }: { readonly page: MembersPage; readonly path: string }) {
  return (
    <nav className="second-row" aria-label="Lists of members">
      {page.tabs.map((tab) => (
        <Link
          key={tab}
          to={membersHref(path, { ...everybody, tab })}
          aria-current={tab === page.query.tab ? "page" : undefined}
          prefetch="intent"
        >
          {tabNames[tab]}
          {tab === "applications" && page.waiting > 0 && (
            <>
              {" "}
              <span className="count">{page.waiting >= MOST_WAITING ? `${MOST_WAITING - 1}+` : page.waiting}</span>
              <span className="visually-hidden"> waiting</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  )
}

const wordsOf = (at: number): string => dayInWords(new Date(at).toISOString().slice(0, 10))

/** Members over time, with a point for each day on which something happened. */
function MembersChart({ now, points }: { readonly now: number; readonly points: ReadonlyArray<MembersAt> }) {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  const says = `${counted(last.value, "member")} now; ${first.value} on ${wordsOf(first.at)}.`
  return (
    <section className="block" aria-labelledby="over-time">
      <div className="block__head">
        <h2 className="h3" id="over-time">
          Members over time
        </h2>
      </div>
      <StepChart
        says={says}
        name={says}
        steps={points}
        until={Math.max(now, last.at)}
        dates={[wordsOf(first.at), wordsOf(now)]}
        table={{
          caption: "Members over time",
          columns: ["Day", "Members"],
          rows: points.map(({ at, value }) => [wordsOf(at), String(value)] as const)
        }}
      />
    </section>
  )
}

function MembersList({ page, path, reply }: Props & { readonly path: string }) {
  const { communityRole } = useFrame()
  const { list, open, query, showsWeight } = page
  if (list === null) return null
  const isAlone = list.total === 1 && query.after === null
  const canManage = (member: (typeof list.members)[number]) =>
    Object.values(actsOn(communityRole, member, showsWeight)).some((may) => may)
  return (
    <section aria-labelledby="members-title">
      <MembersHead page={page} total={list.total} />
      {open !== null && canManage(open) && (
        <ManageCard
          key={open.account}
          member={open}
          path={path}
          query={query}
          communityRole={communityRole}
          showsWeight={showsWeight}
          formKey={page.formKey}
          reply={reply}
        />
      )}
      <MembersFilters path={path} query={query} showsWeight={showsWeight} />
      {list.members.length > 0 && (
        <MembersTable
          path={path}
          query={query}
          members={list.members}
          now={page.now}
          showsWeight={showsWeight}
          participation={list.participation}
          canManage={canManage}
        />
      )}
      {list.members.length === 0 && (
        <NothingYet>
          <p>
            {query.after === null ? "No member matches. " : "There are no more members."}
            <Link to={path}>Show everybody</Link>
          </p>
        </NothingYet>
      )}
      {isAlone && roleNow(communityRole) === "owner" && (
        <NothingYet>
          <p>
            Only you so far. <Link to={membersHref(path, { ...everybody, tab: "invitations" })}>Invite people.</Link>
          </p>
        </NothingYet>
      )}
      <MembersPager path={path} query={query} next={list.next} />
      <MembersChart points={page.overTime} now={page.now} />
    </section>
  )
}

type HeadProps = { readonly page: MembersPage; readonly total: number | null }

function MembersHead({ page, total }: HeadProps) {
  const { slug } = useFrame()
  return (
    <div className="block__head">
      <h1 id="members-title">Members</h1>
      <span className="row small muted">
        {total !== null && <span>{grouped(total)} in all</span>}
        {page.canExport && (
          <>
            <a href={`/api/exports/members?community=${slug}&format=csv`} download>
              CSV
            </a>
            <a href={`/api/exports/members?community=${slug}&format=json`} download>
              JSON
            </a>
          </>
        )}
      </span>
    </div>
  )
}

type PagerProps = {
  readonly path: string
  readonly query: MembersPage["query"]
  /** Cursor of the next page. */
  readonly next: NonNullable<MembersPage["list"]>["next"]
}

function MembersPager({ next, path, query }: PagerProps) {
  return (
    <nav className="pager" aria-label="Pages">
      {query.after === null ? <span /> : <Link to={membersHref(path, { ...query, after: null })}>First page</Link>}
      {next !== null && (
        <Link to={membersHref(path, { ...query, open: "", after: next })} rel="next" prefetch="intent">
          Next page
        </Link>
      )}
    </nav>
  )
}
