/** Name and addresses of a community, for jobs that no request brings it to. */
import { type SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"

const Place = Schema.Struct({
  name: Schema.String,
  treasuryAccount: Schema.NullOr(AccountAddress),
  lockerAddress: Schema.NullOr(LockerAddress),
  ownerBadge: Schema.NullOr(ResourceAddress),
  tokenResource: Schema.NullOr(ResourceAddress)
})

export const placesOf = (sql: SqlClient.SqlClient) => {
  const find = SqlSchema.findOne({
    Request: Schema.String,
    Result: Place,
    execute: (id) => sql`SELECT name, treasury_account, locker_address, owner_badge, token_resource
      FROM communities WHERE id = ${id}`
  })
  return (id: string) => Effect.orDie(find(id))
}
