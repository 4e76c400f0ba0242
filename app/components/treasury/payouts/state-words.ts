/** Labels for the states of payouts, rows and batches. Pure. */
import { counted } from "~/effects/base/text/counted"
import type { Batch, Distribution, DistributionRow } from "~/effects/treasury/payouts/Distribution"
import { peopleIn } from "~/effects/treasury/payouts/list/people"
import type { RunEscrow, RunPage } from "~/effects/treasury/payouts/views"

type Tone = "open" | "ok" | "warn" | "bad" | "needs"
interface Said {
  readonly word: string
  readonly tone?: Tone
}

export const runWords: Readonly<Record<Distribution["state"], Said>> = {
  draft: { word: "Draft", tone: "warn" },
  checked: { word: "Waiting for a vote", tone: "needs" },
  approved: { word: "Approved", tone: "open" },
  running: { word: "Running", tone: "open" },
  done: { word: "Done", tone: "ok" },
  stopped: { word: "Stopped", tone: "warn" }
}

/** A payout whose escrow was withdrawn or refunded is not shown as running. */
export const stateMark = (state: Distribution["state"], escrow: RunEscrow | null): Said => {
  if (state !== "running" || escrow === null || escrow.state === "asked" || escrow.state === "funded") {
    return runWords[state]
  }
  const { goesOn, isTaken } = escrow
  if (escrow.state === "refunding") return { word: isTaken ? "Withdrawn" : "Being returned", tone: "warn" }
  return goesOn ? runWords.running : { word: isTaken ? "Withdrawn" : "Returned", tone: "warn" }
}

/** The same for the payout's own page, which has loaded its batches and escrow. */
export const runMark = ({ chunks, escrow, run }: Pick<RunPage, "chunks" | "escrow" | "run">): Said => {
  if (escrow === null) return stateMark(run.state, null)
  const endedAt = escrow.endedAt ?? 0
  return stateMark(run.state, {
    state: escrow.state,
    isTaken: escrow.account?.returns.some(({ signers }) => signers.length > 0) ?? false,
    goesOn: chunks.some(({ state, updatedAt }) => state === "signing" || state === "pending" || updatedAt > endedAt)
  })
}

export const rowWords: Readonly<Record<DistributionRow["state"], Said>> = {
  valid: { word: "Ready", tone: "ok" },
  error: { word: "Error", tone: "bad" },
  excluded: { word: "Left out" },
  sent: { word: "Paid", tone: "ok" },
  claimable: { word: "To be claimed", tone: "needs" },
  claimed: { word: "Claimed", tone: "ok" },
  recovered: { word: "Returned", tone: "warn" },
  left: { word: "Left the locker", tone: "bad" },
  skipped: { word: "Skipped" }
}

export const batchWords: Readonly<Record<Batch["state"], Said>> = {
  ready: { word: "Ready" },
  signing: { word: "In your wallet", tone: "open" },
  pending: { word: "Sent", tone: "open" },
  committed: { word: "Confirmed", tone: "ok" },
  failed: { word: "Failed", tone: "bad" },
  rejected: { word: "Rejected", tone: "bad" },
  skipped: { word: "Skipped" }
}

export const purposeWords: Readonly<Record<Distribution["purpose"], string>> = {
  grant: "Grant",
  reward: "Reward",
  coupon: "Bond payment",
  other: "Other"
}

/** For example "3 of 5 batches confirmed, 120 of 187 people paid, 4 unclaimed". */
export const progressWords = (run: Distribution): string => {
  const paid = run.rowsSent + run.rowsClaimed
  const all = run.rowsReady
  const batches = `${run.chunksDone} of ${run.chunksTotal} ${run.chunksTotal === 1 ? "batch" : "batches"} confirmed`
  // A recurring payout pays the same people on each day, so it counts payments.
  const paidWords =
    run.rhythm === null
      ? `${paid} of ${all} ${all === 1 ? "person" : "people"} paid`
      : `${paid} of ${all} payments made to ${counted(peopleIn(run), "person", "people")}`
  const left = run.rowsLeft === 0 ? "" : `, ${run.rowsLeft} left the locker outside this site`
  return `${batches}, ${paidWords}, ${run.rowsClaimable} unclaimed${left}`
}

/** For example "40 of 125 sent, 2 unclaimed, 40 failed". */
export const rowsInWords = (run: Distribution & { readonly rowsFailed: number }): string => {
  const { rowsClaimable, rowsClaimed, rowsFailed, rowsLeft, rowsReady, rowsRecovered, rowsSent } = run
  const recovered = rowsRecovered === 0 ? "" : `, ${rowsRecovered} returned`
  const left = rowsLeft === 0 ? "" : `, ${rowsLeft} left the locker`
  return `${rowsSent + rowsClaimed} of ${rowsReady} sent, ${rowsClaimable} unclaimed, ${rowsFailed} failed${recovered}${left}`
}
