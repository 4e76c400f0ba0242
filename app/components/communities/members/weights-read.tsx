import { Form, useNavigation } from "@remix-run/react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import type { RoleWords } from "~/components/base/lists/list-words"
import { ReadingEnd, ReadingSections } from "~/components/base/lists/reading-sections"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { WeightsView } from "~/effects/communities/members/page"

type Props = {
  readonly draft: NonNullable<WeightsView["draft"]>
  readonly asked: NonNullable<WeightsView["asked"]>
  readonly formKey: string
  readonly reply: PageReply | undefined
}

export const weightWords: RoleWords = { account: "Member", amount: "Weight" }

/** How a list of weights was read. No weight is set before every question is answered. */
export function ReadWeights({ asked, draft, formKey, reply }: Props) {
  const { choices, difference, list } = asked
  const isSending = useNavigation().formMethod === "POST"
  return (
    <Form
      className="stack"
      data-gap="l"
      method="post"
      action="?tab=weights&read=1"
      preventScrollReset
      noValidate
      key={draft.seen}
    >
      <ReplyNotice reply={reply} />
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="seen" value={draft.seen} />
      <ReadingSections
        list={list}
        choices={choices}
        difference={difference}
        noun="weight"
        words={weightWords}
        nextHref={`?tab=weights&read=1&after=${list.next}`}
        again="show-weights"
        isSending={isSending}
        reply={reply}
      />
      <ReadingEnd
        list={list}
        problems={draft.problems}
        remedy="Fix it in the list, and read the list again: weights are set for all its lines or for none."
        discard="discard-weights"
        check="decide-weights"
        isSending={isSending}
        note="No weight is set from here."
      />
    </Form>
  )
}
