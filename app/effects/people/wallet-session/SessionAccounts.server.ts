/** The accounts of many session tokens in one statement, for requests that are answered together. */
import { Clock, Duration, Effect, Option } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { sha256 } from "~/effects/base/text/random.server"
import { Sessions } from "./Sessions.server"
import { LivingSessions } from "./SessionsRepo.server"

/** A session not looked up for this long takes the usual way, which records the visit. */
const FRESH = Duration.toMillis("1 minute")

export class SessionAccounts extends Effect.Service<SessionAccounts>()("people/wallet-session/SessionAccounts", {
  dependencies: [Sessions.Default, LivingSessions.Default],
  effect: Effect.gen(function* () {
    const repo = yield* LivingSessions
    const sessions = yield* Sessions

    /** The account of each token, in their order; null if its session has ended or never existed. */
    const accountsOf = (tokens: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<AccountAddress | null>> =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const hashes = tokens.map((token) => sha256(token))
        const owners = yield* repo.ownersOf([...new Set(hashes)])
        const known = new Map(owners.map((owner) => [owner.tokenHash, owner] as const))
        return yield* Effect.forEach(tokens, (token, at) => {
          const owner = known.get(hashes[at] ?? "")
          if (owner === undefined) return Effect.succeed(null)
          if (owner.lastSeenAt > now - FRESH) return Effect.succeed(owner.accountAddress)
          return Effect.map(sessions.find(token), (found) => Option.getOrNull(Option.map(found, (_) => _.account)))
        })
      })

    return { accountsOf }
  })
}) {}
