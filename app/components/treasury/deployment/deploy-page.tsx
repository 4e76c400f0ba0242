import { Link } from "@remix-run/react"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { TestMoney } from "~/components/base/parts/test-money"
import { insidePath } from "~/components/base/site/inside-path"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { DeployPage as DeployPageData } from "~/effects/treasury/deployment/page"
import { deployHref } from "~/effects/treasury/deployment/values"
import { DeployForm } from "./deploy-form"
import { DeployedSummary } from "./deployed-summary"
import { SigningPart } from "./signing-part"

type Props = { readonly page: DeployPageData; readonly reply: PageReply | undefined }

/** Page for deploying a community on the ledger (docs/product/treasury.md). */
export function DeployPage({ page, reply }: Props) {
  return (
    <div className="wrap page">
      <nav aria-label="You are here">
        <Link to={insidePath(page.id)}>{page.name}</Link>
      </nav>
      <div className="page-head">
        <h1>{page.state === "deployed" ? "On the ledger" : "Deploy on the ledger"}</h1>
        {page.state === "form" && (
          <p>
            One transaction creates the treasury, its admin badge, a locker for payments and, if you like, a token. You
            sign it once in your wallet.
          </p>
        )}
      </div>
      <div className="narrow stack" data-gap="l">
        <Part page={page} reply={reply} />
        <TestMoney />
      </div>
    </div>
  )
}

function Part({ page, reply }: { readonly page: DeployPageData; readonly reply: PageReply | undefined }) {
  switch (page.state) {
    case "closed":
      return (
        <NothingYet>
          <p>
            {page.stage === "draft"
              ? "This community is still a draft. Publish it first, then deploy it."
              : "This community is archived. Reopen it first."}
          </p>
          <Link to={page.stage === "draft" ? `/create?draft=${page.id}` : insidePath(page.id)}>{page.name}</Link>
        </NothingYet>
      )
    case "deployed":
      return <DeployedSummary page={page} />
    case "signing":
      return <SigningPart key={page.step.id} page={page} />
    case "form":
      return <DeployForm key={deployHref(page.slug, page.at)} page={page} reply={reply} />
  }
}
