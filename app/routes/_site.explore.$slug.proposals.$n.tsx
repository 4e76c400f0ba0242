import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import type { PageHandle } from "~/components/base/site/hydrate"
import community from "~/components/communities/communities/community.css?url"
import stylesheet from "~/components/governance/proposals/proposals.css?url"
import { PublicProposal } from "~/components/governance/proposals/public-proposal"
import { shareText } from "~/components/governance/proposals/share-text"
import ballots from "~/components/governance/votes/ballots.css?url"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import { publicProposal } from "~/effects/governance/proposals/pages/proposals.server"
import type { PublicProposalPage } from "~/effects/governance/proposals/pageViews"
import { isBeingOpened } from "~/effects/governance/proposals/stateWords"
import { respond } from "~/effects/server/runtime.server"
import articles from "~/styles/article.css?url"

/** Polls while its sealed ballots are being opened. */
export const handle: PageHandle<PublicProposalPage> = {
  hydrate: ({ now, proposal }) => isBeingOpened(proposal, now)
}

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: articles },
  { rel: "stylesheet", href: community },
  { rel: "stylesheet", href: ballots },
  { rel: "stylesheet", href: stylesheet }
]

const pageOf = ({ community, now, proposal }: PublicProposalPage) => {
  const summary = shareText(proposal, now)
  const title = `${proposal.title} · ${community.name}`
  return { title, summary, pictureAlt: `${title}. ${summary}` }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches, params }) => [
  ...articleMeta(
    matches,
    `/explore/${params.slug}/proposals/${params.n}`,
    data === undefined ? undefined : pageOf(data)
  ),
  ...(data?.isUnlisted === true ? [{ name: "robots", content: "noindex" }] : [])
]

/** GET /explore/{slug}/proposals/{n}: a vote as anyone may read it. */
export const loader = (args: LoaderFunctionArgs) => respond(args, publicProposal)

export default function PublicVote() {
  return <PublicProposal page={useLoaderData<typeof loader>()} />
}
