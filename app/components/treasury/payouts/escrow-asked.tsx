import { Form } from "@remix-run/react"
import { useState } from "react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { useFrame } from "~/components/base/site/use-frame"
import { AskedStep } from "~/components/chain/prepared-transactions/asked-step"
import { OthersStep } from "~/components/chain/prepared-transactions/others-step"
import { isDecided } from "~/components/chain/prepared-transactions/states"
import { readable } from "~/effects/base/amounts/readable"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import type { EscrowSummary } from "~/effects/treasury/escrow/EscrowView"
import type { RunPage } from "~/effects/treasury/payouts/views"
import { SignersLink } from "./ask-signers"
import { EscrowTrust } from "./escrow-trust"

type Props = {
  readonly page: RunPage
  readonly escrow: EscrowSummary
  readonly reply: PageReply | undefined
  /** Set after a click on "Pay": the wallet opens without a second click. */
  readonly isPaid: boolean
}

/** Waits for the wallet to fund the escrow. Until it has, each batch can be signed instead. */
export function EscrowAsked({ isPaid, page: { now, run, step }, escrow, reply }: Props) {
  const [isWanted, setIsWanted] = useState(isPaid)
  const { communityRole } = useFrame()
  if (escrow.signerRule !== null) return <SignersAsked escrow={escrow} symbol={run.symbol} reply={reply} />
  const isOthers = step !== null && step.account !== communityRole.account && !isDecided(step.state)
  const isOpen = step !== null && !isOthers && !isDecided(step.state)
  return (
    <Block id="escrow" title="Approve once">
      <div className="stack">
        <ReplyNotice
          reply={replyTo(reply, "fund-escrow") ?? replyTo(reply, "discard-funding") ?? replyTo(reply, "next")}
        />
        <p>
          Moves {readable(escrow.total)} {run.symbol} and {readable(escrow.fees)} XRD for fees into escrow. The site's
          relayer key then pays every batch automatically.
        </p>
        <EscrowTrust total={escrow.total} symbol={run.symbol} fees={escrow.fees} digest={escrow.digest} />
        {isOpen && (
          <AskedStep
            key={step.id}
            step={step}
            isWanted={isWanted}
            onResponse={() => setIsWanted(false)}
            word="Approve in my wallet"
          />
        )}
        {isOthers && (
          <OthersStep key={step.id} step={step} now={now}>
            {(isOver, why) => (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="digest" value={run.digest ?? ""} />
                <button
                  className="button"
                  type="submit"
                  name="intent"
                  value="fund-escrow"
                  disabled={!isOver}
                  aria-describedby={why}
                >
                  Take over
                </button>
              </Form>
            )}
          </OthersStep>
        )}
        <Form method="post" preventScrollReset>
          <button
            className="button"
            data-kind="quiet"
            data-size="s"
            type="submit"
            name="intent"
            value="discard-funding"
          >
            Sign each batch yourself instead
          </button>
        </Form>
      </div>
    </Block>
  )
}

/** The request that waits for the signers' approval. */
function SignersAsked({ escrow, reply, symbol }: Omit<Props, "isPaid" | "page"> & { readonly symbol: string }) {
  return (
    <Block id="escrow" title="Waiting for the signers">
      <div className="stack">
        <ReplyNotice reply={replyTo(reply, "stop")} />
        <p>
          They approve moving {readable(escrow.total)} {symbol} and {readable(escrow.fees)} XRD for fees into escrow.
          The site's relayer key then pays every batch automatically. The person who made the request can withdraw it
          there.
        </p>
        <p>
          <SignersLink />
        </p>
        <Form className="row" method="post" preventScrollReset>
          <button className="button" data-kind="quiet" data-size="s" type="submit" name="intent" value="stop">
            Stop this payout
          </button>
          <span className="small">The request can then no longer be approved.</span>
        </Form>
      </div>
    </Block>
  )
}
