/**
 * Checks whether a document is exactly one of this site's receipts. The caller sends the hash of the whole document, so
 * a yes reveals nothing to people who do not have it.
 */

import { Effect, Option } from "effect"
import { communityIdOf } from "~/effects/access/communityIdOf"
import { type Issued, issuedOf, receiptIn } from "~/effects/governance/votes/file/receiptQuestions"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { ReceiptsRepo } from "~/effects/treasury/bonds/ReceiptsRepo.server"

export class IssuedReceipts extends Effect.Service<IssuedReceipts>()("treasury/receipts/IssuedReceipts", {
  dependencies: [ReceiptsRepo.Default, OwnVotes.Default],
  effect: Effect.gen(function* () {
    const papers = yield* ReceiptsRepo
    const votes = yield* OwnVotes

    const documentOf = ({ kind, number, of }: Issued) =>
      kind === "bond"
        ? Effect.flatMap(communityIdOf(of), (id) => papers.document(id, number)).pipe(
            Effect.catchTag("NotThere", () => Effect.succeedNone)
          )
        : Effect.map(
            votes.receiptAt(of, Number(number)),
            Option.map(({ file }) => JSON.stringify(file))
          )

    const wasIssued = Effect.fn("IssuedReceipts.wasIssued")(function* (asked: Issued) {
      const receipt = Option.match(yield* documentOf(asked), { onNone: () => null, onSome: receiptIn })
      return receipt !== null && issuedOf(receipt).digest === asked.digest
    })

    return { wasIssued }
  })
}) {}
