/** What the routes of the operators' pages have in common, as they export it. */
import type { MetaDescriptor } from "@remix-run/react"
import { ErrorView } from "~/components/base/parts/error-view"
import { pageTitle } from "~/components/base/site/page-meta"
import stylesheet from "./operator.css?url"

interface OtherHeaders {
  readonly errorHeaders: Headers | undefined
  readonly parentHeaders: Headers
}

export const handle = { noindex: true }

export const links = () => [{ rel: "stylesheet", href: stylesheet }]

/** Nothing of them is kept anywhere. To everybody else they are the ordinary page that does not exist, headers too. */
export const headers = ({ errorHeaders, parentHeaders }: OtherHeaders): HeadersInit =>
  errorHeaders === undefined ? { "Cache-Control": "no-store" } : parentHeaders

export const operatorMeta = (data: unknown): Array<MetaDescriptor> => [
  pageTitle(data === undefined ? "This page does not exist" : "Operator")
]

/** Of each page, not of their frame: a page that is not there has a title and headers of its own. */
export function ErrorBoundary() {
  return (
    <div className="wrap page">
      <ErrorView />
    </div>
  )
}
