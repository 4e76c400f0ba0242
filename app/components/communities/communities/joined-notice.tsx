import { Link, useLocation } from "@remix-run/react"
import { Notice } from "~/components/base/parts/notice"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"
import { JOINED } from "~/effects/communities/communities/hrefs"

/** Whether joining has just led to this page. */
export const useHasJoined = (): boolean => {
  const { search } = useLocation()
  const { role } = useFrame()
  return role !== null && new URLSearchParams(search).has(JOINED)
}

type Props = {
  /** On the overview, a vote that the reader can cast; other pages pass nothing and continue with their own content. */
  readonly next?: { readonly vote: { readonly title: string; readonly to: string } | null }
}

/** Confirms the membership and offers a next step: a vote that the new member can cast, otherwise the rules. */
export function JoinedNotice({ next }: Props) {
  const { id, name } = useFrame()
  const vote = next?.vote ?? null
  return (
    <Notice tone="ok" role="status">
      <p>
        <b>You are now a member of {name}.</b>
        {vote !== null && ` A vote is open for you: ${vote.title}`}
        {next !== undefined && vote === null && " No vote is open for you yet."}
      </p>
      {next !== undefined && (
        <p className="row">
          {vote !== null && (
            <Link className="button" data-kind="primary" data-size="s" to={vote.to}>
              Vote
            </Link>
          )}
          <Link className="button" data-size="s" to="#house-rules">
            Read the rules
          </Link>
          <Link className="button" data-size="s" to={insidePath(id, "discussion")}>
            Go to the discussion
          </Link>
        </p>
      )}
    </Notice>
  )
}
