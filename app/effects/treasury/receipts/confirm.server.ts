/**
 * Checks a posted receipt against this site's records and the ledger, with the same results and texts as the page.
 * Never requests an address from the file.
 */
import { Effect } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { Report } from "~/effects/governance/votes/file/Report"
import { type Questions, questionsOf, receiptIn } from "~/effects/governance/votes/file/receiptQuestions"
import { type LedgerResponses, withResponses } from "~/effects/governance/votes/file/receiptResponses"
import { IssuedReceipts } from "./IssuedReceipts.server"

/** The longest that a reader waits for the ledger. */
const TIMEOUT = "6 seconds"
const SILENT = "silent" as const

const responsesTo = ({ held, issued, transaction }: Questions) =>
  Effect.gen(function* () {
    const { wasIssued } = yield* IssuedReceipts
    const ledger = yield* Ledger
    const committed =
      transaction === null
        ? Effect.succeed(SILENT)
        : ledger.committedDetails(transaction).pipe(
            Effect.map((found) => found.transaction),
            Effect.catchTags({
              UnknownOnLedger: () => Effect.succeed(null),
              LedgerRefused: () => Effect.succeed(null),
              GatewayDown: () => Effect.succeed(SILENT)
            })
          )
    const balance =
      held === null
        ? Effect.succeed(SILENT)
        : ledger.balancesOf(held.resource, [held.account], held.version).pipe(
            Effect.map(({ byAccount }) => byAccount.get(held.account) ?? "0"),
            Effect.catchTags({
              UnknownOnLedger: () => Effect.succeed("0"),
              LedgerRefused: () => Effect.succeed(SILENT),
              GatewayDown: () => Effect.succeed(SILENT)
            })
          )
    const inTime = <A, E, R>(reading: Effect.Effect<A, E, R>) =>
      Effect.timeoutTo(reading, { duration: TIMEOUT, onTimeout: () => SILENT, onSuccess: (found: A) => found })
    const responses: LedgerResponses = yield* Effect.all(
      {
        site: issued === null ? Effect.succeed(SILENT) : wasIssued(issued),
        transaction: inTime(committed),
        held: inTime(balance)
      },
      { concurrency: "unbounded" }
    )
    return responses
  })

/** The report of a file; for a complete receipt, with what the site and the ledger say about it. */
export const confirmReport = (text: string, report: Report) =>
  Effect.gen(function* () {
    const file = report.holds && report.confirmation !== undefined ? receiptIn(text) : null
    if (file === null) return report
    const { appOrigin: origin } = yield* Settings
    const asker = { origin, networkId: NETWORK_ID }
    const questions = questionsOf(file, asker)
    return withResponses(report, file, questions, yield* responsesTo(questions), asker)
  })
