import { useFetcher } from "@remix-run/react"
import { useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { AskedStep } from "~/components/chain/prepared-transactions/asked-step"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { RunPage } from "~/effects/treasury/payouts/views"
import { AskSigners } from "./ask-signers"
import { enforcedByText } from "./enforced-by-text"

type Props = { readonly page: RunPage; readonly reply: PageReply | undefined }

/** Takes back what nobody claimed, once the date for it has passed. */
export function RecoverPart({ page: { multisig, now, run, step }, reply }: Props) {
  const [isWanted, setWanted] = useState(false)
  const prepare = useFetcher<PageReply>()
  const { communityRole } = useFrame()
  if (run.rowsClaimable === 0 || run.recoverAfter === null) return null
  const isDue = now >= run.recoverAfter
  // A transaction prepared for another wallet is prepared again for this one, as soon as that is allowed.
  const isOwn = step !== null && step.account === communityRole.account
  const isOpen = isOwn && step.kind === "recover" && step.state !== "verified"
  return (
    <Block id="recover" title="Unclaimed">
      <div className="stack">
        <ReplyNotice reply={prepare.data ?? replyTo(reply, "recover")} />
        <p>
          {run.rhythm === null
            ? `${counted(run.rowsClaimable, "person has", "people have")} not claimed.`
            : `${counted(run.rowsClaimable, "payment is", "payments are")} not claimed.`}{" "}
          This site offers to take it back after <TimePair at={run.recoverAfter} now={now} />. The ledger does not
          enforce this date:{" "}
          {multisig === null
            ? "anyone with an admin badge can take it out of the locker at any time, to any account."
            : "what the signers paid from escrow can be taken out by them together, at any time; what was paid before, by anyone with an admin badge."}
        </p>
        {isOpen && multisig === null && (
          <AskedStep key={step.id} step={step} isWanted={isWanted} word="Sign in my wallet" />
        )}
        {isDue && multisig !== null && (
          <AskSigners intent="propose-recovery" number={run.number} word="Ask the signers to take it back">
            {enforcedByText(multisig)} must approve.
          </AskSigners>
        )}
        {isDue && !isOpen && multisig === null && (
          <prepare.Form method="post" preventScrollReset onSubmit={() => setWanted(true)}>
            <BusyButton
              needsScript="where enabled"
              className="button"
              type="submit"
              name="intent"
              value="recover"
              isBusy={prepare.state !== "idle"}
            >
              Take back unclaimed tokens
            </BusyButton>
          </prepare.Form>
        )}
      </div>
    </Block>
  )
}
