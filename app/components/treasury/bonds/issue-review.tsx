import { Form, Link, useRevalidator } from "@remix-run/react"
import { useState } from "react"
import { PaymentsChart } from "~/components/base/charts/payments-chart"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { StepProgress } from "~/components/base/forms/step-progress"
import { Markdown } from "~/components/base/markdown/markdown"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { OthersStep } from "~/components/chain/prepared-transactions/others-step"
import { TransactionStep } from "~/components/chain/prepared-transactions/transaction-step"
import { useFollowedStep } from "~/components/chain/prepared-transactions/use-step-topic"
import { AskForm, SignersLink } from "~/components/treasury/payouts/ask-signers"
import { enforcedByText } from "~/components/treasury/payouts/enforced-by-text"
import { useWalletNow } from "~/components/wallet/wallet/use-wallet"
import type { CommunityId } from "~/effects/access/Community"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import type { StepView } from "~/effects/chain/prepared-transactions/Step"
import { proposalPath } from "~/effects/governance/proposals/paths"
import { stepNames } from "~/effects/treasury/bonds/formSteps"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { IssuePage, Review } from "~/effects/treasury/bonds/views"
import { STATES } from "~/effects/treasury/bonds/words"
import type { EnforcedBy } from "~/effects/treasury/payouts/views"
import { BondCode } from "./bond-code"
import { CollateralBlock } from "./collateral"
import { Glance } from "./glance"
import { Calendar } from "./payment-calendar"
import { TermFacts } from "./term-facts"

type Props = { readonly page: IssuePage; readonly review: Review; readonly reply: PageReply | undefined }

export function IssueReview({ page, reply, review }: Props) {
  const { months, owes, receives, series, warnings, worst } = review
  const { now } = page
  const money = (text: string) => `${moneyText(text)} ${series.symbol}`
  return (
    <div className="narrow stack" data-gap="l">
      <StepProgress name="Steps" labels={stepNames} current={stepNames.length - 1} />
      <header className="page-head" data-lay="item">
        <p className="eyebrow">
          <BondCode code={series.code} /> · {STATES[series.state]}
        </p>
        <h1>{series.name}</h1>
      </header>
      <Markdown tree={series.purpose} />
      <Glance series={series} />
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          <p>{warning}</p>
        </Notice>
      ))}
      <Block id="terms" title="Terms">
        <TermFacts
          series={series}
          now={now}
          proposalHref={series.decidedIn === null ? null : proposalPath(page.communityId, series.decidedIn)}
        />
      </Block>
      <CollateralBlock series={series} communityId={page.communityId} vaults={null} />
      <Block id="money" title="What it means for the community">
        <p>
          If all units sell: you receive {money(receives)}; you owe {money(owes)}
          {worst !== null && `, most of it in ${worst.label}: ${money(worst.out)}`}.
        </p>
        <PaymentsChart
          name="Money by month"
          says={`${money(receives)} in, ${money(owes)} out.`}
          totals={{ in: money(receives), out: money(owes) }}
          months={months.map((month) => ({
            label: month.label,
            in: Number(month.in),
            out: Number(month.out),
            inText: money(month.in),
            outText: money(month.out)
          }))}
        />
      </Block>
      <Block id="calendar" title="Payment calendar">
        <Calendar series={series} units={series.units} now={now} />
      </Block>
      <Next page={page} review={review} reply={reply} />
    </div>
  )
}

/** Prepares the transaction; the page then shows it. */
function usePrepare(communityId: CommunityId, id: string) {
  const { revalidate } = useRevalidator()
  const [problem, setProblem] = useState<string | null>(null)
  const prepare = async () => {
    setProblem(null)
    const response = await fetch(`/api/bonds/${communityId}/issue`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ series: id })
    }).catch(() => null)
    const body: unknown = await response?.json().catch(() => null)
    if (response?.ok === true) return revalidate()
    const said = typeof body === "object" && body !== null && "message" in body ? body.message : null
    setProblem(typeof said === "string" ? said : "The server could not be reached. Try again.")
  }
  return { prepare, problem }
}

