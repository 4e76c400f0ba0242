import { Link } from "@remix-run/react"
import { TimePair } from "~/components/base/parts/time-pair"
import { insidePath } from "~/components/base/site/inside-path"
import { counted } from "~/effects/base/text/counted"
import type { PublicThread } from "~/effects/conversation/discussion/PublicThread"

type Props = { readonly threads: ReadonlyArray<PublicThread>; readonly now: number }

/** New threads of several communities. Reading a thread needs a wallet; the page of its community does not. */
export function ThreadEdits({ now, threads }: Props) {
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
            <span>{counted(commentCount, "reply", "replies")}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
