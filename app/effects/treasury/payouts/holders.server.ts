/**
 * Holders of the community's token, for the table below the payouts (docs/product/treasury.md). Falls back to the last
 * known ones if the gateway is down.
 */

import { Effect, Option, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { partText } from "~/effects/base/amounts/readable"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { amountOf } from "~/ledger/index"
import type { HoldersView } from "./views"

const SHOWN = 20
const Named = Schema.Struct({ account: AccountAddress, name: Schema.String })

export const holdersOf = ({ community }: Pick<Inside, "community">) =>
  Effect.gen(function* () {
    const place = onLedger(community)
    if (Option.isNone(place) || place.value.token === null) return null
    const { locker, token, treasury } = place.value
    const ledger = yield* Ledger
    const sql = yield* Sql
    const found = yield* known(Effect.all([ledger.shown.holders(token), ledger.shown.resource(token)]))
    if (found === null) return null
    const [{ holders, time }, { symbol, totalSupply }] = found
    const largest = holders.slice(0, SHOWN)
    const find = findAll({
      Request: Schema.Array(Schema.String),
      Result: Named,
      execute: (accounts) => sql`SELECT account_address AS account, username AS name FROM users
        WHERE ${sql.in("account_address", accounts)} AND status = 'active'`
    })
    const named = largest.length === 0 ? [] : yield* find(largest.map(({ address }) => address))
    const names = new Map<string, string>(named.map(({ account, name }) => [account, name]))
    names.set(treasury, "Treasury")
    names.set(locker, "Locker: waiting to be claimed")
    const view: HoldersView = {
      time,
      symbol: symbol ?? "tokens",
      many: holders.length,
      largest: largest.map(({ address, amount }) => ({
        address,
        amount,
        name: names.get(address) ?? null,
        percent: partText(amountOf(amount), amountOf(totalSupply))
      }))
    }
    return view
  })
