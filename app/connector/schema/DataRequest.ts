/** What a dApp asks for (docs/connector.md, 2). `pure/toInteraction.ts` makes the wallet's request of it. */
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
