import { BusyButton } from "~/components/base/forms/busy-button"
import { Notice } from "~/components/base/parts/notice"
import { useFrame } from "~/components/base/site/use-frame"
import { holderName } from "~/components/chain/ledger-steps/step-server"
import { usePreAuthorization } from "~/components/treasury/bonds/use-pre-authorization"
import { PracticeWalletButton } from "~/components/wallet/wallet/practice-wallet-button"
import { isStepAct } from "~/effects/treasury/keepers/actWords"
import type { ActView } from "~/effects/treasury/keepers/views"

const meaning = (act: ActView): string =>
  act.mine === "pay"
    ? `Your approval ${act.kind === "payment" ? "is the payment itself" : isStepAct(act.payload) ? "does it" : "makes the change"}: exactly what stands here, nothing else.`
    : "You lend your badge to this site for ten minutes. The transaction that uses it gives it back; without one nothing moves."

/** Asks the keeper's wallet: the badge is lent, or the last approval sends the transaction. */
export function ApprovePart({ act }: { readonly act: ActView }) {
  const { id } = useFrame()
  const { isBusy, start, state } = usePreAuthorization(`/api/keepers/${id}/${act.id}/parts`, "approval", () => ({
    release: holderName()
  }))
  return (
    <div className="stack">
      {act.mine !== null && (
        <>
          <p>{meaning(act)}</p>
          <div className="row">
            <BusyButton
              className="button"
              data-kind="primary"
              type="button"
              isBusy={isBusy}
              onClick={() => void start({})}
            >
              {isBusy ? "In your wallet…" : "Approve in my wallet"}
            </BusyButton>
          </div>
          {state.status !== "signing" && <p className="small muted">If you do nothing, nothing moves.</p>}
        </>
      )}
      {act.refusal !== null && state.status !== "refused" && <p>{act.refusal}</p>}
      {state.status === "signing" && (
        <p role="status">
          Your wallet has the request. <PracticeWalletButton />
        </p>
      )}
      {state.status === "refused" && (
        <Notice tone="bad" role="alert">
          <p>{state.message}</p>
        </Notice>
      )}
      {state.status === "done" && (
        <Notice tone="ok" role="status">
          <p>Your approval is taken.</p>
        </Notice>
      )}
    </div>
  )
}
