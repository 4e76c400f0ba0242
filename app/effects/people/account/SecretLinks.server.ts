/**
 * Addresses that work without signing in, because whoever opens them cannot: a mail program that leaves a list, a
 * calendar that fetches dates. Each is a secret of one account for one purpose, and ends when the account takes it back.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import { randomId } from "~/effects/base/text/random.server"

export type Purpose = "leave" | "calendar"

/** 160 bits of base32: nobody guesses one. */
const LENGTH = 32
const isSecret = (text: string) => /^[a-z2-7]{32}$/.test(text)

export class SecretLinks extends Effect.Service<SecretLinks>()("effects/SecretLinks", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const find = (account: string, purpose: Purpose) =>
      sql<{ readonly secret: string }>`SELECT secret FROM secret_links
        WHERE account_address = ${account} AND purpose = ${purpose}`.pipe(
        Effect.map((rows) => Option.fromNullable(rows[0]?.secret)),
        Effect.orDie
      )

    /** The account's secret for this purpose, made when there is none. */
    const secretOf = Effect.fn("SecretLinks.secretOf")(function* (account: string, purpose: Purpose) {
      const known = yield* find(account, purpose)
      if (Option.isSome(known)) return known.value
      const row = {
        secret: yield* randomId(LENGTH),
        accountAddress: account,
        purpose,
        createdAt: yield* Clock.currentTimeMillis
      }
      yield* Effect.orDie(sql`INSERT INTO secret_links ${sql.insert(row)}
        ON CONFLICT (account_address, purpose) DO NOTHING`)
      return Option.getOrElse(yield* find(account, purpose), () => row.secret)
    })

    /** Whose it is. What cannot be one of ours is not looked up. */
    const ownerOf = Effect.fn("SecretLinks.ownerOf")(function* (secret: string, purpose: Purpose) {
      if (!isSecret(secret)) return Option.none<string>()
      const rows = yield* Effect.orDie(sql<{ readonly accountAddress: string }>`SELECT account_address
        FROM secret_links WHERE secret = ${secret} AND purpose = ${purpose}`)
      return Option.fromNullable(rows[0]?.accountAddress)
    })

    const revoke = Effect.fn("SecretLinks.revoke")((account: string, purpose: Purpose) =>
      Effect.orDie(
        Effect.asVoid(sql`DELETE FROM secret_links WHERE account_address = ${account} AND purpose = ${purpose}`)
      )
    )

    return { find, secretOf, ownerOf, revoke }
  })
}) {}
