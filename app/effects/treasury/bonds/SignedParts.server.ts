/**
 * Checks the parts that wallets sign before anything is stored or sent, and encrypts those of orders at rest. Anyone who
 * has one can use it at its price (docs/ledger.md), so each is bound to its order.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Either, Schema } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll } from "~/effects/base/db/statements.server"
import { GatewayDown } from "~/effects/base/failures/failures"
import { SealedRow, type SealedTexts } from "~/effects/base/jobs/Resealing.server"
import { Seal, type SecretPurpose } from "~/effects/base/settings/Seal.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Ownership } from "~/effects/people/wallet-session/proof/Ownership.server"
import { decodeTransaction, type Manifest } from "~/ledger/index"
import { PartRefused } from "./errors"
import type { Order } from "./Order"
import { readSignedPart } from "./signedPart"

/** Purpose under which signed orders are encrypted. */
export const SIGNED_ORDERS: SecretPurpose = "signed bond orders"

/** The manifest that was requested, and the account that should sign it. */
interface AskedPart {
  readonly account: AccountAddress
  readonly manifest: Manifest
  /** Unix milliseconds. */
  readonly expiresAt: number
}

export class SignedParts extends Effect.Service<SignedParts>()("treasury/bonds/SignedParts", {
  dependencies: [Ownership.Default, Seal.Default],
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger
    const ownership = yield* Ownership
    const secrets = yield* Seal

    /** Fails with PartRefused unless it is exactly what was requested, signed by the account's own key. */
    const read = Effect.fn("SignedParts.read")(function* (
      signedHex: string,
      { account, expiresAt, manifest }: AskedPart
    ) {
      const { epoch } = yield* Effect.mapError(ledger.currentState(), (cause) => new GatewayDown({ cause }))
      const part = readSignedPart(signedHex, { manifest, expiry: expiresAt / 1000, epoch })
      if (Either.isLeft(part)) return yield* new PartRefused({ what: part.left })
      const owned = yield* Effect.forEach(part.right.signers, ({ bytes, curve }) =>
        ownership.owns({ kind: "account", address: account, curve, publicKey: bytes })
      )
      if (!owned.includes(true)) return yield* new PartRefused({ what: "the key is not this account's" })
      return { ...part.right, epoch }
    })

    /** Encrypts the signed part (hex) for the order of this id. */
    const seal = (signedHex: string, orderId: string) =>
      secrets.encrypt(SIGNED_ORDERS, orderId, Buffer.from(signedHex, "hex"))

    /**
     * Decrypts and decodes the signed part of an order. Dies if it is not what was stored, since nothing can repair
     * that.
     */
    const partOf = Effect.fnUntraced(function* ({ id, sealed }: Pick<Order, "id" | "sealed">) {
      const bytes = yield* secrets.decrypt(SIGNED_ORDERS, id, sealed ?? "")
      const transaction = yield* Effect.orDie(decodeTransaction(bytes))
      return transaction.kind === "signedPartial"
        ? transaction.body
        : yield* Effect.dieMessage("a stored order is not a signed subintent")
    })

    return {
      read,
      seal,
      partOf
    }
  })
}) {}

/** Signed orders that no batch has settled, for encryption with a new key. */
export const orderEncryption = Effect.map(SqlClient.SqlClient, (sql): SealedTexts => {
  const next = findAll({
    Request: Schema.Struct({ after: Schema.String, limit: Schema.Int }),
    Result: SealedRow,
    execute: ({ after, limit }) => sql`SELECT id, sealed FROM bond_orders
      WHERE state IN ('signed', 'settling') AND sealed IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${limit}`
  })
  return {
    purpose: SIGNED_ORDERS,
    next: (after, limit) => next({ after, limit }),
    replace: ({ id, sealed }, reencrypted) =>
      Effect.orDie(sql`UPDATE bond_orders SET sealed = ${reencrypted} WHERE id = ${id} AND sealed = ${sealed}`)
  }
})
