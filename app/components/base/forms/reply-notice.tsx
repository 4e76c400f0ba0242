import { useRef } from "react"
import { Notice } from "~/components/base/parts/notice"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { useSaidFocus } from "./use-said-focus"

/** The server's message about a whole form; it takes the focus, so that nobody has to look for it. */
export function ReplyNotice({ reply }: { readonly reply: PageReply | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  useSaidFocus(box, reply)
  if (reply === undefined || reply.message === "") return null
  const isWaiting = ["E-GATEWAY", "E-STALE", "E-STORAGE"].includes(reply.code)
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone={reply.ok ? "ok" : isWaiting ? "warn" : "bad"} role={reply.ok ? "status" : "alert"}>
        <p>{reply.message}</p>
        {!reply.ok && <p className="small muted">Reference {reply.requestId}</p>}
      </Notice>
    </div>
  )
}
