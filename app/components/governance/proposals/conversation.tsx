import type { ComponentProps } from "react"
import { useFrame } from "~/components/base/site/use-frame"
import { Comments } from "~/components/conversation/discussion/comments"
import { ReplyBox } from "~/components/conversation/discussion/reply-box"
import { permissions } from "~/effects/access/permissions"
import { explain } from "~/effects/access/rules"

type Props = Pick<ComponentProps<typeof Comments>, "comments" | "form" | "formKey" | "path" | "reply" | "waiting"> &
  Pick<ComponentProps<typeof ReplyBox>, "draft"> & {
    readonly id: string
    /** Storage key of an unsent reply; differs from the community's own. */
    readonly place: string
    readonly isAside?: boolean
  }

/** The comments on a proposal or a draft, and the reply box. */
export function Conversation({ draft, id, isAside = false, place, ...shared }: Props) {
  const frame = useFrame()
  const mayPost = permissions.post(frame.communityRole)
  const refusal = mayPost.ok ? null : { code: mayPost.code, message: explain(mayPost) }
  const { formKey, path, reply } = shared
  return (
    <Comments target={{ type: "proposal", id }} noAgree={refusal} noReply={refusal} {...shared}>
      <ReplyBox
        path={path}
        formKey={formKey}
        reply={reply}
        refusal={refusal}
        place={`reply/${frame.id}/${place}`}
        draft={draft}
        isAside={isAside}
      />
    </Comments>
  )
}