/** The next action for a draft: change it, put it to a vote, or issue it with the wallet. */
function Next({ page: { account, communityId, now, version }, reply, review }: Props) {
  useWalletNow()
  const { isAsked, multisig, mayOpen, needsVote, series, step: found, stepTopic } = review
  const isOthers = found !== null && found.account !== account
  // Stays in state so that a failed transaction is still shown.
  const [own, setOwn] = useState<StepView | null>(null)
  if (found !== null && !isOthers && found.id !== own?.id) setOwn(found)
  const step = isOthers ? null : own
  useFollowedStep(communityId, (found === null || multisig !== null) && !needsVote ? stepTopic : null)
  const { prepare, problem } = usePrepare(communityId, series.id)
  const isOpen = series.state === "draft" || series.state === "approved"
  return (
    <Block id="next" title="Next">
      <div className="stack">
        <ReplyNotice reply={replyTo(reply, "propose") ?? replyTo(reply, "take-back")} />
        {!mayOpen && multisig === null && <p>Only the owner can issue it. Your draft is saved.</p>}
        {series.state === "proposed" && (
          <p>
            Members are voting on these terms, which can no longer change. If the vote passes, you can issue the bond
            here.
          </p>
        )}
        <div className="row">
          <PostButtons series={series} mayOpen={mayOpen} needsVote={needsVote} />
          {mayOpen && isOpen && !needsVote && multisig === null && found === null && step === null && (
            <HydratedButton className="button" data-kind="primary" onClick={() => void prepare()}>
              Issue
            </HydratedButton>
          )}
        </div>
        {problem !== null && (
          <Notice tone="bad" role="alert">
            <p>{problem}</p>
          </Notice>
        )}
        {multisig !== null && !needsVote && (isOpen || series.state === "issuing") && (
          <MultisigIssue multisig={multisig} review={review} version={version} />
        )}
        {isOthers && multisig === null && !isAsked && (
          <OthersStep key={found.id} step={found} now={now}>
            {(isFree) =>
              mayOpen &&
              isFree && (
                <HydratedButton className="button" onClick={() => void prepare()}>
                  Take over
                </HydratedButton>
              )
            }
          </OthersStep>
        )}
        {step !== null && multisig === null && !isAsked && (
          <TransactionStep key={step.id} step={step} word="Sign in my wallet">
            <p>
              One transaction issues {series.units} units of <BondCode code={series.code} /> to the treasury
              {series.securedBy !== null && ", locks the collateral of each"} and locks these terms.
            </p>
          </TransactionStep>
        )}
        <noscript>
          <p>This step needs your wallet and JavaScript.</p>
        </noscript>
      </div>
    </Block>
  )
}

/** Issuing from a multisig treasury: the signers approve a request. */
function MultisigIssue({
  multisig,
  review: { isAsked, series },
  version
}: Pick<Props, "review"> & { readonly multisig: EnforcedBy; readonly version: number }) {
  if (isAsked) {
    return (
      <>
        <p>
          {series.state === "issuing"
            ? "Enough signers have approved. The ledger has not decided yet."
            : `The signers have a request to issue it: ${enforcedByText(multisig)} must approve. Changing the draft cancels the request.`}
        </p>
        <p>
          <SignersLink />
        </p>
      </>
    )
  }
  return (
    <AskForm intent="propose-issue" about={{ series: series.id, version }} word="Ask the signers to issue it" isMain>
      This treasury needs {enforcedByText(multisig)}. Once enough of them have approved, one transaction issues{" "}
      {series.units} units to the treasury and locks these terms.
    </AskForm>
  )
}

type PostButtonsProps = { readonly series: Review["series"]; readonly mayOpen: boolean; readonly needsVote: boolean }

/** Buttons for the draft's terms before they can be issued. */
function PostButtons({ mayOpen, needsVote, series }: PostButtonsProps) {
  return (
    <>
      {series.state === "draft" && (
        <Link className="button" to={`?draft=${series.id}&edit=1`}>
          Change it
        </Link>
      )}
      {mayOpen && series.state === "draft" && needsVote && (
        <SeriesPost id={series.id} intent="propose" word="Put to a vote" isPrimary />
      )}
      {mayOpen && series.state === "proposed" && (
        <SeriesPost id={series.id} intent="take-back" word="Withdraw the terms" />
      )}
    </>
  )
}

function SeriesPost({
  id,
  intent,
  isPrimary = false,
  word
}: {
  readonly id: string
  readonly intent: string
  readonly word: string
  readonly isPrimary?: boolean
}) {
  return (
    <Form method="post">
      <input type="hidden" name="series" value={id} />
      <button
        className="button"
        data-kind={isPrimary ? "primary" : undefined}
        type="submit"
        name="intent"
        value={intent}
      >
        {word}
      </button>
    </Form>
  )
}
