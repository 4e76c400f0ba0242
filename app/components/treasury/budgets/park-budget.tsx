import { Form, Link, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { useFrame } from "~/components/base/site/use-frame"
import { LaterAskedStep } from "~/components/chain/ledger-steps/later-asked-step"
import { OthersStep } from "~/components/chain/ledger-steps/others-step"
import { isDecided } from "~/components/chain/ledger-steps/states"
import { AskKeepers, KeepersLink } from "~/components/treasury/distributions/ask-keepers"
import { keptByWords } from "~/components/treasury/distributions/kept-words"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { proposalPath } from "~/effects/governance/proposals/paths"
import type { BudgetPage } from "~/effects/treasury/budgets/views"
import { BudgetTrust } from "./budget-trust"
import { sumOf } from "./words"

type Props = { readonly page: BudgetPage; readonly reply: PageReply | undefined }

const answers = ["park", "park-not", "give-up", "put-to-vote"] as const

/** Before it is parked: the vote, where one decides, and the one approval. */
export function ParkBudget({ page, reply }: Props) {
  const { budget, isHolder, keptBy, vote } = page
  const said = answers.map((intent) => replyTo(reply, intent)).find((each) => each !== undefined)
  const mustVote = vote?.isNeeded === true && vote.state !== "passed"
  return (
    <Block id="park" title={mustVote ? "First a vote" : "Park it: one approval"}>
      <div className="stack">
        <ReplyNotice reply={said} />
        {budget.problem !== null && (
          <Notice tone="bad">
            <p>{budget.problem}</p>
          </Notice>
        )}
        <VoteWords vote={vote} />
        {mustVote ? (
          isHolder && vote.state !== "open" && <PutToVote />
        ) : (
          <>
            <p>
              Parks {sumOf(budget.total, budget.symbol)} and {sumOf(budget.fees, "XRD")} for fees.
            </p>
            <BudgetTrust page={page} />
            {!isHolder ? (
              <p>Anyone who holds an admin badge of this community can park it.</p>
            ) : keptBy === null ? (
              <Approve page={page} />
            ) : (
              <ByKeepers page={page} />
            )}
          </>
        )}
        {isHolder && <GiveUp state={budget.state} isBeforeKeepers={keptBy !== null && budget.problem === null} />}
      </div>
    </Block>
  )
}

function VoteWords({ vote }: Pick<BudgetPage, "vote">) {
  const { id } = useFrame()
  if (vote === null || (vote.number === null && !vote.isNeeded)) return null
  if (vote.number === null) return <p>A vote decides on exactly these terms, as on a payout of this size.</p>
  const link = <Link to={proposalPath(id, vote.number)}>Vote {vote.number}</Link>
  return (
    <p>
      {link} is about exactly these terms.{" "}
      {vote.state === "passed" ? "It has passed." : vote.state === "open" ? "People are voting." : "It did not pass."}
    </p>
  )
}

function PutToVote() {
  const isSending = useNavigation().formMethod === "POST"
  return (
    <Form method="post" preventScrollReset>
      <BusyButton
        className="button"
        data-kind="primary"
        type="submit"
        name="intent"
        value="put-to-vote"
        isBusy={isSending}
      >
        Put it to a vote
      </BusyButton>
    </Form>
  )
}

/** By one badge: prepared, then signed in the wallet of whoever prepared it. */
function Approve({ page: { budget, now, step } }: Pick<Props, "page">) {
  const { standing } = useFrame()
  const isOpen = budget.state === "asked" && step !== null && !isDecided(step.state)
  if (isOpen && step.account !== standing.account) {
    return (
      <OthersStep key={step.id} step={step} now={now}>
        {(isOver, why) => (
          <ParkForm digest={budget.digest} isDisabled={!isOver} why={why}>
            Take over
          </ParkForm>
        )}
      </OthersStep>
    )
  }
  if (isOpen) return <LaterAskedStep key={step.id} step={step} isWanted={false} word="Approve in my wallet" />
  return <ParkForm digest={budget.digest}>Approve once</ParkForm>
}

function ParkForm({
  children,
  digest,
  isDisabled = false,
  why
}: {
  readonly digest: string
  readonly isDisabled?: boolean
  /** The id of the words that say why it is disabled. */
  readonly why?: string
  readonly children: ReactNode
}) {
  const isSending = useNavigation().formData?.get("intent") === "park"
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="digest" value={digest} />
      <BusyButton
        className="button"
        data-kind="primary"
        type="submit"
        name="intent"
        value="park"
        isBusy={isSending}
        disabled={isDisabled}
        aria-describedby={why}
      >
        {children}
      </BusyButton>
    </Form>
  )
}

function ByKeepers({ page: { budget, keptBy } }: Pick<Props, "page">) {
  if (keptBy === null) return null
  // What they gave up, or what failed, may be asked for again.
  if (budget.state === "asked" && budget.problem === null) {
    return (
      <p>
        The signers are asked. <KeepersLink />
      </p>
    )
  }
  return (
    <AskKeepers
      intent="propose-budget"
      of="b"
      number={budget.number}
      digest={budget.digest}
      word="Ask the signers"
      isMain
    >
      {keptByWords(keptBy)} approve it on their page.
    </AskKeepers>
  )
}

/** Nothing is parked yet, so nothing has to come back. What keepers have before them is taken back on their page. */
function GiveUp({
  isBeforeKeepers,
  state
}: {
  readonly state: BudgetPage["budget"]["state"]
  readonly isBeforeKeepers: boolean
}) {
  if (isBeforeKeepers && state === "asked") return null
  return (
    <Form className="row" method="post" preventScrollReset>
      {state === "asked" && (
        <button className="button" data-kind="quiet" data-size="s" type="submit" name="intent" value="park-not">
          Not now
        </button>
      )}
      <button className="button" data-kind="quiet" data-size="s" type="submit" name="intent" value="give-up">
        Give this budget up
      </button>
    </Form>
  )
}
