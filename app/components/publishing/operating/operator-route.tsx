/** Exports that all routes of the operators' pages share. */
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

/**
 * No response is cached. To everyone who is not an operator these pages look like pages that do not exist, headers
 * included.
 */
export const headers = ({ errorHeaders, parentHeaders }: OtherHeaders): HeadersInit =>
  errorHeaders === undefined ? { "Cache-Control": "no-store" } : parentHeaders

export const operatorMeta = (data: unknown): Array<MetaDescriptor> => [
  pageTitle(data === undefined ? "This page does not exist" : "Operator")
]

/** Set per page, not on the frame, so that a missing page gets its own title and headers. */
export function ErrorBoundary() {
  return (
    <div className="wrap page">
      <ErrorView />
    </div>
  )
}
