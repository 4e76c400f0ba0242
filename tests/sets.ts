/**
 * Which tests `npm test` runs, and which only `npm run test:all` runs. docs/tests.md gives the reasons;
 * tests/sets.test.ts keeps both equal. A journey that belongs to `npm test` has `@short` in its name.
 */

/** True in `npm test` and `npm run check`, which set it. A test that is run by path or name always runs in full. */
export const isShort = process.env.TESTS === "short"

/** In the name of each journey that `npm test` runs. */
export const SHORT = "@short"

/** How often a property is tried, or how many rows a journey uses: `all`, and `short` in `npm test`. */
export const runs = (short: number, all: number) => (isShort ? short : all)

/** Unit-test files below this folder that only `npm run test:all` runs. */
export const ALL_ONLY: ReadonlyArray<string> = [
  "effects/access/fuzz",
  "effects/activity/activity/scale",
  "effects/base/backup/scheduled",
  "effects/base/db/move",
  "effects/base/mail/smtp",
  "effects/chain/ledger/misbehaving",
  "effects/chain/prepared-transactions/leases",
  "effects/chain/prepared-transactions/oddGateway",
  "effects/chain/prepared-transactions/troubles",
  "effects/conversation/discussion/scale",
  "effects/governance/proposals/demoVotes",
  "effects/governance/votes/postedOften",
  "effects/local/beaconRoute",
  "effects/local/gatewaySdk",
  "effects/publishing/readapi/client",
  "effects/server/doctor/doctor",
  "effects/server/runtime/locks",
  "effects/server/runtime/switchedOff",
  "effects/server/runtime/unreadableVotes",
  "effects/treasury/bonds/securedPages",
  "effects/treasury/bonds/stopped",
  "effects/treasury/bonds/troubles",
  "effects/treasury/budgets/pages",
  "effects/treasury/budgets/stopped",
  "effects/treasury/multisig/bonds",
  "effects/treasury/multisig/budgets",
  "effects/treasury/multisig/escrowModel",
  "effects/treasury/multisig/payout-escrow",
  "effects/treasury/multisig/secured",
  "effects/treasury/multisig/tabs",
  "effects/treasury/payouts/stopped",
  "effects/treasury/statements/escrow",
  "readers/calendars",
  "readers/feeds",
  "readers/machines",
  "readers/messages",
  "readers/tables"
]

/**
 * Tests on both databases that run on Postgres in `npm test`, too: migrations, permissions, counting, ballots and
 * receipts, and the arithmetic of money with its models. All others run on Postgres in `npm run test:all`.
 */
export const ON_POSTGRES: ReadonlyArray<string> = [
  "effects/access/",
  "effects/base/amounts/",
  "effects/base/db/",
  "effects/governance/delegations/delegations",
  "effects/governance/proposals/sealed.",
  "effects/governance/proposals/ties",
  "effects/governance/proposals/voting",
  "effects/governance/votes/",
  "effects/treasury/bonds/escrowModel",
  "effects/treasury/bonds/races",
  "effects/treasury/bonds/securedModel",
  "effects/treasury/budgets/budgetModel",
  "effects/treasury/expenses/expenses",
  "effects/treasury/payouts/model",
  "effects/treasury/payouts/escrowModel",
  "effects/treasury/payouts/range",
  "effects/treasury/multisig/model",
  "effects/treasury/statements/ledger"
]
