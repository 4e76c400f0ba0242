import { assert, describe, test } from "vitest"
import type { JobReport } from "~/effects/base/jobs/JobReport"
import { flagChanges } from "~/effects/publishing/operating/flagForm"
import { headlineOf, healthOf, type Measured } from "~/effects/publishing/operating/health"
import { jobStateOf, lagWords } from "~/effects/publishing/operating/jobState"

const NOW = Date.UTC(2026, 10, 20, 12)
const job = (changes: Partial<JobReport> = {}): JobReport => ({
  name: "sweep",
  periodMs: 60_000,
  lagMs: 0,
  aheadMs: 0,
  isRunning: false,
  lastEndAt: NOW - 5_000,
  lastDeathAt: null,
  reason: null,
  setBack: 0,
  ...changes
})
const well: Measured = {
  now: NOW,
  trouble: null,
  databaseMs: 0.4,
  figures: {
    requests: 100,
    slowestSeconds: 0.025,
    ledger: { answered: 9, refused: 0, failed: 0 },
    leftAlone: []
  },
  jobs: [job(), job({ name: "indexer" })],
  stuckEmails: 0,
  flags: [],
  backups: null
}
const thrown = (name: "readOnly" | "uploads" | "bonds") => ({ name, reason: "The disk is full.", since: NOW })

describe("the state of a job", () => {
  test("has a word of its own for each case", () => {
    const word = (changes: Partial<JobReport>, isReadOnly = false) => jobStateOf(job(changes), isReadOnly).word
    assert.strictEqual(word({}), "Ran")
    assert.strictEqual(word({ aheadMs: 300_000 }), "Wrong clock")
    assert.strictEqual(word({ lagMs: 59_999 }), "Ran")
    assert.strictEqual(word({ lagMs: 60_000 }), "Late")
    assert.strictEqual(word({ lagMs: 60_000 }, true), "Paused")
    assert.strictEqual(word({ lagMs: 60_000, isRunning: true }), "Running")
    assert.strictEqual(word({ lastDeathAt: NOW }), "Failed")
    // It crashed before, and ended since.
    assert.strictEqual(word({ lastDeathAt: NOW - 9_000 }), "Ran")
    assert.strictEqual(word({ lastEndAt: null, lagMs: null }), "Never finished")
  })
})

describe("the headline", () => {
  test("says that everything is fine", () => {
    assert.strictEqual(headlineOf(well), "All is well: jobs run on time, and e-mails are sent.")
    assert.isTrue(healthOf(well).every(({ tone }) => tone === "ok"))
    assert.strictEqual(healthOf(well)[0]?.words, "95 of 100 responses within 25 ms")
  })

  test("names every problem, with its count", () => {
    assert.strictEqual(
      headlineOf({
        ...well,
        stuckEmails: 3,
        jobs: [job({ lastDeathAt: NOW }), job({ name: "digests", lagMs: 660_000 })]
      }),
      "Three things need attention: 3 e-mails could not be sent, the job sweep failed and the job digests is 11 min late."
    )
    assert.strictEqual(
      headlineOf({ ...well, flags: [thrown("uploads")] }),
      "One thing needs attention: uploads are turned off."
    )
  })

  test("does not report paused jobs while the site is read-only", () => {
    const resting = { ...well, flags: [thrown("readOnly")], jobs: [job({ lagMs: 900_000 })] }
    assert.strictEqual(headlineOf(resting), "One thing needs attention: the site is read-only.")
  })

  test("reports the storage, the ledger and slow responses", () => {
    const bad = {
      ...well,
      trouble: { reason: "database", message: "The database accepts no writes." },
      figures: { ...well.figures, slowestSeconds: Number.POSITIVE_INFINITY, leftAlone: ["ledger"] }
    }
    assert.strictEqual(
      headlineOf(bad),
      "Three things need attention: many responses take longer than 10 s, the database cannot be written to and the ledger does not answer."
    )
  })
})

test("the lag of a job whose times lie in the future is how far ahead they are", () => {
  assert.strictEqual(lagWords({ aheadMs: 18_300_000, lagMs: 0 }), "5 h 5 min ahead")
  assert.strictEqual(lagWords({ aheadMs: 0, lagMs: 59_000 }), "none")
  assert.strictEqual(lagWords({ aheadMs: 0, lagMs: 300_000 }), "5 min")
})

describe("the form of all feature flags", () => {
  test("changes only what differs from what the page showed", () => {
    const shown = ["signups", "communities", "bonds", "uploads", "webhooks", "readOnly"]
    const on = ["signups", "communities", "bonds", "webhooks"]
    assert.deepEqual(flagChanges({ shown, was: [], on: [...on, "uploads"] }), [])
    assert.deepEqual(flagChanges({ shown, was: ["uploads"], on }), [])
    assert.deepEqual(flagChanges({ shown, was: ["uploads"], on: [...on, "uploads", "readOnly"] }), [
      { name: "uploads", isThrown: false },
      { name: "readOnly", isThrown: true }
    ])
  })

  test("ignores flags that the page did not show", () => {
    const shown = ["communities", "bonds"]
    assert.deepEqual(flagChanges({ shown, was: [], on: ["communities"] }), [{ name: "bonds", isThrown: true }])
  })
})

describe("the line of backups", () => {
  const backups = {
    place: "the folder /b",
    last: { at: NOW - 3_600_000, bytes: 2_100_000, stored: 7 },
    failure: null,
    isStale: false
  }
  const line = (changes: object) =>
    healthOf({ ...well, backups: { ...backups, ...changes } }).find(({ name }) => name === "Backups")

  test("shows the newest, and needs attention when it is old or the last run failed", () => {
    assert.deepInclude(line({}), {
      words: "2.1 MB, 1 h ago, in the folder /b (7 backups)",
      tone: "ok",
      problem: null
    })
    assert.deepInclude(line({ isStale: true }), { tone: "warn", problem: "the newest backup is more than a day old" })
    const failure = { at: NOW, code: "E-STORAGE", message: "/b: there is no room left (ENOSPC)." }
    assert.deepInclude(line({ failure }), {
      tone: "bad",
      problem: "the last scheduled backup failed: /b: there is no room left (ENOSPC)"
    })
  })
})
