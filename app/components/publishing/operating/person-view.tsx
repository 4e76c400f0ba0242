import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import type { PersonDetails, PersonPage } from "~/effects/publishing/operating/console"
import { PersonActs } from "./person-acts"
import { PersonState } from "./person-state"

type Props = { readonly page: PersonPage; readonly reply: PageReply | undefined }

export function PersonView({ page, reply }: Props) {
  const { isOperator, person } = page
  return (
    <div className="columns">
      <Block id="who" title={person.name} more={<PersonState suspension={person.suspension} />}>
        <Facts person={person} isOperator={isOperator} />
      </Block>
      <Block id="acts" title="What can be done">
        <PersonActs page={page} reply={reply} />
        {!isOperator && (
          <p className="small">
            <Link to={`/operator/takedown?${new URLSearchParams({ who: person.account })}`}>
              Suspend and hide all posts: preview
            </Link>
          </p>
        )}
      </Block>
    </div>
  )
}

const seenIn = ({ lastSeenAt, sessions }: PersonDetails) => {
  if (sessions === 0) return "nowhere"
  return `in ${counted(sessions, "browser")}${lastSeenAt === null ? "" : `, last seen ${inUtc("moment", lastSeenAt)} UTC`}`
}

type FactsProps = { readonly person: PersonDetails; readonly isOperator: boolean }

function Facts({ isOperator, person }: FactsProps) {
  const { account, communities, email, joinedAt, openReports, suspension, username } = person
  return (
    <dl className="facts">
      <div>
        <dt>Account</dt>
        <dd className="address">{account}</dd>
      </div>
      <div>
        <dt>E-mail</dt>
        <dd>{email ?? "none"}</dd>
      </div>
      <div>
        <dt>Joined</dt>
        <dd>{joinedAt === null ? "no profile" : inUtc("day", joinedAt)}</dd>
      </div>
      {isOperator && (
        <div>
          <dt>Role</dt>
          <dd>Operator of this site</dd>
        </div>
      )}
      {suspension !== null && (
        <div>
          <dt>Reason</dt>
          <dd>{suspension.reason}</dd>
        </div>
      )}
      <div>
        <dt>Communities</dt>
        <dd>
          {communities.length === 0 ? "none" : communities.map(({ name, role }) => `${name} (${role})`).join(", ")}
        </dd>
      </div>
      <div>
        <dt>Signed in</dt>
        <dd>{seenIn(person)}</dd>
      </div>
      <div>
        <dt>Open reports</dt>
        <dd>{openReports}</dd>
      </div>
      {username !== null && (
        <div>
          <dt>Public profile</dt>
          <dd>
            <Link to={`/userDashboard/userProfile/${account}`}>{username}</Link>
          </dd>
        </div>
      )}
    </dl>
  )
}
