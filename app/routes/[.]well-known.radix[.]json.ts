import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { refuseMethod, respondJson } from "~/effects/runtime.server"
import { Settings } from "~/effects/Settings.server"

/** GET /.well-known/radix.json: a wallet reads here that this site and its dApp definition name each other. */
export const loader = (args: LoaderFunctionArgs) =>
  respondJson(
    args,
    Effect.map(Settings, ({ dAppDefinitionAddress }) => ({ dApps: [{ dAppDefinitionAddress }] }))
  )

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
