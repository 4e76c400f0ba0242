import { Link, useFetcher, useLocation } from "@remix-run/react"
import { useId } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Notice } from "~/components/base/parts/notice"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { insidePath } from "~/components/base/site/inside-path"
import { rememberPath } from "~/components/wallet/gate/return-path"
import { useWallet } from "~/components/wallet/wallet/use-wallet"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { type JoinSubject, joinState, membersPath, type Obstacle } from "~/effects/communities/members/joining"
import { JoinFields } from "./join-fields"

export type JoinBoxProps = {
  /** `formKey` is the page's idempotency key: a form that is sent twice has one effect. */
  readonly community: JoinSubject & { readonly formKey: string }
  /** The code of an invitation link; empty without one. */
  readonly invite?: string
  /** Where the form posts: the members page, unless the reader may not open it yet. */
  readonly action?: string
  /** Result of the post that led to this page, for browsers without JavaScript. */
  readonly reply?: PageReply | undefined
  /** Purpose shown before joining, such as "to take part". */
  readonly title?: string
  /** True inside another frame, such as a menu. */
  readonly isBare?: boolean
}

/** The form for joining a community. Renders nothing for members; works without JavaScript. */
export function JoinBox({ action, community, invite = "", isBare = false, reply, title }: JoinBoxProps) {
  const fetcher = useFetcher<PageReply>()
  // The public page shows this form too, so the id comes from useId; it begins with a letter.
  const heading = `join${useId().replaceAll(":", "")}`
  const { pathname, search } = useLocation()
  const state = joinState(community, invite)
  if (state.kind === "inside") return null
  const response = fetcher.data ?? reply
  const to = action ?? membersPath(community.id)
  return (
    <section className={isBare ? "stack" : "card"} aria-labelledby={heading}>
      <h2 className="h4" id={heading}>
        {title ?? `Join ${community.name}`}
      </h2>
      {state.kind === "suspended" && (
        <Notice tone="warn">
          <p>{state.message}</p>
        </Notice>
      )}
      {state.kind === "applied" && (
        <fetcher.Form className="stack" data-gap="s" method="post" action={to}>
          <p role="status">Your application is with the moderators.</p>
          <Refused reply={replyTo(response, "leave")} />
          <input type="hidden" name="key" value={community.formKey} />
          <BusyButton
            className="button"
            data-size="s"
            type="submit"
            name="intent"
            value="leave"
            isBusy={fetcher.state !== "idle"}
          >
            Withdraw the application
          </BusyButton>
        </fetcher.Form>
      )}
      {state.kind === "outside" && state.obstacle !== null && (
        <InTheWay community={community} invite={invite} obstacle={state.obstacle} />
      )}
      {state.kind === "outside" && state.obstacle === null && (
        <fetcher.Form className="stack" method="post" action={to} noValidate>
          <Refused reply={replyTo(response, "join")} />
          <JoinFields
            community={community}
            way={state.way}
            ownerDecides={state.ownerDecides}
            invite={invite}
            reply={replyTo(response, "join")}
            isSending={fetcher.state !== "idle"}
          />
          <input type="hidden" name="key" value={community.formKey} />
          {invite === "" && <input type="hidden" name="back" value={`${pathname}${search}`} />}
        </fetcher.Form>
      )}
    </section>
  )
}

type InTheWayProps = { readonly community: JoinSubject; readonly invite: string; readonly obstacle: Obstacle }

/** What prevents joining, and what to do about it. */
function InTheWay({ community, invite, obstacle }: InTheWayProps) {
  const wallet = useWallet()
  // The way back from signing up is the invitation, which opens the community.
  const back = `${insidePath(community.id)}${invite === "" ? "" : `?${new URLSearchParams({ invite })}`}`
  return (
    <>
      <p>{obstacle.message}</p>
      {obstacle.code === "E-AUTH" && (
        <p>
          <HydratedButton className="button" data-kind="primary" data-connect="" onClick={() => void wallet.connect()}>
            Sign in
          </HydratedButton>
        </p>
      )}
      {obstacle.code === "E-PROFILE" && (
        <p>
          <Link
            className="button"
            data-kind="primary"
            to="/signup"
            onClick={() => rememberPath(back, community.visibility === "private" ? "" : community.name)}
          >
            Complete your profile to join
          </Link>
        </p>
      )}
    </>
  )
}

/** Errors that do not belong to a field. */
function Refused({ reply }: { readonly reply: PageReply | undefined }) {
  if (reply === undefined || reply.ok || Object.keys(reply.fields).length > 0) return null
  return (
    <Notice tone="bad" role="alert">
      <p>{reply.message}</p>
    </Notice>
  )
}
