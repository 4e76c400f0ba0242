import type { ReactNode } from "react"
import { Block } from "~/components/base/parts/block"
import { Icon } from "~/components/base/parts/icon"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import type { ActionView, ProposalView } from "~/effects/governance/proposals/views"
import { TextChanges } from "./text-changes"

type Props = {
  readonly proposal: ProposalView
  readonly now: number
  /** The button of the one who may sign. */
  readonly children?: ReactNode
}

/** R-P7: what runs when it passes, fixed by its code, and afterwards whether that is what ran. */
export function ActionBlock({ children, now, proposal }: Props) {
  const { action, execution } = proposal
  if (action === null) return null
  return (
    <Block id="action" title={execution === null ? "What will run if it passes" : "Carrying it out"}>
      <div className="stack">
        <ActionWords action={action} isFixed={proposal.snapshot !== null} />
        {execution !== null && <ExecutionLine execution={execution} type={action.type} now={now} />}
        {children}
      </div>
    </Block>
  )
}

export function ActionWords({ action, isFixed }: { readonly action: ActionView; readonly isFixed: boolean }) {
  return (
    <div className="stack" data-gap="s">
      {action.words.length === 1 ? (
        <p>{action.words[0]}</p>
      ) : (
        <ul className="entries">
          {action.words.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p className="small muted">
        {isFixed ? "Fixed when voting opened." : "Fixed when voting opens."} Code of the action:
      </p>
      <code className="digest action__hash">{action.hash}</code>
      <details className="as-table">
        <summary>{action.type === "manifest" ? "Show the manifest" : "Show its exact form"}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long manifest scrolls inside its own box, which the keyboard must reach */}
        <pre className="code-line" tabIndex={0}>
          {action.payload}
        </pre>
      </details>
    </div>
  )
}

type LineProps = {
  readonly execution: NonNullable<ProposalView["execution"]>
  readonly type: ActionView["type"]
  readonly now: number
}

function ExecutionLine({ execution, now, type }: LineProps) {
  const { differs, manifestMatches, txId } = execution
  return (
    <>
      <ExecutionState execution={execution} now={now} type={type} />
      {txId !== null && (
        <p className="small">
          Transaction <LedgerAddress kind="transaction" address={txId} />
        </p>
      )}
      {manifestMatches === true && (
        <p className="state-line" data-tone="ok">
          What ran is what was voted <Icon name="check" />
        </p>
      )}
      {manifestMatches === false && (
        <p className="state-line" data-tone="bad">
          <Icon name="cross" /> The transaction differs from the proposal
        </p>
      )}
      {differs !== null && (
        <details className="as-table">
          <summary>What was voted, and what ran</summary>
          <TextChanges before={differs.voted} after={differs.ran} />
        </details>
      )}
    </>
  )
}

/** Whether it was carried out, and until when it can be. */
function ExecutionState({ execution, now, type }: LineProps) {
  const { at, expiresAt, manifestMatches, state } = execution
  const until = expiresAt !== null && (
    <>
      {" "}
      It can be carried out until <TimePair at={expiresAt} now={now} />.
    </>
  )
  return (
    <>
      {state === "waiting" && type === "manifest" && (
        <Notice tone="needs">
          <p>
            Waiting for the treasury holder: someone with an admin badge of the community, or its signers where several
            open the treasury.
            {until}
          </p>
        </Notice>
      )}
      {state === "waiting" && type !== "manifest" && (
        <Notice tone="ok">
          <p>
            Approved, with exactly this content.
            {until}
          </p>
        </Notice>
      )}
      {state === "pending" && (
        <Notice tone="open">
          <p>The transaction is on its way to the ledger.</p>
        </Notice>
      )}
      {state === "done" && at !== null && (
        <p>
          Carried out <TimePair at={at} now={now} short />.
        </p>
      )}
      {state === "failed" && (
        <Notice tone="bad">
          <p>
            {manifestMatches === false
              ? "Another transaction was committed than the one that was voted on. The voted one can still be carried out."
              : "The transaction failed; nothing was changed on the ledger. It can be tried again."}
          </p>
        </Notice>
      )}
    </>
  )
}
