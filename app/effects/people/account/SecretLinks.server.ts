/**
 * Secret URLs that work without signing in, for programs that cannot: a mail program that unsubscribes, a calendar that
 * fetches dates. Each is a secret of one account for one purpose, until the account revokes it.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { randomId } from "~/effects/base/text/random.server"

export type Purpose = "leave" | "calendar"

/** 160 bits in base32, too many to guess. */
const LENGTH = 32
const isSecret = (text: string) => /^[a-z2-7]{32}$/.test(text)

export class SecretLinks extends Effect.Service<SecretLinks>()("people/account/SecretLinks", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const findSecret = findOne({
      Request: Schema.Struct({ account: AccountAddress, purpose: Schema.String }),
      Result: Schema.Struct({ secret: Schema.String }),
      execute: ({ account, purpose }) => sql`SELECT secret FROM secret_links
        WHERE account_address = ${account} AND purpose = ${purpose}`
    })
    const find = (account: AccountAddress, purpose: Purpose) =>
      Effect.map(
        findSecret({ account, purpose }),
        Option.map(({ secret }) => secret)
      )

    const findOwner = findOne({
      Request: Schema.Struct({ secret: Schema.String, purpose: Schema.String }),
      Result: Schema.Struct({ accountAddress: AccountAddress }),
      execute: ({ purpose, secret }) => sql`SELECT account_address
        FROM secret_links WHERE secret = ${secret} AND purpose = ${purpose}`
    })

    /** The account's secret for this purpose; created if there is none. */
    const secretOf = Effect.fn("SecretLinks.secretOf")(function* (account: AccountAddress, purpose: Purpose) {
      const known = yield* find(account, purpose)
      if (Option.isSome(known)) return known.value
      const row = {
        secret: yield* randomId(LENGTH),
        accountAddress: account,
        purpose,
        createdAt: yield* Clock.currentTimeMillis
      }
      yield* sql`INSERT INTO secret_links ${sql.insert(row)}
        ON CONFLICT (account_address, purpose) DO NOTHING`
      return Option.getOrElse(yield* find(account, purpose), () => row.secret)
    })

    /** The owner of a secret. Malformed secrets are not looked up. */
    const ownerOf = Effect.fn("SecretLinks.ownerOf")(function* (secret: string, purpose: Purpose) {
      if (!isSecret(secret)) return Option.none<AccountAddress>()
      const owner = yield* findOwner({ secret, purpose })
      return Option.map(owner, ({ accountAddress }) => accountAddress)
    })

    const revoke = Effect.fn("SecretLinks.revoke")((account: AccountAddress, purpose: Purpose) =>
      Effect.asVoid(sql`DELETE FROM secret_links WHERE account_address = ${account} AND purpose = ${purpose}`)
    )

    /** Deletes every secret of a removed account. Joins the transaction of the removal. */
    const forget = Effect.fn("SecretLinks.forget")((account: AccountAddress) =>
      Effect.asVoid(sql`DELETE FROM secret_links WHERE account_address = ${account}`)
    )

    return { find, secretOf, ownerOf, revoke, forget }
  })
}) {}
