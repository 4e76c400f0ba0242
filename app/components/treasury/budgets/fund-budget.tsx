import { Form, Link, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { useFrame } from "~/components/base/site/use-frame"
import { AskedStep } from "~/components/chain/prepared-transactions/asked-step"
import { OthersStep } from "~/components/chain/prepared-transactions/others-step"
import { isDecided } from "~/components/chain/prepared-transactions/states"
import { AskSigners, SignersLink } from "~/components/treasury/payouts/ask-signers"
import { enforcedByText } from "~/components/treasury/payouts/enforced-by-text"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { proposalPath } from "~/effects/governance/proposals/paths"
import type { BudgetPage } from "~/effects/treasury/budgets/views"
import { BudgetTrust } from "./budget-trust"
import { sumOf } from "./words"

type Props = { readonly page: BudgetPage; readonly reply: PageReply | undefined }

const steps = ["fund-escrow", "discard-funding", "give-up", "put-to-vote"] as const

/** The steps before the escrow is funded: a vote if one decides, then the approval. */
export function FundBudget({ page, reply }: Props) {
  const { budget, isHolder, multisig, vote } = page
  const said = steps.map((intent) => replyTo(reply, intent)).find((each) => each !== undefined)
  const problem = budget.escrow?.problem ?? null
  const requireVoter = vote?.isNeeded === true && vote.state !== "passed"
  return (
    <Block id="fund" title={requireVoter ? "Vote first" : "Fund it: one approval"}>
      <div className="stack">
        <ReplyNotice reply={said} />
        {problem !== null && (
          <Notice tone="bad">
            <p>{problem}</p>
          </Notice>
        )}
        <VoteWords vote={vote} />
        {requireVoter ? (
          isHolder && vote.state !== "open" && <PutToVote />
        ) : (
          <>
            <p>
              Moves {sumOf(budget.total, budget.symbol)} and {sumOf(budget.fees, "XRD")} for fees into escrow.
            </p>
            <BudgetTrust page={page} />
            {!isHolder ? (
              <p>Anyone with an admin badge of this community can fund it.</p>
            ) : multisig === null ? (
              <Approve page={page} />
            ) : (
              <BySigners page={page} />
            )}
          </>
        )}
        {isHolder && <GiveUp state={budget.state} isBeforeMultisig={multisig !== null && problem === null} />}
      </div>
    </Block>
  )
}

function VoteWords({ vote }: Pick<BudgetPage, "vote">) {
  const { id } = useFrame()
  if (vote === null || (vote.number === null && !vote.isNeeded)) return null
  if (vote.number === null) return <p>Members vote on exactly these terms, as they do for a payout of this size.</p>
  const link = <Link to={proposalPath(id, vote.number)}>Vote {vote.number}</Link>
  return (
    <p>
      {link} is about exactly these terms.{" "}
      {vote.state === "passed" ? "It has passed." : vote.state === "open" ? "Voting is open." : "It did not pass."}
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

/** Funding from a treasury with single admins: prepared, then signed in the wallet of the person who prepared it. */
function Approve({ page: { budget, now, step } }: Pick<Props, "page">) {
  const { communityRole } = useFrame()
  const isOpen = budget.state === "asked" && step !== null && !isDecided(step.state)
  if (isOpen && step.account !== communityRole.account) {
    return (
      <OthersStep key={step.id} step={step} now={now}>
        {(isOver, why) => (
          <FundForm digest={budget.digest} isDisabled={!isOver} why={why}>
            Take over
          </FundForm>
        )}
      </OthersStep>
    )
  }
  if (isOpen) return <AskedStep key={step.id} step={step} isWanted={false} word="Approve in my wallet" />
  return <FundForm digest={budget.digest}>Approve once</FundForm>
}

function FundForm({
  children,
  digest,
  isDisabled = false,
  why
}: {
  readonly digest: string
  readonly isDisabled?: boolean
  /** The id of the text that says why the button is disabled. */
  readonly why?: string
  readonly children: ReactNode
}) {
  const isSending = useNavigation().formData?.get("intent") === "fund-escrow"
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="digest" value={digest} />
      <BusyButton
        className="button"
        data-kind="primary"
        type="submit"
        name="intent"
        value="fund-escrow"
        isBusy={isSending}
        disabled={isDisabled}
        aria-describedby={why}
      >
        {children}
      </BusyButton>
    </Form>
  )
}

function BySigners({ page: { budget, multisig } }: Pick<Props, "page">) {
  if (multisig === null) return null
  // A request that was withdrawn or has failed can be made again.
  if (budget.state === "asked" && (budget.escrow?.problem ?? null) === null) {
    return (
      <p>
        The signers have the request. <SignersLink />
      </p>
    )
  }
  return (
    <AskSigners
      intent="propose-budget"
      of="b"
      number={budget.number}
      digest={budget.digest}
      word="Ask the signers"
      isMain
    >
      {enforcedByText(multisig)} must approve it on their page.
    </AskSigners>
  )
}

/** Cancels a budget before any money is in escrow. A request to the signers is withdrawn on their page. */
function GiveUp({
  isBeforeMultisig,
  state
}: {
  readonly state: BudgetPage["budget"]["state"]
  readonly isBeforeMultisig: boolean
}) {
  if (isBeforeMultisig && state === "asked") return null
  return (
    <Form className="row" method="post" preventScrollReset>
      {state === "asked" && (
        <button className="button" data-kind="quiet" data-size="s" type="submit" name="intent" value="discard-funding">
          Not now
        </button>
      )}
      <button className="button" data-kind="quiet" data-size="s" type="submit" name="intent" value="give-up">
        Cancel this budget
      </button>
    </Form>
  )
}
