/** Labels for the states of a transaction (docs/product/treasury.md). Pure. */
import type { StepView } from "~/effects/chain/prepared-transactions/Step"

export type PreparedTransactionView = StepView

export const mayBeSent = (state: StepView["state"]): boolean => state === "waiting"
/** The state is final. */
export const isDecided = (state: StepView["state"]): boolean =>
  state !== "waiting" && state !== "sent" && state !== "committed"

export const stations = ["Waiting", "In your wallet", "Sent", "Confirmed", "Checked"] as const
export type Station = (typeof stations)[number]

interface Whereabouts {
  readonly view: Pick<StepView, "state" | "lease">
  readonly isAsking: boolean
  readonly isSent: boolean
}

/** The state as a station on the way to confirmation; null if the transaction failed. */
export const stationOf = ({ isAsking, isSent, view: { lease, state } }: Whereabouts): Station | null => {
  switch (state) {
    case "waiting":
      if (isSent) return "Sent"
      return isAsking || lease !== null ? "In your wallet" : "Waiting"
    case "sent":
      return "Sent"
    case "committed":
      return "Confirmed"
    case "verified":
      return "Checked"
    default:
      return null
  }
}

/** Why it failed, in words. */
export const failureWords = ({ problem, state }: Pick<StepView, "state" | "problem">): string => {
  const why = problem ?? "the ledger gives no reason."
  if (state === "mismatch") return `Mismatch: ${why}`
  if (state === "replaced") return "This was prepared again. Nothing happened."
  return why
}
