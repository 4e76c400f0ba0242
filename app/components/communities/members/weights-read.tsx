import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import type { RoleWords } from "~/components/base/lists/list-words"
import { ListProblems, problemWords, ReadingSections } from "~/components/base/lists/reading-sections"
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
      <section className="section" aria-labelledby="problems">
        <div className="section__head">
          <h2 id="problems">Problems</h2>
          <p>{problemWords(list, draft.problems)}</p>
        </div>
        <div className="section__body stack">
          <ListProblems
            problems={draft.problems}
            remedy="Fix it in the list, and read the list again: weights are set for all its lines or for none."
          />
          <div className="form-end">
            <BusyButton
              className="button"
              data-kind="quiet"
              type="submit"
              name="intent"
              value="discard-weights"
              isBusy={isSending}
            >
              Discard
            </BusyButton>
            <BusyButton
              className="button"
              data-kind="primary"
              type="submit"
              name="intent"
              value="decide-weights"
              isBusy={isSending}
            >
              Check the list
            </BusyButton>
          </div>
          <p className="small muted">No weight is set from here.</p>
        </div>
      </section>
    </Form>
  )
}
