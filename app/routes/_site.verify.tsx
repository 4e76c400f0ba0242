import { type ActionFunctionArgs, data, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react"
import { Effect } from "effect"
import { Markdown } from "~/components/base/markdown/markdown"
import type { PageHandle } from "~/components/base/site/hydrate"
import { FromPaper } from "~/components/governance/verify/paper-receipt"
import verify from "~/components/governance/verify/verify.css?url"
import { VerifyPanel } from "~/components/governance/verify/verify-panel"
import { WhatItProves } from "~/components/governance/verify/what-it-proves"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import { CollateralForm } from "~/components/treasury/bonds/collateral-form"
import { TransactionForm } from "~/components/treasury/multisig/transaction-form"
import { ReplyHeaders } from "~/effects/base/remix/RouteArgs.server"
import { paperReceiptIn } from "~/effects/governance/votes/pages/paperReceipt"
import { checkPosted } from "~/effects/governance/votes/pages/verify.server"
import { Articles } from "~/effects/publishing/articles/Articles.server"
import { respond } from "~/effects/server/runtime.server"
import { collateralReply } from "~/effects/treasury/bonds/pages/checkCollateral.server"
import { transactionReply } from "~/effects/treasury/multisig/pages/checkRequest.server"
import article from "~/styles/article.css?url"

/**
 * Loads its checker while there is a network: a file can be checked without one, even after the page has gone offline.
 */
export const handle: PageHandle = { hydrate: true }

export const links: LinksFunction = () => [article, verify].map((href) => ({ rel: "stylesheet", href }))

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => articleMeta(matches, "/verify", data)

export const loader = (args: LoaderFunctionArgs) =>
  respond(
    args,
    Effect.gen(function* () {
      const { pages } = yield* Articles
      const { reply, status } = yield* transactionReply
      const collateral = yield* collateralReply
      const page = {
        ...pages.verify,
        page: new URL(args.request.url).searchParams.get("page")?.slice(0, 300) ?? "",
        paper: paperReceiptIn(new URL(args.request.url)),
        transaction: reply,
        collateral: collateral.reply
      }
      return data(page, { status: Math.max(status, collateral.status), headers: yield* ReplyHeaders })
    })
  )

/** POST /verify: the same check on the server, for browsers without scripts. */
export const action = (args: ActionFunctionArgs) => respond(args, checkPosted)

export default function Verify() {
  const { collateral, page, paper, summary, title, transaction, tree } = useLoaderData<typeof loader>()
  return (
    <div className="wrap page">
      <header className="page-head">
        <h1>{title}</h1>
        <p className="lead">{summary}</p>
      </header>
      <div className="columns">
        <div className="stack" data-gap="l">
          {paper !== null && <FromPaper receipt={paper} />}
          {transaction !== null && <TransactionForm reply={transaction} />}
          {collateral !== null && <CollateralForm reply={collateral} />}
          <VerifyPanel page={page} posted={useActionData<typeof action>()} />
          {transaction === null && <TransactionForm reply={null} />}
          {collateral === null && <CollateralForm reply={null} />}
          <div className="article__body">
            <Markdown tree={tree} />
          </div>
        </div>
        <WhatItProves />
      </div>
    </div>
  )
}
