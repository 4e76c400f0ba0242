import { Link, useFetcher } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { useFrame } from "~/components/base/site/use-frame"
import type { PageReply } from "~/effects/base/remix/PageReply"

export const keepersPath = (communityId: string): string => `/community/detail/${communityId}/keepers`

interface Asked {
  readonly word: string
  readonly isMain?: boolean
  /** Beside the button. */
  readonly children: ReactNode
}

interface FormProps extends Asked {
  readonly intent: string
  /** What it is for, as hidden fields. */
  readonly about: Readonly<Record<string, string | number>>
  /** What is asked along with it; a refusal stays here, with what was typed. */
  readonly fields?: (reply: PageReply | undefined) => ReactNode
}

/** Puts it before the keepers, on whose page it then waits. */
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
    <asking.Form className="stack" method="post" action={keepersPath(id)} data-by-script="always">
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
  readonly intent: "propose-parking" | "propose-back" | "propose-recovery" | "propose-budget" | "propose-budget-back"
  /** What the number is of, as the keepers' page reads it: a distribution, or a budget. */
  readonly of?: "d" | "b"
  readonly number: number
  /** Of the rows, as this page shows them. */
  readonly digest?: string | null
}

/** The same for something of a payout or a budget. */
export function AskKeepers({ digest, number, of = "d", ...rest }: Props) {
  return <AskForm {...rest} about={{ [of]: number, digest: digest ?? "" }} />
}

/** Where what was asked of them is approved. */
export function KeepersLink() {
  const { id } = useFrame()
  return <Link to={keepersPath(id)}>What waits for the signers</Link>
}
