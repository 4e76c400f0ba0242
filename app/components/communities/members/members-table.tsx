import { Link } from "@remix-run/react"
import { DayAt } from "~/components/base/parts/day"
import { Icon } from "~/components/base/parts/icon"
import { RowMore } from "~/components/base/parts/row-more"
import { isSuspended } from "~/effects/access/permissions"
import { roleNames } from "~/effects/access/rules"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { grouped } from "~/effects/base/text/grouped"
import type { Member } from "~/effects/communities/members/Member"
import { type Participation, turnoutInWords } from "~/effects/communities/members/participation"
import { type MembersQuery, membersHref } from "~/effects/communities/members/query"
import { nameOf, Person } from "./person"

const STEP = 14
const R = 4

type TurnoutProps = { readonly account: AccountAddress; readonly participation: Participation }

/** A dot for each of the latest votes, oldest first: filled if the member voted, otherwise a ring. */
function Turnout({ account, participation: { parts, votes } }: TurnoutProps) {
  const own = parts[account] ?? votes.map(() => "apart" as const)
  const words = turnoutInWords(own)
  return (
    <svg className="turnout" role="img" aria-label={words} width={votes.length * STEP} height={STEP}>
      <title>{words}</title>
      {own.map((part, place) => {
        const { number = place } = votes[place] ?? {}
        const at = { cx: place * STEP + STEP / 2, cy: STEP / 2 }
        return part === "apart" ? (
          <line key={number} x1={at.cx - 2} x2={at.cx + 2} y1={at.cy} y2={at.cy} />
        ) : (
          <circle key={number} {...at} r={R} data-part={part} />
        )
      })}
    </svg>
  )
}

type Props = {
  readonly path: string
  readonly query: MembersQuery
  readonly members: ReadonlyArray<Member>
  readonly now: number
  readonly showsWeight: boolean
  /** Who took part in the latest votes; empty until the first one has closed. */
  readonly participation: Participation
  /** Whether the reader may act on this member. */
  readonly canManage: (member: Member) => boolean
}

/** The members; on a phone one line for each, with the weight or, if all count the same, the role. */
export function MembersTable({ canManage, members, now, participation, path, query, showsWeight }: Props) {
  const showsTurnout = participation.votes.length > 0
  const managesSomebody = members.some(canManage)
  return (
    <table className="table members" data-cards data-lines>
      <caption className="visually-hidden">Members</caption>
      <TableHead votes={participation.votes.length} showsWeight={showsWeight} managesSomebody={managesSomebody} />
      <tbody>
        {members.map((member) => (
          <tr key={member.account} data-open={member.account === query.open || undefined}>
            <th scope="row">
              <Person {...member} />
              <RowMore what={nameOf(member)} isOpen={member.account === query.open} />
            </th>
            <RoleCell member={member} now={now} showsWeight={showsWeight} />
            <td data-label="Joined" data-line="rest">
              <DayAt at={member.joinedAt} />
            </td>
            {showsTurnout && (
              <td data-label="Latest votes" data-line="rest">
                <Turnout account={member.account} participation={participation} />
              </td>
            )}
            {showsWeight && (
              <td className="num" data-label="Weight" data-line="fact">
                {grouped(member.weight)}
              </td>
            )}
            {managesSomebody && (
              <td className="members__act" data-line="rest">
                {canManage(member) && (
                  <Link
                    className="button"
                    data-size="s"
                    to={membersHref(path, { ...query, open: member.account })}
                    aria-label={`Manage ${nameOf(member)}`}
                  >
                    Manage
                  </Link>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type RoleProps = { readonly member: Member; readonly now: number; readonly showsWeight: boolean }

/** The role and any suspension. On a phone, next to a weight, plain membership is left out. */
function RoleCell({ member, now, showsWeight }: RoleProps) {
  const role = roleNames[member.role]
  if (isSuspended({ membership: member, now })) {
    return (
      <td data-label="Role" data-line="below">
        <span className="row">
          {role}
          <span className="chip" data-state="warn">
            <Icon name="alert" />
            Suspended until {member.suspendedUntil !== null && <DayAt at={member.suspendedUntil} />}
          </span>
        </span>
      </td>
    )
  }
  const besideWeight = member.role === "member" ? "rest" : "beside"
  return (
    <td data-label="Role" data-line={showsWeight ? besideWeight : "fact"}>
      {role}
    </td>
  )
}

type HeadProps = {
  /** How many of the latest votes are shown. */
  readonly votes: number
  readonly showsWeight: boolean
  readonly managesSomebody: boolean
}

function TableHead({ managesSomebody, showsWeight, votes }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col" data-line={showsWeight ? undefined : "fact"}>
          Role
        </th>
        <th scope="col">Joined</th>
        {votes > 0 && <th scope="col">{votes === 1 ? "The last vote" : `The last ${votes} votes`}</th>}
        {showsWeight && (
          <th scope="col" className="num" data-line="fact">
            Weight
          </th>
        )}
        {managesSomebody && (
          <th scope="col" className="members__act">
            <span className="visually-hidden">Action</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
