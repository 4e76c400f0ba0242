import { useState } from "react"
import { TextField } from "~/components/base/forms/fields"
import { Notice } from "~/components/base/parts/notice"
import { UtcTime } from "~/components/base/parts/time-pair"
import { shortAddress } from "~/components/base/text/short-address"
import { replyTo, typed } from "~/effects/base/remix/PageReply"
import type { PartProps } from "./part-props"
import { SettingsForm } from "./settings-form"

/** Another person becomes the owner, in two steps: asked here, accepted by them within seven days. */
export function HandOverPart({ page, reply: last }: PartProps) {
  const { handOver } = page
  const back = replyTo(last, "take-back")
  if (handOver === null) return <Ask page={page} reply={last} />
  return (
    <SettingsForm intent="take-back" part="hand-over" page={page} reply={back} word="Take it back">
      <Notice tone="open">
        <p>
          You have asked <b>{handOver.name ?? shortAddress(handOver.account)}</b> to take this community over. They can
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
        The person you name is asked, and has seven days to accept. Then they are the owner, and you stay as a member.
        This step needs a proof from your wallet of the last 24 hours.
      </p>
      {page.stage === "deployed" && (
        <Notice tone="warn">
          <p>
            Control of the treasury does not pass automatically. Once they have accepted, you give them an admin badge
            with your wallet; we ask you then.
          </p>
        </Notice>
      )}
      <TextField
        name="nominee"
        label="Who takes over"
        value={nominee}
        onEdit={setNominee}
        error={reply?.fields.nominee}
        hint="The name or the account address of an active member"
      />
    </SettingsForm>
  )
}
