import { Form } from "@remix-run/react"
import type { Act } from "~/effects/deployment/badges"
import { badgesHref } from "~/effects/deployment/badges"
import { useFrame } from "../inside/use-frame"
import { TransactionStep } from "../ledger-step/transaction-step"
import { shortAddress } from "../short-address"

type Props = {
  readonly act: Act
  /** The button that takes back what nobody signed. */
  readonly drop: string
}

/** One transaction about the treasury itself: what it does in words, and where it is on its way. */
export function ActPart({ act: { signer, step, words }, drop }: Props) {
  const { id } = useFrame()
  if (step === null) {
    return (
      <p>
        {words} It waits for the wallet of{" "}
        <span className="address" title={signer}>
          {shortAddress(signer)}
        </span>
        .
      </p>
    )
  }
  return (
    <TransactionStep
      key={step.id}
      step={step}
      word="Sign in my wallet"
      aside={
        <Form method="post" action={`${badgesHref(id)}&index`} preventScrollReset>
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
