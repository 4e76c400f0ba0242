import { useEffect, useId, useRef, useSyncExternalStore } from "react"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { shortAddress } from "~/components/base/text/short-address"
import { shortHash } from "~/components/wallet/signing/ask-signature"
import { type BallotState, isOffered, type SeveralVotes, signedInWords, type VoterLine } from "./several-votes"

interface Props {
  readonly votes: SeveralVotes
  /** "18,000 OMF" */
  readonly weightWords: (weight: string) => string
}

/** The accounts of the wallet that may vote, each with its voting power and the state of its ballot. */
export function VoteAccounts({ votes, weightWords }: Props) {
  const id = useId()
  const { at, ballots, lines, problem, ticked } = useSyncExternalStore(votes.subscribe, votes.snapshot, votes.snapshot)
  const isBusy = at === "casting"
  const end = useRef<HTMLParagraphElement>(null)
  // Takes the focus back from the wallet's panel, to the result.
  useEffect(() => {
    if (at === "ended") end.current?.focus()
  }, [at])
  if (!isOffered(lines, votes.own)) return null
  const hasRun = at === "casting" || at === "ended"
  return (
    <fieldset className="choices" aria-describedby={problem === "" ? undefined : `${id}-problem`} disabled={isBusy}>
      <legend className="label">Vote with</legend>
      {lines.map((line) => (
        <AccountLine
          key={line.account}
          line={line}
          weight={weightWords(line.weight)}
          isTicked={ticked.has(line.account)}
          ballot={hasRun ? ballots.get(line.account) : undefined}
          onTick={() => votes.tick(line.account)}
          onReceipt={votes.show}
        />
      ))}
      <p className="field__error" id={`${id}-problem`} role="alert">
        {problem}
      </p>
      <div role="status">
        {hasRun && (
          <p className="small" tabIndex={-1} ref={end}>
            {signedInWords(ballots)}
            {at === "ended" &&
              ticked.size > 0 &&
              ". Accounts that are still ticked were not counted; cast those ballots again if you want to."}
          </p>
        )}
      </div>
    </fieldset>
  )
}

interface LineProps {
  readonly line: VoterLine
  readonly weight: string
  readonly isTicked: boolean
  readonly ballot: BallotState | undefined
  readonly onTick: () => void
  readonly onReceipt: SeveralVotes["show"]
}

function AccountLine({ ballot, isTicked, line, onReceipt, onTick, weight }: LineProps) {
  return (
    <>
      <label className="choice">
        <input type="checkbox" checked={isTicked} onChange={onTick} />
        <span>
          <b>{line.label}</b>
          <small>
            {shortAddress(line.account)} · {weight}
            {line.voted !== null && ` · voted ${line.voted}`}
          </small>
        </span>
      </label>
      {ballot !== undefined && (
        <p className="small" data-ballot={ballot.at}>
          {line.label}: <BallotWords ballot={ballot} />
          {ballot.at === "done" && (
            <>
              {" "}
              <HydratedButton className="link-button" onClick={() => onReceipt(ballot)}>
                Receipt of {line.label}
              </HydratedButton>
            </>
          )}
        </p>
      )}
    </>
  )
}

function BallotWords({ ballot }: { readonly ballot: BallotState }) {
  switch (ballot.at) {
    case "waiting":
      return "is waiting."
    case "preparing":
      return "is being prepared."
    case "wallet":
      return (
        <>
          in your wallet, for up to 5 minutes. The code of this ballot:{" "}
          <span className="digest">{shortHash(ballot.digest)}</span>
        </>
      )
    case "sending":
      return "signed, on its way to the record."
    case "done":
      return `ballot ${ballot.receipt.seq} is in the record.`
    case "failed":
      return ballot.words
  }
}
