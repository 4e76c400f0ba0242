import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { checkedTransaction } from "~/effects/treasury/multisig/pages/checkRequest.server"

/** GET ?transaction=txid_…: which signers signed the transaction, read from the ledger alone. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, checkedTransaction)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
