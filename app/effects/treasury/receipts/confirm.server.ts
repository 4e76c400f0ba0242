/**
 * Checks a posted receipt against this site's records and the ledger, with the same results and texts as the page.
 * Never requests an address from the file.
 */
import { Effect, Option } from "effect"
import { communityIdOf } from "~/effects/access/communityIdOf"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { Report } from "~/effects/governance/votes/file/Report"
import {
  type Issued,
  issuedOf,
  type Questions,
  questionsOf,
  receiptIn
} from "~/effects/governance/votes/file/receiptQuestions"
import { type LedgerResponses, withResponses } from "~/effects/governance/votes/file/receiptResponses"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { isProposalId } from "~/effects/governance/votes/proposalIdOf"
import { ReceiptsRepo } from "~/effects/treasury/bonds/ReceiptsRepo.server"

const documentOf = ({ kind, number, of }: Issued) =>
  Effect.gen(function* () {
    if (kind === "bond") {
      const papers = yield* ReceiptsRepo
      return yield* Effect.flatMap(communityIdOf(of), (id) => papers.document(id, number)).pipe(
        Effect.catchTag("NotThere", () => Effect.succeedNone)
      )
    }
    if (!isProposalId(of)) return Option.none()
    const votes = yield* OwnVotes
    return Option.map(yield* votes.receiptAt(of, Number(number)), ({ file }) => JSON.stringify(file))
  })

/** `asked` has the hash of the whole document, so a yes reveals nothing to people who do not have it. */
export const wasIssued = Effect.fn("receipts.wasIssued")(function* (asked: Issued) {
  const receipt = Option.match(yield* documentOf(asked), { onNone: () => null, onSome: receiptIn })
  return receipt !== null && issuedOf(receipt).digest === asked.digest
})

/** The longest that a reader waits for the ledger. */
const TIMEOUT = "6 seconds"
const SILENT = "silent" as const

const responsesTo = ({ held, issued, transaction }: Questions) =>
  Effect.gen(function* () {
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
