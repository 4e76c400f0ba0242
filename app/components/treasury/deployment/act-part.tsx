import { Form } from "@remix-run/react"
import { useFrame } from "~/components/base/site/use-frame"
import { OthersStep } from "~/components/chain/ledger-steps/others-step"
import { TransactionStep } from "~/components/chain/ledger-steps/transaction-step"
import type { Act } from "~/effects/treasury/deployment/badges"

type Props = {
  readonly act: Act
  /** The button that takes back what nobody signed. */
  readonly drop: string
  /** Where it posts to; the page it stands on, where left out. */
  readonly action?: string
}

/** One transaction about the treasury itself: what it does in words, and where it is on its way. */
export function ActPart({ act: { others, step, words }, action, drop }: Props) {
  const { standing } = useFrame()
  if (others !== null) {
    return (
      <>
        <p>{words}</p>
        <OthersStep key={others.id} step={others} now={standing.now}>
          {(isFree) => isFree && <p>Another one may be prepared in its place.</p>}
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
            Take it back
          </button>
        </Form>
      }
    >
      <p>{words}</p>
    </TransactionStep>
  )
}
