/** A dApp's data request (docs/connector.md). `pure/toInteraction.ts` converts it for the wallet. */
import { Schema } from "effect"
import { maybe } from "./maybe"
import { ruled } from "./ruled"

export const Quantity = Schema.Struct({
  quantifier: Schema.Literal("exactly", "atLeast"),
  quantity: Schema.Number.pipe(ruled("quantity"))
})
export type Quantity = typeof Quantity.Type

export const DataRequest = Schema.Struct({
  accounts: maybe(
    Schema.Struct({
      numberOfAccounts: maybe(Quantity),
      withProof: maybe(Schema.Boolean),
      reset: maybe(Schema.Boolean)
    })
  ),
  personaData: maybe(
    Schema.Struct({
      fullName: maybe(Schema.Boolean),
      emailAddresses: maybe(Quantity),
      phoneNumbers: maybe(Quantity),
      reset: maybe(Schema.Boolean)
    })
  ),
  persona: maybe(Schema.Struct({ withProof: maybe(Schema.Boolean) })),
  proofOfOwnership: maybe(
    Schema.Struct({ accountAddresses: maybe(Schema.Array(Schema.String)), identityAddress: maybe(Schema.String) })
  )
})
export type DataRequest = typeof DataRequest.Type
