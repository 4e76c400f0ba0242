import { useFrame } from "~/components/base/site/use-frame"
import { OthersStep } from "~/components/chain/prepared-transactions/others-step"
import { TransactionStep } from "~/components/chain/prepared-transactions/transaction-step"
import { useFollowedStep } from "~/components/chain/prepared-transactions/use-step-topic"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { replyTo } from "~/effects/base/remix/PageReply"
import type { ProposalView } from "~/effects/governance/proposals/views"
import { SmallForm } from "./small-form"

type Props = {
  readonly proposal: Pick<ProposalView, "step" | "stepTopic">
  readonly path: string
  readonly reply: PageReply | undefined
  readonly now: number
}

/**
 * Lets someone who controls the treasury sign the voted manifest. The site reads from the ledger what was executed,
 * whatever the wallet sends.
 */
export function ExecutePart({ now, path, proposal: { step, stepTopic }, reply }: Props) {
  const { id, communityRole } = useFrame()
  useFollowedStep(id, step === null ? stepTopic : null)
  const executeAs = (word: string) => (
    <SmallForm intent="execute" word={word} path={path} reply={replyTo(reply, "execute")} isPrimary />
  )
  if (step === null) return executeAs("Execute")
  if (step.account !== communityRole.account) {
    return (
      <OthersStep key={step.id} step={step} now={now}>
        {(isFree) => isFree && executeAs("Take over")}
      </OthersStep>
    )
  }
  return (
    <TransactionStep key={step.id} step={step} word="Sign in my wallet">
      <p>
        One transaction does exactly what was voted. You may close this page after signing: we read the transaction from
        the ledger and compare it with the vote.
      </p>
    </TransactionStep>
  )
}
