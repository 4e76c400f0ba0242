/** Sends a ballot that the wallet has signed, on whatever page that happens. */

import { proofIn } from "~/components/wallet/signing/ask-signature"
import { responseOf, UNFIT } from "~/components/wallet/signing/handlers"
import type { StepEnd } from "~/components/wallet/wallet/steps"
import type { StepValue } from "~/connector/WalletHandle"
import { type BallotStep, sendBallot } from "./cast-ballot"

export const ballot = async (data: unknown, value: StepValue): Promise<StepEnd> => {
  if (value.type !== "data") return responseOf(value, "data") ?? UNFIT
  const { prepared } = data as BallotStep
  const proof = proofIn(value.data.proofs, prepared.ballot.account, prepared.digest)
  return proof === undefined ? UNFIT : sendBallot(prepared, proof)
}
