/**
 * Benchmark parked-payout: a payout to 2,000 accounts with one approval, on the local ledger and an embedded database:
 * how many approvals a wallet gives, and how many batches a minute the relayer pays when it waits for nothing else.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { escrowLife } from "../../tests/effects/treasury/payouts/escrowLife"
import { atLeast, type Goal } from "./goal"

const ROWS = Number(process.env.ROWS ?? 2_000)
/** A real ledger takes some seconds per transaction, so a higher rate never matters. */
const LIMIT = 60

export const escrowPayout: Goal = async () => {
  const folder = mkdtempSync(join(tmpdir(), "parked-"))
  try {
    const { approvals, batches, feePerRow, paid, seconds, state } = await escrowLife(join(folder, "data.sqlite"), ROWS)
    const rate = Math.round((batches * 60) / seconds)
    const note = `batches a minute; ${paid} of ${ROWS} paid in ${batches} batches and ${seconds.toFixed(1)} s, ${approvals} approval, ${feePerRow.toFixed(3)} XRD of fees a row, ${state}`
    const outcome = atLeast(rate, LIMIT, note)
    return { ...outcome, ok: outcome.ok && approvals === 1 && paid === ROWS && state === "ended" }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
