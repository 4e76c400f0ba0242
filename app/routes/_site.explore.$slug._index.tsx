import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import { Effect } from "effect"
import stylesheet from "~/components/communities/communities/community.css?url"
import { PublicProfileView } from "~/components/communities/communities/pages/public-profile-view"
import { OutsiderMenus } from "~/components/communities/members/outsider-menus"
import proposals from "~/components/governance/proposals/proposals.css?url"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import { publicProfilePage } from "~/effects/communities/communities/pages/publicProfile.server"
import { respond } from "~/effects/server/runtime.server"
import articles from "~/styles/article.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: articles },
  { rel: "stylesheet", href: stylesheet },
  { rel: "stylesheet", href: proposals }
]

export const meta: MetaFunction<typeof loader> = ({ data: publicProfile, matches, params }) => [
  ...articleMeta(
    matches,
    `/explore/${params.slug}`,
    publicProfile === undefined
      ? undefined
      : {
          title: publicProfile.name,
          summary: publicProfile.tagline,
          pictureAlt: `${publicProfile.name}. ${publicProfile.tagline}`
        }
  ),
  {
    tagName: "link",
    rel: "alternate",
    type: "application/atom+xml",
    title: "Announcements and results",
    href: `/explore/${params.slug}/feed.xml`
  },
  // An unlisted community can be found by its address only.
  ...(publicProfile?.isUnlisted === true ? [{ name: "robots", content: "noindex" }] : [])
]

/** GET /explore/{slug}: a community's public page. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(
    args,
    Effect.suspend(() => publicProfilePage(args.params.slug ?? ""))
  )

export default function PublicProfilePage() {
  const publicProfile = useLoaderData<typeof loader>()
  return (
    <PublicProfileView
      publicProfile={publicProfile}
      joining={<OutsiderMenus community={publicProfile.frame} kind="primary" />}
    />
  )
}
