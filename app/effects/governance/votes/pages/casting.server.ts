/**
 * POST /api/ballots/prepare and POST /api/ballots (docs/product/votes.md). The voter is the session's account, or
 * another that its wallet proved in this browser.
 */
import { Effect, Schema } from "effect"
import { MalformedBody } from "~/effects/base/failures/failures"
import { readBody } from "~/effects/base/remix/body"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { requireAccount, session } from "~/effects/people/wallet-session/visitor.server"
import { BallotBox } from "../BallotBox.server"
import { BallotRefused } from "../ballot/errors"
import { AccountAddress, ProposalId, STRICT, text } from "../fields"
import { ChoiceKey } from "../proposal/Proposal"
import { Choice, Sealed } from "../sealed/Sealed"
import { VoteIntake } from "../VoteIntake.server"
import { votingAccount } from "./votingAccounts.server"

/** Another account of the same wallet; the session's own if absent. */
const account = Schema.optional(AccountAddress)
const Wanted = Schema.Union(
  Schema.Struct({
    proposal: ProposalId,
    /** Accepts any points, so that the rules of the vote can say which are invalid. */
    choice: Schema.Union(Choice, Schema.Record({ key: ChoiceKey, value: Schema.Number })),
    reason: text(0, 500),
    account
  }),
  Schema.Struct({ proposal: ProposalId, sealed: Sealed, account })
)
const decode = Schema.decodeUnknown(Wanted, STRICT)
const NO_BALLOT = "This is not a ballot of this site."

export const prepareBallot = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { account } = yield* requireAccount("vote")
  const { account: named, ...wanted } = yield* Effect.mapError(
    decode(yield* readBody(request)),
    () => new BallotRefused({ message: NO_BALLOT })
  )
  const box = yield* BallotBox
  return yield* box.prepare({ ...wanted, account: yield* votingAccount(account, named) })
})

export const castBallot = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const body = yield* Effect.tryPromise({ try: () => request.text(), catch: () => new MalformedBody({}) })
  const intake = yield* VoteIntake
  return yield* intake
    .take({ cookie: request.headers.get("Cookie") ?? "", body })
    // Many requests share one query of sessions; why a single one has no session is looked up separately.
    .pipe(Effect.tapErrorTag("NotSignedIn", () => session))
})
