import { Link } from "@remix-run/react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { UNDO_SECONDS } from "~/effects/communities/undo/Removal"

/** Says why something could not be brought back. */
export function UndoView({ reply }: { readonly reply: PageReply | undefined }) {
  return (
    <div className="wrap page">
      <h1 className="page-head">Undo</h1>
      <ReplyNotice reply={reply} />
      <p>After you have removed something, every page offers to undo it for {UNDO_SECONDS} seconds.</p>
      <p>
        <Link to="/myCommunities">My communities</Link>
      </p>
    </div>
  )
}
