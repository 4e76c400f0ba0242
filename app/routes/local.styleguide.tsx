import type { LinksFunction, MetaFunction } from "@remix-run/node"
import ballots from "~/components/ballots/ballots.css?url"
import community from "~/components/community/community.css?url"
import forms from "~/components/forms/signup.css?url"
import { pageTitle } from "~/components/page-meta"
import { SiteShell } from "~/components/site/site-shell"
import { Actions } from "~/components/styleguide/actions"
import { Articles } from "~/components/styleguide/articles"
import { Charts } from "~/components/styleguide/charts"
import { ColoursAndType } from "~/components/styleguide/colours-and-type"
import { Communities } from "~/components/styleguide/communities"
import { Fields } from "~/components/styleguide/fields"
import { Layers } from "~/components/styleguide/layers"
import { Messages } from "~/components/styleguide/messages"
import { ProfileParts } from "~/components/styleguide/profile-parts"
import own from "~/components/styleguide/styleguide.css?url"
import articles from "~/styles/article.css?url"
import charts from "~/styles/charts.css?url"

export const handle = { noindex: true }
export const meta: MetaFunction = () => [pageTitle("Style guide")]
export const links: LinksFunction = () =>
  [community, forms, articles, ballots, charts, own].map((href) => ({ rel: "stylesheet", href }))

/** GET /local/styleguide: every part in every state, as the pages use it. Local mode only. */
export default function StyleGuide() {
  return (
    <SiteShell>
      <div className="wrap page">
        <header className="page-head">
          <h1>Style guide</h1>
          <p className="lead">
            Every part in every state, drawn by the components the pages use. If something on a page is not here, it
            should not be on the page. The theme is chosen at the foot.
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
