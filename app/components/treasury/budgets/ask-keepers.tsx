import { Form, Link, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { useFrame } from "~/components/base/site/use-frame"
import { keepersHref } from "~/effects/communities/communities/hrefs"
import type { BudgetView } from "~/effects/treasury/budgets/views"

interface Props {
  readonly intent: "propose-budget" | "propose-budget-back"
  readonly budget: Pick<BudgetView, "number" | "digest">
  readonly word: string
  readonly isMain?: boolean
  readonly children: ReactNode
}

/** Puts it before the keepers, on whose page it then waits. */
export function AskKeepersOfBudget({ budget, children, intent, isMain = false, word }: Props) {
  const { id } = useFrame()
  const isSending = useNavigation().formMethod === "POST"
  return (
    <Form className="row" method="post" action={keepersHref(id)}>
      <input type="hidden" name="b" value={budget.number} />
      <input type="hidden" name="digest" value={budget.digest} />
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

export function KeepersLink() {
  const { id } = useFrame()
  return <Link to={keepersHref(id)}>What waits for the keepers</Link>
}
