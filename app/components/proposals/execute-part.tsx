import type { ProposalView } from "~/effects/proposals/views"
import type { PageReply } from "~/effects/remix/PageReply"
import { replyTo } from "~/effects/remix/PageReply"
import { useFrame } from "../inside/use-frame"
import { OthersStep } from "../ledger-step/others-step"
import { TransactionStep } from "../ledger-step/transaction-step"
import { useFollowedStep } from "../ledger-step/use-step-topic"
import { SmallForm } from "./small-form"

type Props = {
  readonly proposal: Pick<ProposalView, "step" | "stepTopic">
  readonly path: string
  readonly reply: PageReply | undefined
  readonly now: number
}

/** The treasury holder's wallet signs exactly the voted manifest; whatever it sends, the ledger says what ran. */
export function ExecutePart({ now, path, proposal: { step, stepTopic }, reply }: Props) {
  const { id, standing } = useFrame()
  useFollowedStep(id, step === null ? stepTopic : null)
  const executeAs = (word: string) => (
    <SmallForm intent="execute" word={word} path={path} reply={replyTo(reply, "execute")} isPrimary />
  )
  if (step === null) return executeAs("Execute")
  if (step.account !== standing.account) {
    return (
      <OthersStep key={step.id} step={step} now={now}>
        {(isFree) => isFree && executeAs("Take over")}
      </OthersStep>
    )
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
