import type { StepView } from "~/effects/ledger-steps/Step"
import type { PageReply } from "~/effects/remix/PageReply"
import { replyTo } from "~/effects/remix/PageReply"
import { TransactionStep } from "../ledger-step/transaction-step"
import { SmallForm } from "./small-form"

type Props = {
  /** Prepared before and not decided. */
  readonly step: StepView | null
  readonly path: string
  readonly reply: PageReply | undefined
}

/** The treasury holder's wallet signs exactly the voted manifest; whatever it sends, the ledger says what ran. */
export function ExecutePart({ path, reply, step }: Props) {
  if (step === null) {
    return <SmallForm intent="execute" word="Execute" path={path} reply={replyTo(reply, "execute")} isPrimary />
  }
  return (
    <TransactionStep key={step.id} step={step} word="Sign in my wallet">
      <p>
        One transaction does exactly what was voted. You may close this page after signing: what ran is read from the
        ledger and compared with the vote.
      </p>
    </TransactionStep>
  )
}
