import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { checkedCollateral, collateralAsked } from "~/effects/treasury/bonds/pages/checkCollateral.server"
import { checkedTransaction } from "~/effects/treasury/multisig/pages/checkRequest.server"

/**
 * GET ?transaction=txid_…: which signers signed the transaction. ?collateral=accesscontroller_…: what secures a bond.
 * Both are read from the ledger alone.
 */
export const loader = (args: LoaderFunctionArgs) =>
  respondJson(
    args,
    Effect.gen(function* () {
      return (yield* collateralAsked) === null ? yield* checkedTransaction : yield* checkedCollateral
    })
  )

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
