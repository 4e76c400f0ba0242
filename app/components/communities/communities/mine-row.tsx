import { Form, Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { Icon } from "~/components/base/parts/icon"
import { Mark } from "~/components/base/parts/mark"
import { Seal } from "~/components/base/parts/seal"
import { StateChip } from "~/components/base/parts/state-chip"
import { roleNames } from "~/effects/access/rules"
import { unreadInWords } from "~/effects/activity/notifications/unread"
import { counted } from "~/effects/base/text/counted"
import type { MineTab, MyCommunity } from "~/effects/communities/communities/mine"

type Props = {
  readonly community: MyCommunity
  readonly tab: MineTab
  /** Idempotency key of the page: a form that is sent twice has one effect. */
  readonly formKey: string
  /** Where the buttons of this page lead back to. */
  readonly here: string
}

/** One community: what is new there, and what the reader can do about their membership. */
export function MineRow(props: Props) {
  const { community, tab } = props
  const isDraft = tab === "drafts"
  const to = isDraft ? `/create?draft=${community.id}` : `/community/detail/${community.id}`
  return (
    <li>
      <Seal community={community} />
      <div>
        <h2 className="h3">
          <Link to={to} prefetch="intent">
            {community.name}
          </Link>
        </h2>
        <p>{community.tagline}</p>
        <div className="row small">
          {community.role !== null && tab !== "applications" && !isDraft && (
            <span className="chip">
              <Icon name="people" />
              {community.status === "suspended" ? "Suspended" : roleNames[community.role]}
            </span>
          )}
          {community.stage === "archived" && <StateChip state="warn" mark="seal" word="Archived" />}
          {community.isMuted && <span className="muted">Muted</span>}
        </div>
      </div>
      <div className="register__side" data-end={isDraft || undefined}>
        {!isDraft && <News community={community} />}
        <Actions {...props} />
      </div>
    </li>
  )
}

function News({ community }: Pick<Props, "community">) {
  return (
    <>
      <span className="state-line">
        {community.unread > 0 ? (
          <>
            <span className="count">{unreadInWords(community.unread)}</span> unread
          </>
        ) : (
          "Nothing unread"
        )}
      </span>
      <span className="state-line">
        <Mark name="vote" />
        {community.openProposals === 0 ? "No open vote" : counted(community.openProposals, "open vote")}
      </span>
      {community.openSales > 0 && (
        <span className="state-line">
          <Mark name="coin" />
          Bond sale open
        </span>
      )}
    </>
  )
}

function Actions({ community, formKey, here, tab }: Props) {
  if (tab === "drafts") {
    return (
      <>
        <Link className="button" data-size="s" to={`/create?draft=${community.id}`}>
          Continue
        </Link>
        <Form method="post" action={here}>
          <input type="hidden" name="community" value={community.id} />
          <button className="link-button" type="submit" name="intent" value="discard">
            Discard draft<span className="visually-hidden"> {community.name}</span>
          </button>
        </Form>
      </>
    )
  }
  if (tab === "applications") {
    return (
      <Form method="post" action={`/community/detail/${community.id}/members`}>
        <input type="hidden" name="key" value={`${formKey}${community.id}`} />
        <button className="button" data-size="s" type="submit" name="intent" value="leave">
          Withdraw the application
        </button>
      </Form>
    )
  }
  if (tab === "following") {
    return (
      <Form method="post" action={here} preventScrollReset>
        <input type="hidden" name="community" value={community.id} />
        <button className="button" data-size="s" type="submit" name="intent" value="unfollow">
          Stop following<span className="visually-hidden"> {community.name}</span>
        </button>
      </Form>
    )
  }
  return (
    <>
      <Form method="post" action={here}>
        <input type="hidden" name="community" value={community.id} />
        <button className="link-button" type="submit" name="intent" value={community.isMuted ? "unmute" : "mute"}>
          {community.isMuted ? "Unmute" : "Mute"}
          <span className="visually-hidden"> {community.name}</span>
        </button>
      </Form>
      {community.role === "owner" ? (
        <Sure word="Leave" title={`Leave ${community.name}?`} text="Hand over ownership first.">
          <Link to={`/community/detail/${community.id}?panel=settings&part=hand-over`}>Hand over</Link>
        </Sure>
      ) : (
        <Sure
          word="Leave"
          title={`Leave ${community.name}?`}
          text="You keep your tokens and bonds; your votes stay counted."
        >
          <Form method="post" action={`/community/detail/${community.id}/members`}>
            <input type="hidden" name="key" value={`${formKey}${community.id}`} />
            <Danger intent="leave" word="Leave" />
          </Form>
        </Sure>
      )}
    </>
  )
}

type SureProps = { readonly word: string; readonly title: string; readonly text: string; readonly children: ReactNode }

/** Asks for confirmation; opens without JavaScript too. */
function Sure({ children, text, title, word }: SureProps) {
  return (
    <details className="disclosure sure" data-kind="link">
      <summary>{word}</summary>
      <div className="stack" data-gap="s">
        <p>
          <b>{title}</b>
        </p>
        <p>{text}</p>
        {children}
      </div>
    </details>
  )
}

function Danger({ intent, word }: { readonly intent: string; readonly word: string }) {
  return (
    <button className="button" data-kind="danger" data-size="s" type="submit" name="intent" value={intent}>
      {word}
    </button>
  )
}
