/**
 * What this site has issued: whether a document that calls itself so is one of its receipts, word for word. Who asks
 * shows the digest of the whole document, so that a yes tells nobody anything they did not have.
 */
import { Effect, Option } from "effect"
import { type Issued, issuedOf, receiptIn } from "~/effects/governance/votes/file/receiptQuestions"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { OrdersRepo } from "~/effects/treasury/bonds/OrdersRepo.server"

export class IssuedReceipts extends Effect.Service<IssuedReceipts>()("effects/IssuedReceipts", {
  dependencies: [OrdersRepo.Default, OwnVotes.Default],
  effect: Effect.gen(function* () {
    const orders = yield* OrdersRepo
    const votes = yield* OwnVotes

    const documentOf = ({ kind, number, of }: Issued) =>
      kind === "bond"
        ? orders.document(of, number)
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
