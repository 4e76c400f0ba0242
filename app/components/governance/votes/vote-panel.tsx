import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Notice } from "~/components/base/parts/notice"
import { later } from "~/components/base/site/later"
import { shortHash } from "~/components/wallet/signing/ask-signature"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Choice } from "~/effects/governance/votes/ballot/Ballot"
import type { ChoiceRules } from "~/effects/governance/votes/ballot/choice"
import type { ProposalId } from "~/effects/governance/votes/fields"
import type { Seal } from "./cast-ballot"
import { chosen, type Selection, selectionOf } from "./selection"
import { useCastVote } from "./use-cast-vote"
import { useSeveral } from "./use-several"
import { VoteFields } from "./vote-fields"

/** Loaded on phones, when the sheet is opened. */
const VoteSheet = later(async () => (await import("./ballot-dialog")).BallotDialog)
/** Loaded at the end of a vote. */
const VoteReceipt = later(async () => (await import("./vote-dialogs")).VoteReceipt)
const SeveralDialogs = later(async () => (await import("./several-dialogs")).SeveralDialogs)
const VoteAccounts = later(async () => (await import("./vote-accounts")).VoteAccounts)
const VoteSummary = later(async () => (await import("./vote-dialogs")).VoteSummary)

export interface VotePanelProps {
  readonly rules: ChoiceRules
  readonly proposal: { readonly id: ProposalId; readonly number: number }
  readonly account: AccountAddress
  readonly community: string
  /**
   * The ballot that counts now; null before the first. The choice is null for a sealed one, which only the voter knows.
   */
  readonly own: { readonly choice: Choice | null; readonly reason: string; readonly words: string | null } | null
  /** For sealed votes: how their ballots are sealed. */
  readonly seal: Seal | null
  /** "You voted Yes on …. Voting again replaces it." */
  readonly status: ReactNode
  /** "You have 18,000 OMF (snapshot at …)" */
  readonly foot: ReactNode
  /** "18,000 OMF" */
  readonly weightWords: (weight: string) => string
}

type Props = VotePanelProps
type Vote = ReturnType<typeof useVote>

/** State of the vote box, shared by the box next to the text and the sheet on a phone. */
function useVote({ account, own, proposal, rules, seal }: Props) {
  const cast = useCastVote(proposal.number)
  const several = useSeveral(proposal.id, account, own?.words ?? "")
  const [selection, setSelection] = useState<Selection>(() => selectionOf(rules, own?.choice ?? null))
  const [reason, setReason] = useState(own?.reason ?? "")
  const [problem, setProblem] = useState("")
  const submit = () => {
    const wanted = chosen(rules, selection)
    setProblem(wanted.ok ? "" : wanted.problem)
    if (!wanted.ok || several.votes?.takes({ choice: wanted.choice, reason, seal }) === true) return
    void cast.prepare({ proposal: proposal.id, account, choice: wanted.choice, reason, seal })
  }
  const select = (next: Selection) => {
    setSelection(next)
    setProblem("")
  }
  return { ...cast, several, selection, select, reason, setReason, problem, submit }
}

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0

/**
 * Sets the focus after each step of a vote: on the refusal, else where the browser put it; if that element is gone, on
 * the first visible button with `data-vote-act`.
 */
function useVoteFocus(step: string, refusal: string) {
  const hasBegun = useRef(false)
  useEffect(() => {
    if (step !== "form") hasBegun.current = true
    if (!hasBegun.current) return
    const words = refusal === "" ? null : document.querySelector<HTMLElement>("[data-vote-refusal]")
    if (words !== null) return words.focus()
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const buttons = document.querySelectorAll<HTMLElement>("[data-vote-act]")
    ;[...buttons].find(isShown)?.focus()
  }, [step, refusal])
}

