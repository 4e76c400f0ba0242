import { useFetcher } from "@remix-run/react"
import { useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { LaterAskedStep } from "~/components/chain/ledger-steps/later-asked-step"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { RunPage } from "~/effects/treasury/distributions/views"
import { AskKeepers } from "./ask-keepers"
import { keptByWords } from "./kept-words"

type Props = { readonly page: RunPage; readonly reply: PageReply | undefined }

/** R-T4: what nobody claimed, once its date has passed. */
export function RecoverPart({ page: { keptBy, now, run, step }, reply }: Props) {
  const [isWanted, setWanted] = useState(false)
  const prepare = useFetcher<PageReply>()
  const { standing } = useFrame()
  if (run.rowsClaimable === 0 || run.recoverAfter === null) return null
  const isDue = now >= run.recoverAfter
  // What was prepared for another wallet is prepared anew for this one, as soon as that may be.
  const isOwn = step !== null && step.account === standing.account
  const isOpen = isOwn && step.kind === "recover" && step.state !== "verified"
  return (
    <Block id="recover" title="Unclaimed">
      <div className="stack">
        <ReplyNotice reply={prepare.data ?? replyTo(reply, "recover")} />
        <p>
          {run.rhythm === null
            ? `${counted(run.rowsClaimable, "person has", "people have")} not claimed.`
            : `${counted(run.rowsClaimable, "payment is", "payments are")} not claimed.`}{" "}
          This site offers to take it back after <TimePair at={run.recoverAfter} now={now} />. The ledger knows no such
          date:{" "}
          {keptBy === null
            ? "one admin badge can take it out of the locker at any moment, to any account."
            : "what several signers parked opens for them together, at any moment; what was paid before, for one admin badge."}
        </p>
        {isOpen && keptBy === null && (
          <LaterAskedStep key={step.id} step={step} isWanted={isWanted} word="Ask my wallet" />
        )}
        {isDue && keptBy !== null && (
          <AskKeepers intent="propose-recovery" number={run.number} word="Ask the signers to take it back">
            {keptByWords(keptBy)} approve it.
          </AskKeepers>
        )}
        {isDue && !isOpen && keptBy === null && (
          <prepare.Form method="post" preventScrollReset data-by-script="always" onSubmit={() => setWanted(true)}>
            <BusyButton
              className="button"
              type="submit"
              name="intent"
              value="recover"
              isBusy={prepare.state !== "idle"}
            >
              Recover unclaimed
            </BusyButton>
          </prepare.Form>
        )}
      </div>
    </Block>
  )
}
