import type { TargetType } from "~/effects/conversation/discussion/Post"

/** Says how far the reader has read. If it is lost, the thread stays unread: nothing to tell anybody about. */
export const markRead = ({ id, type }: { readonly type: TargetType; readonly id: string }, seq: number): void => {
  void fetch("/api/read", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ type, id, seq }),
    keepalive: true
  }).catch(() => undefined)
}
