import { Form } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { Notice } from "~/components/base/parts/notice"
import { useFrame } from "~/components/base/site/use-frame"
import { usePreAuthorization } from "~/components/treasury/bonds/use-pre-authorization"
import { PracticeWalletButton } from "~/components/wallet/wallet/practice-wallet-button"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import type { RequestView } from "~/effects/treasury/multisig/views"

type Props = { readonly request: RequestView; readonly reply: PageReply | undefined }

/** The signer's own answer: a signature in their wallet, or a refusal with its reason. */
export function ApprovePart({ request, reply }: Props) {
  const { id } = useFrame()
  const { isBusy, start, state } = usePreAuthorization(`/api/signers/${id}/${request.id}/parts`, "approval")
  return (
    <div className="stack">
      {request.maySign && (
        <>
          <p className="promise">
            Your signature approves exactly this and nothing else. Nobody, this site included, can use it for another
            payment.
          </p>
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
          {state.status !== "signing" && (
            <p className="small muted">
              We test it on the ledger before your wallet opens. If you do nothing, nothing moves.
            </p>
          )}
        </>
      )}
      {request.refusal !== null && state.status !== "refused" && <p>{request.refusal}</p>}
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
          <p>Your approval was recorded.</p>
        </Notice>
      )}
      {request.mayRefuse && (
        <details open={reply !== undefined}>
          <summary>Refuse</summary>
          <Form className="stack" method="post" noValidate preventScrollReset>
            <input type="hidden" name="act" value={request.id} />
            <PlainField
              name="reason"
              label="Why you refuse"
              hint="Everyone can read it."
              maxLength={200}
              value={typed(reply, "reason")}
              reply={reply}
            />
            <button className="button" type="submit" name="intent" value="refuse">
              Refuse this request
            </button>
          </Form>
        </details>
      )}
    </div>
  )
}
