import { Form } from "@remix-run/react"
import { useFrame } from "~/components/base/site/use-frame"
import { OthersStep } from "~/components/chain/prepared-transactions/others-step"
import { TransactionStep } from "~/components/chain/prepared-transactions/transaction-step"
import type { OpenTransaction } from "~/effects/treasury/deployment/badges"

type Props = {
  readonly transaction: OpenTransaction
  /** Intent of the button that cancels a transaction nobody has signed. */
  readonly drop: string
  /** Where the form posts to; the current page by default. */
  readonly action?: string
}

/** A transaction about the treasury itself: what it does in words, and its state. */
export function RequestPart({ transaction: { others, step, words }, action, drop }: Props) {
  const { communityRole } = useFrame()
  if (others !== null) {
    return (
      <>
        <p>{words}</p>
        <OthersStep key={others.id} step={others} now={communityRole.now}>
          {(isFree) => isFree && <p>You can prepare another one instead.</p>}
        </OthersStep>
      </>
    )
  }
  if (step === null) return <p>{words}</p>
  return (
    <TransactionStep
      key={step.id}
      step={step}
      word="Sign in my wallet"
      aside={
        <Form method="post" {...(action !== undefined && { action })} preventScrollReset>
          <button className="button" type="submit" name="intent" value={drop}>
            Cancel it
          </button>
        </Form>
      }
    >
      <p>{words}</p>
    </TransactionStep>
  )
}
