import { Form, Link, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { useTaken } from "~/components/base/forms/use-taken"
import { Block } from "~/components/base/parts/block"
import { useFrame } from "~/components/base/site/use-frame"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import { badgesHref } from "~/effects/communities/communities/hrefs"
import type { KeptView } from "~/effects/treasury/keepers/views"
import { SeatFields } from "./seat-fields"
import { SignFields } from "./sign-fields"

type Props = { readonly page: KeptView; readonly reply: PageReply | undefined }

/** Another keeper, one fewer, or another number of them: also where one of them has lost their wallet. */
export function RuleForm({ page: { from, needed, others, seats }, reply }: Props) {
  const { formKey, id } = useFrame()
  const isSending = useNavigation().formData?.get("intent") === "propose-rule"
  const given = from?.payload.kind === "rule" ? from.payload : null
  const taken = useTaken(isSending, reply)
  return (
    <Block id="change" title="Add, replace or retire a keeper">
      <Form
        key={`${taken} ${from?.number ?? ""}`}
        className="stack narrow"
        data-gap="l"
        method="post"
        noValidate
        preventScrollReset
      >
        <p>
          For a lost wallet: take its badge out, and tick that of who follows. Who lost it need not sign; their badge
          stays where it is and counts for nothing. Who follows needs an admin badge first:{" "}
          <Link to={badgesHref(id)}>give one</Link>.
        </p>
        <ReplyNotice reply={reply} />
        <p>What waits for the signature of somebody who leaves ends when the change happens.</p>
        <input type="hidden" name="key" value={`${formKey}keepersrule`} />
        {/* Ticks are about the keepers of now. */}
        <SeatFields
          key={seats.map((seat) => seat.id).join()}
          candidates={[...seats, ...others]}
          reply={reply}
          chosen={(given?.seats ?? seats).map((seat) => seat.id)}
          needed={given?.needed ?? needed}
        />
        <PlainField
          name="reason"
          label="Why"
          maxLength={200}
          value={typed(reply, "reason", given?.reason)}
          reply={reply}
        />
        <SignFields id="rule-sign" needed={needed} seats={seats} reply={reply} />
        <div className="form-end">
          <BusyButton className="button" type="submit" name="intent" value="propose-rule" isBusy={isSending}>
            {isSending ? "Asking…" : "Ask the keepers"}
          </BusyButton>
        </div>
      </Form>
    </Block>
  )
}
