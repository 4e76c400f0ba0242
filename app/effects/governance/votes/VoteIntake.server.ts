/**
 * VoteIntake: POST /api/ballots (docs/product/votes.md). Handles requests that are received together as one batch: one
 * query of sessions, one of votes, one request to the ledger, one commit. Each ballot is refused or stored individually.
 * This is the only batcher of votes.
 */
import { Clock, Effect, Either, Exit, Option } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { MalformedBody, NotSignedIn, StorageUnavailable } from "~/effects/base/failures/failures"
import { collectFor, makeBatcher } from "~/effects/base/limits/batcher.server"
import { textProblemIn } from "~/effects/base/remix/body"
import { isRecord } from "~/effects/base/text/unknown"
import { ProvenAccounts } from "~/effects/people/wallet-session/ProvenAccounts.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { tokenOfCookie } from "~/effects/people/wallet-session/sessionCookie.server"
import { BallotBox, type CastFailure, follow, type ReceivedBody, stage } from "./BallotBox.server"
import type { Receipt } from "./ballot/receipt"

/** A request as it was sent. */
export interface VoteRequest {
  /** The whole Cookie header. */
  readonly cookie: string
  readonly body: string
}
export type IntakeFailure = NotSignedIn | MalformedBody | CastFailure

/** With the moment in Unix milliseconds. */
type ReceivedRequest = VoteRequest & { readonly received: number }

const MOST_AT_ONCE = 100
/** While one batch waits for the ledger or its commit, another is read and checked. */
const WORKERS = 2
const COLLECT_MS = 2

/** Further requests are refused with "try again", before they would wait for longer than browsers do. */
const MOST_WAITING = 5_000

const readJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))
/** A signed ballot cannot be cleaned up, so one with invalid text is refused. */
const isText = (body: unknown) => textProblemIn(body) === undefined

export class VoteIntake extends Effect.Service<VoteIntake>()("governance/votes/VoteIntake", {
  dependencies: [BallotBox.Default, ProvenAccounts.Default, Sessions.Default],
  scoped: Effect.gen(function* () {
    const box = yield* BallotBox
    const proven = yield* ProvenAccounts
    const sessions = yield* Sessions

    /** The voter: the session's account, or another that its wallet proved in this browser. */
    const voterOf = (account: AccountAddress | null, cookie: string, body: unknown) => {
      const named = isRecord(body) && isRecord(body.ballot) ? body.ballot.account : account
      if (account === null || named === account) return Effect.succeed(account)
      return Effect.map(proven.others(account, cookie), (others) => others.find((each) => each === named) ?? account)
    }

    const respondAll = (all: ReadonlyArray<ReceivedRequest>) =>
      Effect.gen(function* () {
        const tokens = all.map(({ cookie }) => Option.getOrElse(tokenOfCookie(cookie), () => ""))
        const accounts = yield* sessions.accountsOf(tokens)
        const bodies = all.map(({ body }) => Option.filter(readJson(body), isText))
        const voters = yield* Effect.forEach(all, ({ cookie }, at) =>
          voterOf(accounts[at] ?? null, cookie, Option.getOrUndefined(bodies[at] ?? Option.none()))
        )
        const read = stage(all, ({ received }, at): Either.Either<ReceivedBody, NotSignedIn | MalformedBody> => {
          const account = voters[at] ?? null
          if (account === null) return Either.left(new NotSignedIn({ action: "vote" }))
          return Option.match(bodies[at] ?? Option.none(), {
            onNone: () => Either.left(new MalformedBody({})),
            onSome: (json) => Either.right({ account, received, body: json })
          })
        })
        return follow(read.results, yield* box.castAll(read.going)).map((taken) => Exit.fromEither(taken))
      })

    const batcher = yield* makeBatcher<ReceivedRequest, Receipt, IntakeFailure, never>({
      maxSize: MOST_AT_ONCE,
      workers: WORKERS,
      waiting: { most: MOST_WAITING, full: new StorageUnavailable({ reason: "locked", detail: "votes wait" }) },
      collect: collectFor(COLLECT_MS),
      respond: respondAll
    })

    return {
      /** Returns the receipt once the ballot is stored. A ballot counts by the moment it was received. */
      take: (request: VoteRequest): Effect.Effect<Receipt, IntakeFailure> =>
        Effect.flatMap(Clock.currentTimeMillis, (received) => batcher.submit({ ...request, received }))
    }
  })
}) {}
