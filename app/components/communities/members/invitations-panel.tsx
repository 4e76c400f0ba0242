import { Form, Link } from "@remix-run/react"
import { CopyButton } from "~/components/base/parts/copy-button"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { PrintButton } from "~/components/base/parts/paper"
import { QrCode } from "~/components/base/parts/qr-code"
import { TimePair } from "~/components/base/parts/time-pair"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useRootData } from "~/components/base/site/root-data"
import { useFrame } from "~/components/base/site/use-frame"
import type { CommunityId } from "~/effects/access/Community"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { inviteLink } from "~/effects/communities/members/joining"
import type { InvitationsView, MembersPage } from "~/effects/communities/members/page"
import { membersHref } from "~/effects/communities/members/query"
import { EmailInvitations } from "./email-invitations"
import { PeopleList } from "./people-list"
import { nameOf } from "./person"
import { Refusal, ReplyField } from "./reply-field"

type InvitationQrProps = { readonly qr: NonNullable<InvitationsView["qr"]>; readonly now: number }

const ID = "invitation-poster"

/** An invitation link as a poster for a meeting: on the whole screen, or on paper. */
function InvitationQr({ now, qr }: InvitationQrProps) {
  const { name } = useFrame()
  const { invite, link } = qr
  return (
    <>
      <p className="row no-print">
        <Link to="?tab=invitations">All invitations</Link>
        <HydratedButton
          className="button only-script"
          data-size="s"
          onClick={() => void document.getElementById(ID)?.requestFullscreen()}
        >
          Full screen
        </HydratedButton>
        <PrintButton />
      </p>
      <section className="poster" id={ID} aria-labelledby="poster-title">
        <h2 id="poster-title">Join {name}</h2>
        <QrCode qr={qr} label={`Code of the invitation link to ${name}`} />
        <p className="digest">{link}</p>
        <p>
          For {counted(invite.maxUses - invite.uses, "person", "people")}, until{" "}
          <TimePair at={invite.expiresAt} now={now} short />
        </p>
      </section>
    </>
  )
}

type Props = {
  readonly communityId: CommunityId
  readonly path: string
  readonly page: MembersPage
  /** Why no invitation can be made now; null if one can. */
  readonly obstacle: string | null
  readonly reply: PageReply | undefined
}

/** Invitations: links to share, and e-mails to people on a list. */
export function InvitationsPanel(props: Props) {
  const { obstacle, page, reply } = props
  const view = page.invitations
  const { formKey, now } = page
  if (view?.isBrought) return <PeopleList people={view.people} formKey={formKey} obstacle={obstacle} reply={reply} />
  if (view?.qr != null) return <InvitationQr qr={view.qr} now={now} />
  return (
    <div className="stack" data-gap="l">
      <Links {...props} />
      {view?.sent != null && (
        <EmailInvitations sent={view.sent} now={now} formKey={formKey} obstacle={obstacle} reply={reply} />
      )}
    </div>
  )
}

/** Make, share and revoke links. */
function Links({ communityId, obstacle, page, path, reply }: Props) {
  const { invites } = page
  return (
    <div className="columns">
      <section className="block" aria-labelledby="live-invitations">
        <div className="block__head">
          <h2 className="h3" id="live-invitations">
            Active invitations
          </h2>
        </div>
        {invites?.length === 0 && (
          <NothingYet>
            <p>There are no active invitations.</p>
          </NothingYet>
        )}
        <Refusal reply={replyTo(reply, "revoke")} />
        <ul className="entries">
          {invites?.map((invitation) => (
            <InvitationLine
              key={invitation.code}
              invitation={invitation}
              communityId={communityId}
              page={page}
              path={path}
            />
          ))}
        </ul>
      </section>
      <NewInvitation page={page} path={path} obstacle={obstacle} reply={replyTo(reply, "invite")} />
    </div>
  )
}

type LineProps = Pick<Props, "communityId" | "page" | "path"> & {
  readonly invitation: NonNullable<MembersPage["invites"]>[number]
}

function InvitationLine({ communityId, invitation, page: { formKey, now, query }, path }: LineProps) {
  const { origin } = useRootData()
  const { code, createdBy, expiresAt, maxUses, username, uses } = invitation
  return (
    <li className="invite-line">
      <div className="row address-line">
        <span className="digest">{inviteLink(origin, communityId, code)}</span>
        <CopyButton
          text={inviteLink(origin, communityId, code)}
          what={`the invitation link that ends in ${code.slice(-4)}`}
        />
      </div>
      <div className="row" data-apart>
        <span className="small muted">
          {uses} of {maxUses} used · ends <TimePair at={expiresAt} now={now} short /> · by{" "}
          {nameOf({ account: createdBy, username })}
        </span>
        <Form className="row" method="post" action={membersHref(path, query)} preventScrollReset>
          <Link className="button" data-size="s" to={`?tab=invitations&qr=${code}`}>
            QR code<span className="visually-hidden"> of the invitation that ends in {code.slice(-4)}</span>
          </Link>
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="code" value={code} />
          <button
            className="button"
            data-size="s"
            type="submit"
            name="intent"
            value="revoke"
            aria-label={`Revoke the invitation that ends in ${code.slice(-4)}`}
          >
            Revoke
          </button>
        </Form>
      </div>
    </li>
  )
}

function NewInvitation({ obstacle, page: { formKey, query }, path, reply }: Omit<Props, "communityId">) {
  return (
    <section className="block" aria-labelledby="new-invitation">
      <div className="block__head">
        <h2 className="h3" id="new-invitation">
          New invitation
        </h2>
      </div>
      {obstacle === null ? (
        <Form className="stack" method="post" action={membersHref(path, query)} preventScrollReset noValidate>
          <input type="hidden" name="key" value={formKey} />
          <ReplyField
            label="For how many people"
            name="uses"
            stored="1"
            hint="1 to 100"
            inputMode="numeric"
            maxLength={3}
            reply={reply}
          />
          <ReplyField
            label="For how many days"
            name="days"
            stored="7"
            hint="1 to 30"
            inputMode="numeric"
            maxLength={2}
            reply={reply}
          />
          <Refusal reply={reply} />
          <button className="button" data-kind="primary" type="submit" name="intent" value="invite">
            Create invitation
          </button>
        </Form>
      ) : (
        <p className="muted">{obstacle}</p>
      )}
    </section>
  )
}
