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
  /** The sign button, for people who may sign. */
  readonly children?: ReactNode
}

/** The action that runs if a proposal passes, identified by its hash, and afterwards whether exactly that ran. */
export function ActionBlock({ children, now, proposal }: Props) {
  const { action, execution } = proposal
  if (action === null) return null
  return (
    <Block id="action" title={execution === null ? "What happens if it passes" : "Execution"}>
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
        {isFixed ? "Locked when voting opened." : "Will be locked when voting opens."} Action hash:
      </p>
      <code className="digest action__hash">{action.hash}</code>
      <details className="as-table">
        <summary>{action.type === "manifest" ? "Show the manifest" : "Show the exact data"}</summary>
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
          Executed exactly as voted <Icon name="check" />
        </p>
      )}
      {manifestMatches === false && (
        <p className="state-line" data-tone="bad">
          <Icon name="cross" /> The transaction differs from the proposal
        </p>
      )}
      {differs !== null && (
        <details className="as-table">
          <summary>What was voted, and what was executed</summary>
          <TextChanges before={differs.voted} after={differs.ran} />
        </details>
      )}
    </>
  )
}

/** Whether the action was executed, and until when it can be. */
function ExecutionState({ execution, now, type }: LineProps) {
  const { at, expiresAt, manifestMatches, state } = execution
  const until = expiresAt !== null && (
    <>
      {" "}
      It can be executed until <TimePair at={expiresAt} now={now} />.
    </>
  )
  return (
    <>
      {state === "waiting" && type === "manifest" && (
        <Notice tone="needs">
          <p>
            Waiting for someone with an admin badge of the community, or for the treasury's signers if it is a multisig.{" "}
            {until}
          </p>
        </Notice>
      )}
      {state === "waiting" && type !== "manifest" && (
        <Notice tone="ok">
          <p>Approved with exactly this content. {until}</p>
        </Notice>
      )}
      {state === "pending" && (
        <Notice tone="open">
          <p>The transaction is on its way to the ledger.</p>
        </Notice>
      )}
      {state === "done" && at !== null && (
        <p>
          Executed <TimePair at={at} now={now} short />.
        </p>
      )}
      {state === "failed" && (
        <Notice tone="bad">
          <p>
            {manifestMatches === false
              ? "A different transaction was executed than the one that was voted on. The voted one can still be executed."
              : "The transaction failed; nothing was changed on the ledger. You can try again."}
          </p>
        </Notice>
      )}
    </>
  )
}
