/** Blocks of sign-ups by the domain of the e-mail address and by network (docs/product/operators.md). */
import { Clock, Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { Asker } from "~/effects/base/limits/Asker"
import { type BlockTarget, blocksAddress, blocksEmail } from "./blockTarget.server"
import { DomainBlocked, NetworkBlocked } from "./errors"
import { SignupBlock } from "./SignupBlock"

/** All are read for each sign-up. */
export const MOST_BLOCKS = 1_000

export class SignupBlocks extends Effect.Service<SignupBlocks>()("people/signup/SignupBlocks", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const select = findAll({
      Request: Schema.Number,
      Result: SignupBlock,
      execute: (now) => sql`SELECT target, kind, reason, since, ends_at FROM signup_blocks
        WHERE ends_at IS NULL OR ends_at > ${now} ORDER BY since DESC, target LIMIT ${MOST_BLOCKS}`
    })
    /** Blocks in force, newest first. */
    const list = Effect.flatMap(Clock.currentTimeMillis, select)

    const requireEmail = Effect.fn("SignupBlocks.requireEmail")(function* (email: string) {
      const found = (yield* list).find((block) => blocksEmail(block, email))
      if (found !== undefined) return yield* new DomainBlocked({ domain: found.target, reason: found.reason })
    })

    /** Fails if nobody may sign up with this e-mail address or from there. */
    const requireFree = Effect.fn("SignupBlocks.requireFree")(function* (email: string, { address }: Asker) {
      const network = (yield* list).find((block) => blocksAddress(block, address))
      if (network !== undefined) return yield* new NetworkBlocked({ reason: network.reason })
      yield* requireEmail(email)
    })

    /** False if it is blocked already. */
    const add = Effect.fn("SignupBlocks.add")(function* (
      { kind, target }: BlockTarget,
      reason: string,
      endsAt: number | null
    ) {
      const since = yield* Clock.currentTimeMillis
      yield* sql`DELETE FROM signup_blocks WHERE ends_at <= ${since}`
      const rows = yield* sql`INSERT INTO signup_blocks ${sql.insert({ target, kind, reason, since, endsAt })}
        ON CONFLICT (target) DO NOTHING RETURNING target`
      return rows.length > 0
    })

    return {
      list,
      requireEmail,
      requireFree,
      add,
      /** False if it is not blocked. */
      remove: ({ target }: BlockTarget) =>
        sql`DELETE FROM signup_blocks WHERE target = ${target} RETURNING target`.pipe(
          Effect.map((rows) => rows.length > 0)
        )
    }
  })
}) {}
