import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { useTaken } from "~/components/base/forms/use-taken"
import { Block } from "~/components/base/parts/block"
import { useFrame } from "~/components/base/site/use-frame"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import type { KeptView } from "~/effects/treasury/keepers/views"
import { SignFields } from "./sign-fields"

type Props = { readonly page: KeptView; readonly reply: PageReply | undefined }

/** Back to one admin badge, by as many keepers as a payment needs. */
export function ReleaseForm({ page: { from, needed, seats }, reply }: Props) {
  const { formKey } = useFrame()
  const isSending = useNavigation().formData?.get("intent") === "propose-release"
  const taken = useTaken(isSending, reply)
  return (
    <Block id="release" title="End keeping">
      <Form
        key={`${taken} ${from?.number ?? ""}`}
        className="stack narrow"
        data-gap="l"
        method="post"
        noValidate
        preventScrollReset
      >
        <p>
          Afterwards any one admin badge opens the treasury again, also one that never kept. Whatever else waits for the
          signers ends with it.
        </p>
        <ReplyNotice reply={reply} />
        <input type="hidden" name="key" value={`${formKey}keepersrelease`} />
        <PlainField
          name="reason"
          label="Why keeping ends"
          maxLength={200}
          value={typed(reply, "reason", from?.payload.kind === "release" ? from.payload.reason : "")}
          reply={reply}
        />
        <SignFields id="release-sign" needed={needed} seats={seats} reply={reply} />
        <div className="form-end">
          <BusyButton className="button" type="submit" name="intent" value="propose-release" isBusy={isSending}>
            {isSending ? "Asking…" : "Ask the keepers to end it"}
          </BusyButton>
        </div>
      </Form>
    </Block>
  )
}
