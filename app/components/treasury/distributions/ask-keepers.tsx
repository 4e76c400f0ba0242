import { Form, Link, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { useFrame } from "~/components/base/site/use-frame"

export const keepersPath = (communityId: string): string => `/community/detail/${communityId}/keepers`

interface Props {
  readonly intent: "propose-parking" | "propose-back" | "propose-recovery" | "propose-budget" | "propose-budget-back"
  /** What the number is of, as the keepers' page reads it: a distribution, or a budget. */
  readonly of?: "d" | "b"
  readonly number: number
  /** Of the rows, as this page shows them. */
  readonly digest?: string | null
  readonly word: string
  readonly isMain?: boolean
  readonly children: ReactNode
}

/** Puts it before the keepers, on whose page it then waits. */
export function AskKeepers({ children, digest, intent, isMain = false, number, of = "d", word }: Props) {
  const { id } = useFrame()
  const isSending = useNavigation().formMethod === "POST"
  return (
    <Form className="row" method="post" action={keepersPath(id)}>
      <input type="hidden" name={of} value={number} />
      <input type="hidden" name="digest" value={digest ?? ""} />
      <BusyButton
        className="button"
        {...(isMain ? { "data-kind": "primary" } : { "data-size": "s" })}
        type="submit"
        name="intent"
        value={intent}
        isBusy={isSending}
      >
        {word}
      </BusyButton>
      <span className="small">{children}</span>
    </Form>
  )
}

/** Where what was asked of them is approved. */
export function KeepersLink() {
  const { id } = useFrame()
  return <Link to={keepersPath(id)}>What waits for the keepers</Link>
}
