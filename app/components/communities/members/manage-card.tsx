import { Link } from "@remix-run/react"
import { type CommunityRole, isSuspended, mayActOn, permissions, roleNow } from "~/effects/access/permissions"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import type { Member } from "~/effects/communities/members/Member"
import { type MembersQuery, membersHref } from "~/effects/communities/members/query"
import { MemberActionForm } from "./member-action-form"
import { nameOf, Person } from "./person"
import { ReplyField } from "./reply-field"

/** Actions that this reader may take on a member, by the same rules as the server. */
export const actsOn = (communityRole: CommunityRole, member: Member, showsWeight: boolean) => {
  const may = mayActOn(communityRole, { account: member.account, role: member.role }, "").ok
  const isOwner = roleNow(communityRole) === "owner"
  return {
    role: may && permissions.appoint(communityRole).ok,
    weight: showsWeight && isOwner && permissions.assignWeight(communityRole).ok,
    suspend: may && permissions.moderate(communityRole).ok,
    remove: may && permissions.removeMembers(communityRole).ok
  }
}

type Props = {
  readonly path: string
  readonly query: MembersQuery
  readonly member: Member
  readonly communityRole: CommunityRole
  readonly showsWeight: boolean
  readonly formKey: string
  readonly reply: PageReply | undefined
}

/** Every action on one member, each with its own button. Works without JavaScript. */
export function ManageCard({ formKey, member, path, query, reply, showsWeight, communityRole }: Props) {
  const acts = actsOn(communityRole, member, showsWeight)
  const common = { action: membersHref(path, query), account: member.account, formKey }
  const suspended = isSuspended({ membership: member, now: communityRole.now })
  const name = nameOf(member)
  return (
    <section className="card manage" data-lead aria-labelledby="manage">
      <div className="row" data-apart>
        <h2 className="h4" id="manage">
          Manage {name}
        </h2>
        <Link to={membersHref(path, { ...query, open: "" })}>Close</Link>
      </div>
      <Person {...member} />
      <div className="manage__forms">
        {acts.role && (
          <MemberActionForm {...common} intent="role" button={roleButton(member)} reply={replyTo(reply, "role")}>
            <input type="hidden" name="role" value={member.role === "moderator" ? "member" : "moderator"} />
            <p className="small muted">
              {member.role === "moderator"
                ? "Moderators hide content, suspend and decide on applications."
                : "A moderator may hide content, suspend members for up to 30 days, announce, and decide on applications."}
            </p>
          </MemberActionForm>
        )}
        {acts.weight && (
          <MemberActionForm {...common} intent="weight" button="Set weight" reply={replyTo(reply, "weight")}>
            <ReplyField
              label="Weight"
              name="weight"
              stored={String(member.weight)}
              hint="A whole number from 0 to 1,000. With 0, the member cannot vote."
              inputMode="numeric"
              maxLength={5}
              reply={replyTo(reply, "weight")}
            />
          </MemberActionForm>
        )}
        {acts.suspend && suspended && (
          <MemberActionForm
            {...common}
            intent="unsuspend"
            button="End the suspension"
            reply={replyTo(reply, "unsuspend")}
          >
            <Reason reply={replyTo(reply, "unsuspend")} />
          </MemberActionForm>
        )}
        {acts.suspend && !suspended && (
          <SuspendForm {...common} isOwner={roleNow(communityRole) === "owner"} reply={replyTo(reply, "suspend")} />
        )}
        {acts.remove && (
          <MemberActionForm
            {...common}
            intent="remove"
            button={`Remove ${name}`}
            isDanger
            reply={replyTo(reply, "remove")}
          >
            <p className="small muted">A removed member can come back only when you accept a new application.</p>
            <Reason reply={replyTo(reply, "remove")} />
          </MemberActionForm>
        )}
      </div>
    </section>
  )
}

type SuspendProps = {
  readonly action: string
  readonly account: AccountAddress
  readonly formKey: string
  readonly isOwner: boolean
  readonly reply: PageReply | undefined
}

function SuspendForm({ isOwner, reply, ...common }: SuspendProps) {
  return (
    <MemberActionForm {...common} intent="suspend" button="Suspend" isDanger reply={reply}>
      <ReplyField
        label="Days"
        name="days"
        stored="7"
        hint={isOwner ? "1 day or more." : "1 to 30 days."}
        inputMode="numeric"
        maxLength={4}
        reply={reply}
      />
      <Reason reply={reply} />
    </MemberActionForm>
  )
}

const roleButton = ({ role }: Member) => (role === "moderator" ? "Make a member again" : "Make a moderator")

function Reason({ reply }: { readonly reply: PageReply | undefined }) {
  return (
    <ReplyField
      label="Reason"
      name="reason"
      hint="5 to 300 characters. Everyone can read it in the moderation log."
      rows={2}
      maxLength={300}
      reply={reply}
    />
  )
}
