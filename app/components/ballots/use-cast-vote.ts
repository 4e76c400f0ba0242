import { useRevalidator } from "@remix-run/react"
import { useState } from "react"
import type { Receipt } from "~/effects/votes/ballot/receipt"
import { askSignature } from "../signing/ask-signature"
import { useWallet } from "../wallet/use-wallet"
import { type PreparedBallot, prepareBallot, sendBallot, type Wanted } from "./cast-ballot"

/** Where a vote stands: being filled in, checked, summed up, in the wallet, on its way, in the record. */
export type CastState =
  | { readonly at: "form" | "preparing"; readonly message: string }
  | { readonly at: "summary" | "wallet" | "sending"; readonly prepared: PreparedBallot }
  | { readonly at: "receipt"; readonly receipt: Receipt }

const begin: CastState = { at: "form", message: "" }

/** From a choice to a receipt (R-P5). Nothing counts before the server has said so. */
export function useCastVote() {
  const { sendOneTimeRequest } = useWallet()
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<CastState>(begin)

  const prepare = async (wanted: Wanted) => {
    setState({ at: "preparing", message: "" })
    const prepared = await prepareBallot(wanted)
    if (prepared.ok) setState({ at: "summary", prepared: prepared.value })
    else setState({ at: "form", message: prepared.message })
  }

  const sign = async () => {
    if (state.at !== "summary") return
    const { prepared } = state
    setState({ at: "wallet", prepared })
    const signed = await askSignature(sendOneTimeRequest, prepared.ballot.account, prepared.digest)
    if (!signed.ok) {
      setState({ at: "form", message: signed.message })
      return
    }
    setState({ at: "sending", prepared })
    const stored = await sendBallot(prepared, signed.proof)
    if (stored.ok) setState({ at: "receipt", receipt: stored.value })
    else setState({ at: "form", message: stored.message })
    revalidate()
  }

  const leave = () => setState(begin)
  const refuse = (message: string) => setState({ at: "form", message })
  return { state, prepare, sign, leave, refuse }
}
