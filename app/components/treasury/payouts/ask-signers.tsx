import { Link, useFetcher } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { useFrame } from "~/components/base/site/use-frame"
import type { CommunityId } from "~/effects/access/Community"
import type { PageReply } from "~/effects/base/remix/PageReply"

export const signersPath = (communityId: CommunityId): string => `/community/detail/${communityId}/signers`

interface Asked {
  readonly word: string
  readonly isMain?: boolean
  /** Text next to the button. */
  readonly children: ReactNode
}

interface FormProps extends Asked {
  readonly intent: string
  /** Identifies what the request is about, as hidden fields. */
  readonly about: Readonly<Record<string, string | number>>
  /** Further fields of the form. If the server refuses them, the page stays here with what was typed. */
  readonly fields?: (reply: PageReply | undefined) => ReactNode
}

/** Sends a request to the signers; it then waits for approval on the signers' page. */
export function AskForm({ about, children, fields, intent, isMain = false, word }: FormProps) {
  const { id } = useFrame()
  const asking = useFetcher<PageReply>()
  const button = (
    <div className="row">
      <BusyButton
        className="button"
        {...(isMain ? { "data-kind": "primary" } : { "data-size": "s" })}
        type="submit"
        name="intent"
        value={intent}
        isBusy={asking.state !== "idle"}
      >
        {word}
      </BusyButton>
      <span className="small">{children}</span>
    </div>
  )
  return (
    <asking.Form className="stack" method="post" action={signersPath(id)}>
      <ReplyNotice reply={asking.data} />
      {Object.entries(about).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields?.(asking.data)}
      {button}
    </asking.Form>
  )
}

interface Props extends Asked {
  readonly intent: "propose-escrow" | "propose-back" | "propose-recovery" | "propose-budget" | "propose-budget-back"
  /** What `number` identifies on the signers' page: a payout (`d`) or a budget (`b`). */
  readonly of?: "d" | "b"
  readonly number: number
  /** Hash of the rows as this page shows them. */
  readonly digest?: string | null
}

/** `AskForm` for a payout or a budget. */
export function AskSigners({ digest, number, of = "d", ...rest }: Props) {
  return <AskForm {...rest} about={{ [of]: number, digest: digest ?? "" }} />
}

/** Link to the page where signers approve requests. */
export function SignersLink() {
  const { id } = useFrame()
  return <Link to={signersPath(id)}>Requests waiting for signers</Link>
}
