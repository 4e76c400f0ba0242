import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { Effect, Either, Schema } from "effect"
import { isPayableAccount } from "~/effects/base/addresses/payableAccount"
import { InvalidFields } from "~/effects/base/failures/failures"
import { checkForm, formRecord } from "~/effects/base/remix/form"
import { readForm } from "~/effects/base/remix/readFileForm.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { sendAs } from "~/effects/local/seed/demoTransactions.server"
import { pageBefore } from "~/effects/publishing/site/pages/site.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { renderManifest, Templates } from "~/ledger/index"

const Fund = Schema.Struct({ account: Schema.Trim })

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST /local/fund: 10,000 test XRD from the faucet for an account, then redirects back. */
export const action = async (args: ActionFunctionArgs) => {
  if (args.request.method !== "POST") return refuseMethod(args, "POST")
  return respondJson(
    args,
    Effect.gen(function* () {
      const draft = formRecord(yield* readForm(args.request))
      const { account } = yield* Either.mapLeft(checkForm(Fund, draft), (fields) => new InvalidFields({ fields }))
      if (!isPayableAccount(account)) {
        return yield* new InvalidFields({ fields: { account: "This is not an account on the test network." } })
      }
      yield* sendAs([], renderManifest(Templates.fromFaucet(account, NETWORK_ID)))
      return redirect(pageBefore(args.request), 303)
    })
  )
}