/** The vote box: choose, check, sign, get the receipt. */
export function VotePanel(props: Props) {
  const { community, own, proposal, rules } = props
  const vote = useVote(props)
  const [isSheet, setSheet] = useState(false)
  const { state } = vote
  // An open dialog of ours would make the wallet's panel unreachable.
  const isAway = state.at === "wallet" || state.at === "sending" || vote.several.at === "casting"
  const isSheetShown = isSheet && !isAway && state.at !== "receipt"
  const panel = useRef<HTMLElement>(null)
  useVoteFocus(state.at, state.at === "form" ? state.message : "")
  useFocusLeft(panel)
  return (
    <>
      <section className="card" data-lead aria-labelledby="your-vote" ref={panel}>
        <h2 id="your-vote" className="h3">
          Your vote
        </h2>
        {!isSheetShown && <VoteForm {...props} vote={vote} />}
      </section>
      {isSheetShown && (
        <VoteSheet title="Your vote" kind="sheet" onClose={() => setSheet(false)}>
          <div className="dialog__body stack">
            <VoteForm {...props} vote={vote} />
          </div>
        </VoteSheet>
      )}
      <VoteBar own={own} isAway={isAway} onOpen={() => setSheet(true)} />
      {state.at === "summary" && (
        <VoteSummary
          rules={rules}
          prepared={state.prepared}
          replaces={state.prepared.ballot.supersedes !== null}
          onSign={() => void vote.sign()}
          onClose={vote.leave}
        />
      )}
      {vote.several.votes !== undefined && (
        <SeveralDialogs
          votes={vote.several.votes}
          rules={rules}
          number={proposal.number}
          about={`No. ${proposal.number} · ${community}`}
          weightWords={props.weightWords}
          sign={vote.signBallot}
          onEnded={() => {
            setSheet(false)
            vote.revalidate()
          }}
        />
      )}
      {state.at === "receipt" && (
        <VoteReceipt
          rules={rules}
          receipt={state.receipt}
          prepared={state.prepared}
          number={proposal.number}
          about={`No. ${proposal.number} · ${community}`}
          onClose={() => {
            setSheet(false)
            vote.leave()
          }}
        />
      )}
    </>
  )
}

type BarProps = { readonly own: Props["own"]; readonly isAway: boolean; readonly onOpen: () => void }

/** At the bottom of the page on a phone: how the reader voted, and the button that opens the sheet. */
function VoteBar({ isAway, onOpen, own }: BarProps) {
  return (
    <div className="vote-bar no-print">
      <span className="small">
        {isAway ? (
          "Waiting for your wallet…"
        ) : own === null ? (
          "Not voted yet"
        ) : (
          <>You voted {own.words ?? "(sealed)"}</>
        )}
      </span>
      <BusyButton
        className="button push"
        data-kind="primary"
        type="button"
        data-vote-act
        isBusy={isAway}
        onClick={onOpen}
      >
        {own === null ? "Vote" : "Change vote"}
      </BusyButton>
    </div>
  )
}

const castWords = (isSealed: boolean, isChange: boolean): string => {
  if (isSealed) return isChange ? "Seal and change vote" : "Seal and cast vote"
  return isChange ? "Change vote" : "Cast vote"
}

function VoteForm({ foot, own, rules, seal, status, vote, weightWords }: Props & { readonly vote: Vote }) {
  const { state } = vote
  const { several } = vote
  // With several accounts, others of them may cast their first ballot here.
  const isChange = own !== null && several.votes === undefined
  const isBusy = state.at === "preparing" || state.at === "wallet" || state.at === "sending" || several.at === "casting"
  return (
    <>
      {status}
      <form
        className="stack"
        // Without scripts this method sends nothing; any other would put the choice into the page's address.
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) vote.submit()
        }}
      >
        <VoteFields
          rules={rules}
          selection={vote.selection}
          reason={vote.reason}
          problem={vote.problem}
          onSelect={vote.select}
          onReason={vote.setReason}
          isSealed={seal !== null}
        />
        {several.votes !== undefined && <VoteAccounts votes={several.votes} weightWords={weightWords} />}
        {state.at === "form" && state.message !== "" && (
          <div tabIndex={-1} data-vote-refusal>
            <Notice tone="bad" role="alert">
              <p>{state.message}</p>
            </Notice>
          </div>
        )}
        <div role="status">
          {state.at === "wallet" && (
            <p className="small">
              Check your wallet within 5 minutes. This code identifies exactly this ballot:{" "}
              <span className="digest">{shortHash(state.prepared.digest)}</span>
            </p>
          )}
          {state.at === "sending" && <p className="small">Signed. Saving your ballot…</p>}
        </div>
        {/* The dialogs return the focus here. */}
        <BusyButton
          needsScript
          className="button only-script"
          data-kind="primary"
          data-size="full"
          type="submit"
          data-vote-act
          isBusy={isBusy}
        >
          {isBusy ? "Casting…" : castWords(seal !== null, isChange)}
        </BusyButton>
        <noscript>
          <p className="small">This step needs your wallet and JavaScript.</p>
        </noscript>
      </form>
      <div className="small muted">{foot}</div>
    </>
  )
}

/** Moves the focus to what replaces the box when it is removed, for example because voting has closed. */
function useFocusLeft(panel: { readonly current: HTMLElement | null }) {
  useLayoutEffect(() => {
    const place = panel.current?.parentElement
    const box = panel.current
    return () => {
      if (box?.contains(document.activeElement) === true) queueMicrotask(() => place?.focus())
    }
  }, [panel])
}
