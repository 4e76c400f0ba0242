/** Who opened a community's treasury in a transaction: accounts that proved its badge, or signers by their keys. */

import type { SqlClient } from "@effect/sql"
import { Array as Arr, Effect, Either, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import type { CommittedTransaction } from "./facts"
import { keyBadge, signedPartsIn } from "./signedParts"

const isAccount = Schema.is(AccountAddress)

export interface Prover {
  readonly account: AccountAddress
  /** Global id of the key's badge; null if the account proved an admin badge. */
  readonly key: string | null
}

/** What opens a treasury: its badge, and the keys of its signers if those count, as last confirmed. */
interface Opening {
  readonly badge: string | null
  readonly keys: ReadonlyArray<{ readonly id: string; readonly account: AccountAddress }>
  readonly needed: number
}

/** Proofs in the root or a subintent; the ledger allows them only to the accounts' owners. */
const byBadge = ({ intents }: Pick<CommittedTransaction, "intents">, badge: string | null): ReadonlyArray<Prover> =>
  Arr.dedupe(
    Option.getOrElse(intents, () => []).flatMap(({ manifest }) =>
      manifest.instructions.flatMap(({ args: [at, method, of], name }) =>
        name === "CALL_METHOD" &&
        at?.kind === "Address" &&
        method?.kind === "String" &&
        method.value.startsWith("create_proof_of_") &&
        of?.kind === "Address" &&
        of.address === badge &&
        isAccount(at.address)
          ? [at.address]
          : []
      )
    )
  ).map((account) => ({ account, key: null }))

/** Signers whose keys signed one intent. Nobody if they are fewer than the rule needs: then others opened it. */
const byKeys = (payload: string, { keys, needed }: Opening): ReadonlyArray<Prover> => {
  if (keys.length === 0) return []
  const read = Either.getOrUndefined(signedPartsIn(payload))
  const intents = read === undefined ? [] : [...read.parts.map((part) => part.keys), read.root]
  const signed = intents.map((given) => {
    const ids = given.map(keyBadge)
    return keys.filter(({ id }) => ids.includes(id))
  })
  const together = signed.find(({ length }) => length >= needed) ?? []
  return together.map(({ account, id }) => ({ account, key: id }))
}

/** Empty if the transaction does not tell. */
export const proversOf = (
  transaction: Pick<CommittedTransaction, "intents" | "payload">,
  opening: Opening
): ReadonlyArray<Prover> => {
  const shown = byBadge(transaction, opening.badge)
  return shown.length > 0 ? shown : byKeys(transaction.payload, opening)
}

/** The same for a community, by one statement. */
export const proversIn = (sql: SqlClient.SqlClient, communityId: CommunityId, transaction: CommittedTransaction) =>
  Effect.map(
    Effect.orDie(sql<{
      readonly badge: string | null
      readonly needed: number | null
      readonly id: string | null
      readonly account: AccountAddress
    }>`SELECT c.owner_badge AS badge, r.needed, s.badge_id AS id, s.account FROM communities c
      LEFT JOIN signer_rules r ON r.community_id = c.id
      LEFT JOIN signers s ON s.community_id = r.community_id AND s.badge_id LIKE '%:%'
      WHERE c.id = ${communityId} ORDER BY s.badge_id`),
    (rows) =>
      proversOf(transaction, {
        badge: rows[0]?.badge ?? null,
        needed: rows[0]?.needed ?? Number.POSITIVE_INFINITY,
        keys: rows.flatMap(({ account, id }) => (id === null ? [] : [{ id, account }]))
      })
  )
