/** Converts transaction payloads between bytes and trees; the tree always encodes to the same bytes. */
import { Either } from "effect"
import { TransactionError } from "../errors"
import { readPayload } from "../sbor/read"
import { Misshapen, type Shape } from "../sbor/Shape"
import type { Value } from "../sbor/Value"
import { writePayload } from "../sbor/write"
import { type IntentV1, intentV1, type NotarizedV1, notarizedV1, type SignedIntentV1, signedIntentV1 } from "./v1"
import {
  type IntentV2,
  intentV2,
  type NotarizedV2,
  notarizedV2,
  type Partial,
  type PreviewV2,
  partial,
  previewV2,
  type SignedIntentV2,
  type SignedPartial,
  type Subintent,
  signedIntentV2,
  signedPartial,
  subintent
} from "./v2"

export type Transaction =
  | { readonly kind: "intentV1"; readonly body: IntentV1 }
  | { readonly kind: "signedIntentV1"; readonly body: SignedIntentV1 }
  | { readonly kind: "notarizedV1"; readonly body: NotarizedV1 }
  | { readonly kind: "intentV2"; readonly body: IntentV2 }
  | { readonly kind: "signedIntentV2"; readonly body: SignedIntentV2 }
  | { readonly kind: "subintent"; readonly body: Subintent }
  | { readonly kind: "notarizedV2"; readonly body: NotarizedV2 }
  | { readonly kind: "partial"; readonly body: Partial }
  | { readonly kind: "signedPartial"; readonly body: SignedPartial }
  | { readonly kind: "previewV2"; readonly body: PreviewV2 }

/** Discriminator of the payload, which is also part of its hash. */
export const DISCRIMINATOR = {
  intentV1: 1,
  signedIntentV1: 2,
  notarizedV1: 3,
  intentV2: 9,
  signedIntentV2: 10,
  subintent: 11,
  notarizedV2: 12,
  partial: 13,
  signedPartial: 14,
  previewV2: 15
} as const satisfies Readonly<Record<Transaction["kind"], number>>

const read = (variant: number, fields: Value): Transaction => {
  switch (variant) {
    case DISCRIMINATOR.intentV1:
      return { kind: "intentV1", body: intentV1.read(fields) }
    case DISCRIMINATOR.signedIntentV1:
      return { kind: "signedIntentV1", body: signedIntentV1.read(fields) }
    case DISCRIMINATOR.notarizedV1:
      return { kind: "notarizedV1", body: notarizedV1.read(fields) }
    case DISCRIMINATOR.intentV2:
      return { kind: "intentV2", body: intentV2.read(fields) }
    case DISCRIMINATOR.signedIntentV2:
      return { kind: "signedIntentV2", body: signedIntentV2.read(fields) }
    case DISCRIMINATOR.subintent:
      return { kind: "subintent", body: subintent.read(fields) }
    case DISCRIMINATOR.notarizedV2:
      return { kind: "notarizedV2", body: notarizedV2.read(fields) }
    case DISCRIMINATOR.partial:
      return { kind: "partial", body: partial.read(fields) }
    case DISCRIMINATOR.signedPartial:
      return { kind: "signedPartial", body: signedPartial.read(fields) }
    case DISCRIMINATOR.previewV2:
      return { kind: "previewV2", body: previewV2.read(fields) }
    default:
      throw new Misshapen(`no transaction has the discriminator ${variant}`)
  }
}

const bodyOf = (given: Transaction): Value => {
  const as = <A>(shape: Shape<A>, body: A) => shape.write(body)
  switch (given.kind) {
    case "intentV1":
      return as(intentV1, given.body)
    case "signedIntentV1":
      return as(signedIntentV1, given.body)
    case "notarizedV1":
      return as(notarizedV1, given.body)
    case "intentV2":
      return as(intentV2, given.body)
    case "signedIntentV2":
      return as(signedIntentV2, given.body)
    case "subintent":
      return as(subintent, given.body)
    case "notarizedV2":
      return as(notarizedV2, given.body)
    case "partial":
      return as(partial, given.body)
    case "signedPartial":
      return as(signedPartial, given.body)
    case "previewV2":
      return as(previewV2, given.body)
  }
}

export const decodeTransaction = (bytes: Uint8Array): Either.Either<Transaction, TransactionError> =>
  Either.flatMap(
    Either.mapLeft(readPayload(bytes), (error) => new TransactionError({ message: error.message })),
    (value) =>
      Either.try({
        try: () => {
          if (value.kind !== "Enum") throw new Misshapen("this is not a transaction")
          return read(value.variant, { kind: "Tuple", fields: value.fields })
        },
        catch: (cause) => {
          if (cause instanceof Misshapen) return new TransactionError({ message: cause.message })
          throw cause
        }
      })
  )

/** Throws if a number does not fit its field; a tree that was decoded or built here can always be encoded. */
export const encodeTransaction = (transaction: Transaction): Uint8Array => {
  const body = bodyOf(transaction)
  const fields = body.kind === "Tuple" ? body.fields : []
  return Either.getOrThrow(writePayload({ kind: "Enum", variant: DISCRIMINATOR[transaction.kind], fields }))
}
