/**
 * Refusals before the router: JSON for a script, a plain page for a person whose browser sent a form or followed a
 * link. The page is self-contained, because no route and no style sheet could be requested for it. Pure.
 */
import { APP_NAME } from "~/effects/base/settings/product"
import type { GuardRefusal } from "./guards.server"

interface Asked {
  readonly requestId: string
  readonly accept: string | undefined
}

export interface RefusalReply {
  readonly type: string
  readonly text: string
}

/** Every text is our own or one of our ids, so nothing needs escaping. */
const page = (message: string, requestId: string) => `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${APP_NAME}</title>
<main>
<h1>Your request could not be completed.</h1>
<p>${message}</p>
<p>Go back: your browser still has what you typed. Or <a href="/">go to the home page</a>.</p>
<p>Reference <code>${requestId}</code></p>
</main>
</html>
`

export const refusalReply = ({ code, message }: GuardRefusal, { accept, requestId }: Asked): RefusalReply =>
  accept?.includes("text/html")
    ? { type: "text/html; charset=utf-8", text: page(message, requestId) }
    : { type: "application/json; charset=utf-8", text: JSON.stringify({ code, message, requestId }) }
