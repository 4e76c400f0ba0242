import { Notice } from "~/components/base/parts/notice"
import { shortDigest } from "~/components/wallet/signing/ask-signature"
import { type ChoiceRules, choiceWords } from "~/effects/governance/votes/ballot/choice"
import { type Receipt, writeReceipt } from "~/effects/governance/votes/ballot/receipt"
import { BallotDialog } from "./ballot-dialog"
import type { PreparedBallot } from "./cast-ballot"

type SummaryProps = {
  readonly rules: ChoiceRules
  readonly prepared: PreparedBallot
  readonly replaces: boolean
  readonly onSign: () => void
  readonly onClose: () => void
}

/** What is about to be signed, and the code that stands for it (docs/product/votes.md, 3.5.4, point 3). */
export function VoteSummary({ onClose, onSign, prepared: { ballot, digest }, replaces, rules }: SummaryProps) {
  return (
    <BallotDialog title="Your ballot" onClose={onClose}>
      <div className="dialog__body stack">
        <BallotFacts rules={rules} ballot={ballot} />
        {replaces && (
          <p className="small">It replaces your ballot from before. Both stay in the record; this one counts.</p>
        )}
        <Notice tone="open">
          <p>
            Your wallet shows only that you prove ownership of your account. The code below stands for exactly this
            ballot: <span className="digest">{shortDigest(digest)}</span>
          </p>
        </Notice>
      </div>
      <div className="dialog__foot">
        <button className="button" type="button" onClick={onClose}>
          Back
        </button>
        <button className="button" data-kind="primary" type="button" onClick={onSign}>
          Sign with my wallet
        </button>
      </div>
    </BallotDialog>
  )
}

type FactsProps = { readonly rules: ChoiceRules; readonly ballot: Pick<Receipt["ballot"], "choice" | "reason"> }

/** What is chosen, and why. */
export function BallotFacts({ ballot, rules }: FactsProps) {
  return (
    <dl className="facts">
      <div>
        <dt>Choice</dt>
        <dd>
          <b>{choiceWords(rules, ballot.choice)}</b>
        </dd>
      </div>
      {ballot.reason !== "" && (
        <div>
          <dt>Reason</dt>
          <dd>{ballot.reason}</dd>
        </div>
      )}
    </dl>
  )
}

/** The server's receipt, unchanged, in the form in which the server writes it to a file as well. */
const download = (receipt: Receipt, number: number) => {
  const file = new Blob([writeReceipt(receipt)], { type: "application/json" })
  const link = document.createElement("a")
  link.href = URL.createObjectURL(file)
  link.download = `ballot-${number}-${receipt.seq}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}

type ReceiptProps = {
  readonly rules: ChoiceRules
  readonly receipt: Receipt
  /** "No. 12 · Open Maps Fund" */
  readonly about: string
  readonly number: number
  readonly onClose: () => void
}

export function VoteReceipt({ about, number, onClose, receipt, rules }: ReceiptProps) {
  const { ballot, digest, entryHash, seq } = receipt
  return (
    <BallotDialog title="Your ballot is in the record" kind="receipt" onClose={onClose}>
      <div className="dialog__body stack">
        <p className="eyebrow">{about}</p>
        <BallotFacts rules={rules} ballot={ballot} />
        <dl className="facts">
          <div>
            <dt>Ballot number</dt>
            <dd>{seq}</dd>
          </div>
          <div>
            <dt>Cast</dt>
            <dd>{ballot.castAt.slice(0, 19).replace("T", " ")} UTC</dd>
          </div>
          <div>
            <dt>Digest</dt>
            <dd className="digest">{digest}</dd>
          </div>
          <div>
            <dt>Place in the chain</dt>
            <dd className="digest">{entryHash}</dd>
          </div>
        </dl>
        <p className="small muted">
          Look for this digest in the ballot file after the close: if it is there, your vote was counted as you cast it.
          You find this receipt again beside your vote and on your dashboard under “My votes”.
        </p>
      </div>
      <div className="dialog__foot no-print">
        <button className="button" type="button" onClick={() => download(receipt, number)}>
          Download .json
        </button>
        <button className="button" type="button" onClick={() => window.print()}>
          Print
        </button>
        <button className="button" data-kind="primary" type="button" onClick={onClose}>
          Done
        </button>
      </div>
    </BallotDialog>
  )
}
