import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { SiteShell } from "~/components/shell/site-shell"
import { APP_NAME } from "~/effects/base/settings/product"
import { inUtc } from "~/effects/base/text/moments"
import { readMailbox } from "~/effects/local/Mailbox.server"
import { respond } from "~/effects/server/runtime.server"

export const meta: MetaFunction = () => [{ title: `Mailbox · ${APP_NAME}` }, { name: "robots", content: "noindex" }]

/** GET /local/mailbox: the e-mails that this server would have sent. Local mode only. */
export const loader = (args: LoaderFunctionArgs) => respond(args, readMailbox)

/** "24 Nov 2026, 18:00 UTC": the same on the server and in every browser. */

export default function Mailbox() {
  const emails = useLoaderData<typeof loader>()
  return (
    <SiteShell>
      <div className="wrap page">
        <div className="page-head">
          <h1>Mailbox</h1>
          <p>
            This server runs in local mode and sends no e-mails. The e-mails and browser notifications that it would
            have sent are listed here, newest first.
          </p>
        </div>
        <div className="stack">
          <Link className="button" data-size="s" to=".">
            Refresh
          </Link>
          {emails.length === 0 ? (
            <p className="empty">No e-mails yet. When you sign up, your code appears here.</p>
          ) : (
            emails.map(({ at, subject, text, to }) => (
              <article key={`${at} ${to}`} className="card stack" data-gap="s">
                <h2 className="h3">{subject}</h2>
                <p className="small muted">
                  To {to}, <time dateTime={at}>{inUtc("moment", Date.parse(at))} UTC</time>
                </p>
                <pre className="email">{text}</pre>
              </article>
            ))
          )}
        </div>
      </div>
    </SiteShell>
  )
}
