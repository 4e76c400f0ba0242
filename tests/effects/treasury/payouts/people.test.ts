/** People and payments of a recurring payout, and the places where a manifest is shown. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { progressWords } from "~/components/treasury/payouts/state-words"
import type { Distribution } from "~/effects/treasury/payouts/Distribution"
import { peopleIn, recipientsWords } from "~/effects/treasury/payouts/list/people"

const rhythm = {
  every: "month",
  first: Date.parse("2026-12-01T00:00Z"),
  last: Date.parse("2027-05-01T00:00Z")
} as const

it("three people on six days are shown as three people and eighteen payments", () => {
  const once = { rhythm: null, rowsReady: 3, state: "approved" } as const
  assert.strictEqual(peopleIn(once), 3)
  assert.strictEqual(recipientsWords(once), "3")
  const draft = { rhythm, rowsReady: 3, state: "draft" } as const
  const later = { rhythm, rowsReady: 18, state: "approved" } as const
  for (const run of [draft, later]) {
    assert.strictEqual(peopleIn(run), 3)
    assert.strictEqual(recipientsWords(run), "3, on 6 days: 18 payments")
  }
  const counts = { rowsSent: 4, rowsClaimed: 1, rowsClaimable: 1, rowsLeft: 0, chunksDone: 2, chunksTotal: 6 }
  const running = { ...later, ...counts, state: "running" } as unknown as Distribution // The fields that the text reads.
  assert.strictEqual(progressWords(running), "2 of 6 batches confirmed, 5 of 18 payments made to 3 people, 1 unclaimed")
})

/** Each shows a transaction's own text, which a wallet receives, here or elsewhere, or a preview that a test compares with it. */
const SHOWN = [
  "chain/prepared-transactions/asked-step.tsx: view.manifest",
  "chain/prepared-transactions/transaction-step.tsx: view.manifest",
  "treasury/bonds/collateral.tsx: each.manifest",
  "treasury/deployment/review-step.tsx: review.manifest",
  "treasury/payouts/pay-choice.tsx: manifest"
]

it("only these places show a manifest as the wallet's", () => {
  const root = join(import.meta.dirname, "../../../../app/components")
  const found = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/<ManifestFold manifest=\{([^}]+)\}/g)].map(
        ([, what]) => `${file}: ${what}`
      )
    )
  assert.deepEqual(found.sort(), SHOWN)
})
