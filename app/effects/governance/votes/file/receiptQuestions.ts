/**
 * Who can confirm a receipt: the site that issued it knows its number and hash, the ledger its transaction. The file
 * alone proves nothing, since anyone could have written it. Says what to ask for, and with which hash. Pure.
 */
import { Option, Schema } from "effect"
import type { Json } from "~/effects/base/text/canonical"
import { hashOf } from "~/effects/base/text/digest"
import type { AccountAddress, ResourceAddress } from "~/ledger/address"
import { STRICT } from "../fields"
import { BondReceipt } from "./bondReceipt"
import { RECEIPT_SCHEMA, ReceiptFile } from "./checkStatement"
import { parseJson } from "./layout"

export type AnyReceipt = BondReceipt | ReceiptFile
export const isBallotReceipt = (file: AnyReceipt): file is ReceiptFile => file.schema === RECEIPT_SCHEMA

/** A document identified by its kind and number, and by the hash of its whole content. */
export interface Issued {
  readonly kind: "bond" | "ballot"
  /** Id of the community for a bond receipt, of the proposal for a ballot. */
  readonly of: string
  /** `R-GRD-2027A-000017`, or the ballot's place in the chain. */
  readonly number: string
  /** 64 hex digits: the hash of the document's canonical form. */
  readonly digest: string
}

/** The side that asks: a site, and the network that its ledger gateway reads. */
export interface Asker {
  readonly origin: string
  readonly networkId: number
}

export interface Questions {
  /** Null if another site issued it: only that site can confirm it. */
  readonly issued: Issued | null
  /** Null if it has no transaction on the ledger, or is from another network. */
  readonly transaction: string | null
  readonly held: {
    readonly account: AccountAddress
    readonly resource: ResourceAddress
    readonly version: number
  } | null
}

const documentHash = (file: AnyReceipt): string => hashOf(file as unknown as Json) // the schemas allow only JSON

/** The site that issued it; undefined for receipts from before sites were named. */
export const issuerOf = (file: AnyReceipt): string | undefined => ("origin" in file ? file.origin : undefined)

export const issuedOf = (file: AnyReceipt): Issued => ({
  ...(isBallotReceipt(file)
    ? { kind: "ballot", of: file.ballot.proposal, number: String(file.seq) }
    : { kind: "bond", of: file.community, number: file.number }),
  digest: documentHash(file)
})

export const questionsOf = (file: AnyReceipt, { networkId, origin }: Asker): Questions => {
  const issuer = issuerOf(file)
  const issued = issuer === undefined || issuer === origin ? issuedOf(file) : null
  if (isBallotReceipt(file) || file.networkId !== networkId) return { issued, transaction: null, held: null }
  const { account, bondResource: resource, transaction } = file
  const held = file.kind === "coupon" ? { account, resource, version: file.recordVersion } : null
  return { issued, transaction, held }
}

const decode = Schema.decodeUnknownOption(Schema.Union(BondReceipt, ReceiptFile), STRICT)

/** The receipt in a file that was already checked; null for any other file. */
export const receiptIn = (text: string): AnyReceipt | null => Option.getOrNull(decode(parseJson(text)))
