import { Notice } from "~/components/base/parts/notice"
import { OwnTime } from "~/components/base/parts/time-pair"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { shortHash } from "~/components/wallet/signing/ask-signature"
import type { Choice } from "~/effects/governance/votes/ballot/Ballot"
import { type ChoiceRules, choiceWords } from "~/effects/governance/votes/ballot/choice"
import { type Receipt, writeReceipt, writeSealedReceipt } from "~/effects/governance/votes/ballot/receipt"
import { BallotDialog } from "./ballot-dialog"
import type { PreparedBallot } from "./cast-ballot"
import type { StoredOpening } from "./stored-opens"

type SummaryProps = {
  readonly rules: ChoiceRules
  readonly prepared: PreparedBallot
  readonly replaces: boolean
  readonly onSign: () => void
  readonly onClose: () => void
}

/** Summary of the ballot before signing, and its hash (docs/product/votes.md). */
export function VoteSummary({ onClose, onSign, prepared, replaces, rules }: SummaryProps) {
  const { digest, opening } = prepared
  return (
    <BallotDialog title="Your ballot" onClose={onClose}>
      <div className="dialog__body stack">
        <BallotFacts rules={rules} said={saidIn(prepared)} />
        {opening !== null && (
          <p className="small">
            It was sealed in this page. Nobody can read it before the opening; then everybody can, with your name.
          </p>
        )}
        {replaces && (
          <p className="small">
            It replaces your earlier ballot. Both stay in the record; this one counts.
            {opening !== null && " The one it replaces is not opened here; anyone can open it from the ballot file."}
          </p>
        )}
        <Notice tone="open">
          <p>
            Your wallet will only ask you to prove that you own this account; it cannot show your choice. This code
            identifies exactly this ballot: <span className="digest">{shortHash(digest)}</span>
          </p>
        </Notice>
      </div>
      <div className="dialog__foot">
        <HydratedButton className="button" onClick={onClose}>
          Back
        </HydratedButton>
        <HydratedButton className="button" data-kind="primary" onClick={onSign}>
          Sign with my wallet
        </HydratedButton>
      </div>
    </BallotDialog>
  )
}

/** Content of the ballot; of a sealed one what was sealed in this page, null if this page does not know it. */
const saidIn = ({ ballot, opening }: PreparedBallot): Said | null => ("sealed" in ballot ? opening : ballot)

type Said = { readonly choice: Choice; readonly reason: string }
type FactsProps = { readonly rules: ChoiceRules; readonly said: Said | null }

/** The choice and its reason. */
export function BallotFacts({ rules, said }: FactsProps) {
  if (said === null) return null
  return (
    <dl className="facts">
      <div>
        <dt>Choice</dt>
        <dd>
          <b>{choiceWords(rules, said.choice)}</b>
        </dd>
      </div>
      {said.reason !== "" && (
        <div>
          <dt>Reason</dt>
          <dd>{said.reason}</dd>
        </div>
      )}
    </dl>
  )
}

/**
 * Downloads the server's receipt unchanged, in the form that the server's own file has; for a sealed ballot with its
 * key.
 */
export const download = (receipt: Receipt, number: number, opening: StoredOpening | null) => {
  const text = opening === null ? writeReceipt(receipt) : writeSealedReceipt(receipt, opening.beacon, opening.opens)
  const file = new Blob([text], { type: "application/json" })
  const link = document.createElement("a")
  link.href = URL.createObjectURL(file)
  link.download = `ballot-${number}-${receipt.seq}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}

type ReceiptProps = {
  readonly rules: ChoiceRules
  readonly receipt: Receipt
  readonly prepared: PreparedBallot
  /** "No. 12 · Open Maps Fund" */
  readonly about: string
  readonly number: number
  readonly onClose: () => void
}

export function VoteReceipt({ about, number, onClose, prepared, receipt, rules }: ReceiptProps) {
  const { ballot, digest, entryHash, seq } = receipt
  const said = saidIn(prepared)
  return (
    <BallotDialog title="Your ballot is in the record" kind="receipt" onClose={onClose}>
      <div className="dialog__body stack">
        <p>
          <b>{said === null ? "You cast a sealed ballot." : `You voted ${choiceWords(rules, said.choice)}.`}</b>{" "}
          {prepared.opening === null
            ? "Your ballot counts unless you cast another one before the close."
            : "It counts once the ballots are opened, unless you cast another one before the close."}
        </p>
        <p className="eyebrow">{about}</p>
        <BallotFacts rules={rules} said={said} />
        <dl className="facts">
          <div>
            <dt>Ballot number</dt>
            <dd>{seq}</dd>
          </div>
          <div>
            <dt>Cast</dt>
            <dd>
              {ballot.castAt.slice(0, 19).replace("T", " ")} UTC
              <OwnTime at={Date.parse(ballot.castAt)} />
            </dd>
          </div>
          <div>
            <dt>Hash</dt>
            <dd className="digest">{digest}</dd>
          </div>
          <div>
            <dt>Place in the chain</dt>
            <dd className="digest">{entryHash}</dd>
          </div>
        </dl>
        {prepared.opening !== null && (
          <p className="small">
            Only this receipt can show what the sealed ballot contains. The site does not have it, and this browser does
            not store it: download it now if you want it. You do not have to show it to anybody, but somebody could ask
            you for it.
          </p>
        )}
        <p className="small muted">
          Look for this hash in the ballot file after the close.{" "}
          {prepared.opening === null
            ? "If it is there and you cast no later ballot, it is the one that counts."
            : "If it is there, you cast no later ballot, and the result does not name it as spoilt, it is the one that counts."}{" "}
          You can find this receipt next to your vote and on your dashboard under “My votes”
          {prepared.opening === null ? "" : ", without its contents"}.
        </p>
      </div>
      <div className="dialog__foot no-print">
        <HydratedButton className="button" onClick={() => download(receipt, number, prepared.opening)}>
          Download .json
        </HydratedButton>
        <HydratedButton className="button" onClick={() => window.print()}>
          Print
        </HydratedButton>
        <HydratedButton className="button" data-kind="primary" onClick={onClose}>
          Done
        </HydratedButton>
      </div>
    </BallotDialog>
  )
}
