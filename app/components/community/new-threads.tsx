import { Link } from "@remix-run/react"
import type { PublicThread } from "~/effects/discussion/PublicThread"
import { counted } from "~/effects/text/counted"
import { insidePath } from "../inside/inside-path"
import { TimePair } from "../time-pair"

type Props = { readonly threads: ReadonlyArray<PublicThread>; readonly now: number }

/** What people of several communities began to talk about. Reading a thread needs a wallet; its community does not. */
export function NewThreads({ now, threads }: Props) {
  return (
    <ul className="entries">
      {threads.map(({ commentCount, communityId, communityName, createdAt, id, number, slug, title }) => (
        <li key={id}>
          <h3 className="h4">
            <Link to={`${insidePath(communityId, "discussion")}?thread=${number}`}>{title}</Link>
          </h3>
          <p className="meta">
            <Link to={`/explore/${slug}`}>{communityName}</Link>
            <TimePair at={createdAt} now={now} short />
            <span>{counted(commentCount, "comment")}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
