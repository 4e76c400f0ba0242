import type { TargetType } from "~/effects/conversation/discussion/Post"

/** Reports how far the reader has read. A failure is ignored: the thread just stays unread. */
export const markRead = ({ id, type }: { readonly type: TargetType; readonly id: string }, seq: number): void => {
  void fetch("/api/read", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ type, id, seq }),
    keepalive: true
  }).catch(() => undefined)
}
