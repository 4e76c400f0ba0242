import { useRevalidator } from "@remix-run/react"
import { useState } from "react"
import { proofOf } from "~/components/wallet/signing/ask-signature"
import { useSignedStep } from "~/components/wallet/signing/use-signed-step"
import { sentence } from "~/components/wallet/wallet/steps"
import { useWallet } from "~/components/wallet/wallet/use-wallet"
import type { Receipt } from "~/effects/governance/votes/ballot/receipt"
import type { BallotStep, PreparedBallot, Wanted } from "./cast-ballot"

/** States of casting a vote, from filling in the form to the receipt. */
export type CastState =
  | { readonly at: "form" | "preparing"; readonly message: string }
  | { readonly at: "summary" | "wallet" | "sending"; readonly prepared: PreparedBallot }
  | { readonly at: "receipt"; readonly receipt: Receipt; readonly prepared: PreparedBallot }

const UNREACHABLE = "The server could not be reached. Nothing was sent to your wallet. Try again."
const begin: CastState = { at: "form", message: "" }

const stepOf = ({ ballot, digest }: PreparedBallot): BallotStep => ({ prepared: { ballot, digest } })

/** Takes a choice to a receipt. A vote counts only once the server has confirmed it. */
export function useCastVote(number: number) {
  const { sendOneTimeRequest } = useWallet()
  const signedStep = useSignedStep()
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<CastState>(begin)

  const refuse = (message: string) => setState({ at: "form", message })

  const prepare = async (wanted: Wanted) => {
    setState({ at: "preparing", message: "" })
    const prepared = await import("./cast-ballot")
      .then(({ prepareBallot }) => prepareBallot(wanted))
      .catch(() => ({ ok: false, message: UNREACHABLE }) as const)
    if (prepared.ok) setState({ at: "summary", prepared: prepared.value })
    else setState({ at: "form", message: prepared.message })
  }

  /** Sends one request to the wallet, and its signature to the server. */
  const signBallot = (prepared: PreparedBallot, onSigned: () => void) =>
    signedStep(
      { kind: "ballot", about: `Your vote on No. ${number}`, data: stepOf(prepared) },
      (continuation) =>
        sendOneTimeRequest(proofOf(prepared.ballot.account), { challenge: prepared.digest, continuation }),
      onSigned
    )

  const sign = async () => {
    if (state.at !== "summary") return
    const { prepared } = state
    setState({ at: "wallet", prepared })
    const outcome = await signBallot(prepared, () => setState({ at: "sending", prepared }))
    if (outcome.state === "unsigned") return refuse(outcome.message)
    // The handler has checked that the receipt is for this ballot.
    if (outcome.state === "done") setState({ at: "receipt", receipt: outcome.body as Receipt, prepared })
    else refuse(sentence(outcome.words))
    revalidate()
  }

  const leave = () => setState(begin)
  return { state, prepare, sign, signBallot, leave, refuse, revalidate }
}
