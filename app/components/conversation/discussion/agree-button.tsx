import { useFetcher } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import type { CommentView, ThreadView } from "~/effects/conversation/discussion/Post"

type Props = {
  readonly post: CommentView | ThreadView
  readonly path: string
  readonly canAgree: boolean
}

/** Shows the new state immediately, before the server has responded; a plain form without JavaScript. */
export function AgreeButton({ canAgree, path, post }: Props) {
  const fetcher = useFetcher()
  const asked = fetcher.formData?.get("intent")
  const isOn = asked === undefined || asked === null ? post.hasAgreed : asked === "agree"
  const count = post.agreeCount + (isOn === post.hasAgreed ? 0 : isOn ? 1 : -1)
  const label = `Agree${count > 0 ? ` · ${count}` : ""}`
  if (!canAgree) {
    // Readers who cannot agree see only the number; the box below the replies explains how to take part.
    return count === 0 ? null : (
      <span className="state-line small muted post__agreed">
        <Icon name="check" />
        {count} {count === 1 ? "agrees" : "agree"}
      </span>
    )
  }
  return (
    <fetcher.Form
      method="post"
      action={path}
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        form.set("intent", isOn ? "unagree" : "agree")
        form.set("stay", "1")
        fetcher.submit(form, { method: "post", action: path })
      }}
    >
      <input type="hidden" name="post" value={post.id} />
      <button
        className="button"
        data-kind="quiet"
        data-size="s"
        type="submit"
        name="intent"
        value={isOn ? "unagree" : "agree"}
        aria-pressed={isOn}
      >
        <Icon name="check" />
        {label}
      </button>
    </fetcher.Form>
  )
}
