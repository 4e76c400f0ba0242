import type { LinksFunction, MetaFunction } from "@remix-run/node"
import { pageTitle } from "~/components/base/site/page-meta"
import community from "~/components/communities/communities/community.css?url"
import ballots from "~/components/governance/votes/ballots.css?url"
import forms from "~/components/people/signup/signup.css?url"
import { Actions } from "~/components/publishing/styleguide/actions"
import { Articles } from "~/components/publishing/styleguide/articles"
import { Charts } from "~/components/publishing/styleguide/charts"
import { ColoursAndType } from "~/components/publishing/styleguide/colours-and-type"
import { Communities } from "~/components/publishing/styleguide/communities"
import { Fields } from "~/components/publishing/styleguide/fields"
import { Layers } from "~/components/publishing/styleguide/layers"
import { Messages } from "~/components/publishing/styleguide/messages"
import { ProfileParts } from "~/components/publishing/styleguide/profile-parts"
import own from "~/components/publishing/styleguide/styleguide.css?url"
import { SiteShell } from "~/components/shell/site-shell"
import articles from "~/styles/article.css?url"
import charts from "~/styles/charts.css?url"

export const handle = { noindex: true }
export const meta: MetaFunction = () => [pageTitle("Style guide")]
export const links: LinksFunction = () =>
  [community, forms, articles, ballots, charts, own].map((href) => ({ rel: "stylesheet", href }))

/** GET /local/styleguide: every component in every state, as the pages use it. Local mode only. */
export default function StyleGuide() {
  return (
    <SiteShell>
      <div className="wrap page">
        <header className="page-head">
          <h1>Style guide</h1>
          <p className="lead">
            Every component in every state, drawn by the components that the pages use. If something on a page is not
            here, it should not be on the page. Choose the theme in the footer.
          </p>
        </header>
        <ColoursAndType />
        <Actions />
        <Fields />
        <ProfileParts />
        <Messages />
        <Layers />
        <Articles />
        <Communities />
        <Charts />
      </div>
    </SiteShell>
  )
}
