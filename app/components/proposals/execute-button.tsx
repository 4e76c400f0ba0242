import { useSubmit } from "@remix-run/react"
import { useState } from "react"
import type { PageReply } from "~/effects/remix/PageReply"
import { replyTo } from "~/effects/remix/PageReply"
import { ReplyNotice } from "../forms/reply-notice"
import { useFrame } from "../inside/use-frame"
import { Notice } from "../notice"
import { useWallet } from "../wallet/use-wallet"

type Props = { readonly manifest: string; readonly path: string; readonly reply: PageReply | undefined }

/** The treasury holder's wallet signs exactly the voted manifest; the server then reads from the ledger what ran. */
export function ExecuteButton({ manifest, path, reply }: Props) {
  const { formKey } = useFrame()
  const { sendTransaction } = useWallet()
  const submit = useSubmit()
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly problem: string }>({
    isBusy: false,
    problem: ""
  })
  const tell = (txId: string) =>
    submit(
      { intent: "execute", txId, key: `${formKey}${txId}` },
      { method: "post", action: path, preventScrollReset: true }
    )
  const execute = async () => {
    setState({ isBusy: true, problem: "" })
    const sent = await sendTransaction({ transactionManifest: manifest, version: 1 })
    if (sent.ok) tell(sent.value.transactionIntentHash)
    setState({ isBusy: false, problem: sent.ok ? "" : sent.error.message })
  }
  return (
    <div className="stack" data-gap="s">
      <ReplyNotice reply={replyTo(reply, "execute")} />
      {state.problem !== "" && (
        <Notice tone="bad" role="alert">
          <p>{state.problem}</p>
        </Notice>
      )}
      <div>
        <button
          className="button"
          data-kind="primary"
          type="button"
          disabled={state.isBusy}
          onClick={() => void execute()}
        >
          {state.isBusy ? "In your wallet…" : "Execute"}
        </button>
      </div>
      <noscript>
        <p className="small">This step needs your wallet and JavaScript.</p>
      </noscript>
    </div>
  )
}
