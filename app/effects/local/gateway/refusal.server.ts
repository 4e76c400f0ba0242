/** Refusals of the gateway (docs/connector.md), and decoding its requests. */
import { Effect, Either, ParseResult, Schema } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { readAddress, readHash } from "~/ledger/index"

export class Refused extends Schema.TaggedError<Refused>()("GatewayRefused", {
  status: Schema.Int,
  message: Schema.String,
  details: Schema.Struct({ type: Schema.String }, { key: Schema.String, value: Schema.Unknown })
}) {}

/** A request that breaks a rule, by field. */
export const invalidFields = (fields: ReadonlyArray<readonly [path: string, message: string]>) =>
  new Refused({
    status: 400,
    message: "One or more validation errors occurred.",
    details: {
      type: "InvalidRequestError",
      validation_errors: fields.map(([path, message]) => ({ path, errors: [message] }))
    }
  })

export const invalidTransaction = (message: string) =>
  new Refused({ status: 400, message, details: { type: "InvalidTransactionError" } })

/** A path that the gateway does not have, or that is not in the local subset. */
export const unknownPath = (path: string) =>
  new Refused({
    status: 404,
    message: `There is no path /${path} in local mode.`,
    details: {
      type: "InvalidRequestError",
      validation_errors: [{ path: "", errors: ["This path is not in the local subset."] }]
    }
  })

export const unknownTransaction = (intent_hash: string) =>
  new Refused({
    status: 404,
    message: "Transaction not found.",
    details: { type: "TransactionNotFoundError", intent_hash }
  })

export const unknownLocker = (locker_address: string, account_address: string) =>
  new Refused({
    status: 404,
    message: "Account locker not found.",
    details: { type: "AccountLockerNotFoundError", locker_address, account_address }
  })

export const unknownEntity = (address: string) =>
  new Refused({ status: 404, message: "Entity not found.", details: { type: "EntityNotFoundError", address } })

export const readRequest = <A, I>(schema: Schema.Schema<A, I>, body: unknown) =>
  Effect.mapError(Schema.decodeUnknown(schema, { errors: "all" })(body), (error) =>
    invalidFields(
      ParseResult.ArrayFormatter.formatErrorSync(error).map(({ message, path }) => [path.join("."), message] as const)
    )
  )

/** The entity byte of an address of this network. */
export const entityByteOf = (address: string): Either.Either<number, Refused> =>
  Either.mapBoth(readAddress(address, NETWORK_ID), {
    onLeft: () =>
      new Refused({
        status: 400,
        message: "The address is not valid on this network.",
        details: { type: "InvalidEntityError", address }
      }),
    onRight: (bytes) => bytes[0] ?? 0
  })

export const checkHash = (kind: "txid" | "subtxid", field: string, text: string) =>
  Effect.mapError(readHash(kind, text, NETWORK_ID), () => invalidFields([[field, `Not a ${kind} of this network.`]]))

export const maybe = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.optional(Schema.NullOr(schema))
