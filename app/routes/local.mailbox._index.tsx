import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { readMailbox } from "~/effects/local/Mailbox.server"
import { APP_NAME } from "~/effects/product"
import { respond } from "~/effects/runtime.server"

export const meta: MetaFunction = () => [{ title: `Mailbox | ${APP_NAME}` }, { name: "robots", content: "noindex" }]

/** GET /local/mailbox: the letters this server would have mailed. Local mode only. */
export const loader = (args: LoaderFunctionArgs) => respond(args, readMailbox)

/** "24 Nov 2026, 18:00 UTC": the same on the server and in every browser. */
const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })

export default function Mailbox() {
  const letters = useLoaderData<typeof loader>()
  return (
    <main id="main" className="stack">
      <h1>Mailbox</h1>
      <p>This server runs in local mode and mails nothing. Letters it would have sent are listed here, newest first.</p>
      <p>
        <Link to=".">Look again</Link>
      </p>
      {letters.length === 0 ? (
        <p>No letters yet.</p>
      ) : (
        letters.map(({ at, subject, text, to }) => (
          <article key={`${at} ${to}`} className="card stack">
            <h2>{subject}</h2>
            <p>
              To {to}, <time dateTime={at}>{time.format(new Date(at))} UTC</time>
            </p>
            <pre className="letter">{text}</pre>
          </article>
        ))
      )}
    </main>
  )
}
