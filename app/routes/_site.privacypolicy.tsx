import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import { Effect } from "effect"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import { PolicyView } from "~/components/publishing/articles/policy-view"
import { Articles } from "~/effects/publishing/articles/Articles.server"
import { respond } from "~/effects/server/runtime.server"
import stylesheet from "~/styles/article.css?url"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => articleMeta(matches, "/privacypolicy", data)

export const loader = (args: LoaderFunctionArgs) =>
  respond(
    args,
    Effect.map(Articles, ({ pages }) => pages.privacypolicy)
  )

export default function PrivacyPolicy() {
  return <PolicyView article={useLoaderData<typeof loader>()} />
}
