import { useState } from "react"
import { TextField } from "~/components/base/forms/fields"
import { Notice } from "~/components/base/parts/notice"
import { UtcTime } from "~/components/base/parts/time-pair"
import { shortAddress } from "~/components/base/text/short-address"
import { replyTo, typed } from "~/effects/base/remix/PageReply"
import type { PartProps } from "./part-props"
import { SettingsForm } from "./settings-form"

/** Transfers ownership in two steps: the owner asks here, and the member accepts within seven days. */
export function HandOverPart({ page, reply: last }: PartProps) {
  const { handOver } = page
  const back = replyTo(last, "take-back")
  if (handOver === null) return <Ask page={page} reply={last} />
  return (
    <SettingsForm intent="take-back" part="hand-over" page={page} reply={back} word="Withdraw offer">
      <Notice tone="open">
        <p>
          You asked <b>{handOver.name ?? shortAddress(handOver.account)}</b> to take over this community. They can
          accept until <UtcTime at={handOver.expiresAt} />. Until then you are the owner.
        </p>
      </Notice>
    </SettingsForm>
  )
}

function Ask({ page, reply: last }: PartProps) {
  const reply = replyTo(last, "hand-over")
  const [nominee, setNominee] = useState(() => typed(reply, "nominee"))
  return (
    <SettingsForm intent="hand-over" part="hand-over" page={page} reply={reply} word="Ask them" isChanged={false}>
      <p>
        The person you name has seven days to accept. They then become the owner, and you stay as a member. This step
        needs a proof from your wallet of the last 24 hours.
      </p>
      {page.stage === "deployed" && (
        <Notice tone="warn">
          <p>
            Control of the treasury does not pass automatically. Once they have accepted, we ask you to give them an
            admin badge with your wallet.
          </p>
        </Notice>
      )}
      <TextField
        name="nominee"
        label="New owner"
        value={nominee}
        onEdit={setNominee}
        error={reply?.fields.nominee}
        hint="Name or account address of an active member"
      />
    </SettingsForm>
  )
}
