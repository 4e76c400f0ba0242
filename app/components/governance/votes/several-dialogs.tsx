import { useSyncExternalStore } from "react"
import { Notice } from "~/components/base/parts/notice"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { shortAddress } from "~/components/base/text/short-address"
import type { ChoiceRules } from "~/effects/governance/votes/ballot/choice"
import { BallotDialog } from "./ballot-dialog"
import type { SeveralVotes, SignBallot } from "./several-votes"
import { BallotFacts, VoteReceipt } from "./vote-dialogs"

interface Props {
  readonly votes: SeveralVotes
  readonly rules: ChoiceRules
  readonly number: number
  /** "No. 12 · Open Maps Fund" */
  readonly about: string
  readonly weightWords: (weight: string) => string
  readonly sign: SignBallot
  readonly onEnded: () => void
}

/** The summary before signing with several accounts, and later the receipt of any of them. */
export function SeveralDialogs({ about, number, onEnded, rules, sign, votes, weightWords }: Props) {
  const { at, ballots, lines, shown, wanted } = useSyncExternalStore(votes.subscribe, votes.snapshot, votes.snapshot)
  if (shown !== undefined) {
    return <VoteReceipt rules={rules} {...shown} number={number} about={about} onClose={() => votes.show(undefined)} />
  }
  if (at !== "summary" || wanted === undefined) return null
  const chosen = lines.filter(({ account }) => ballots.has(account))
  const replaced = chosen.filter(({ voted }) => voted !== null)
  const count = chosen.length === 1 ? "1 ballot" : `${chosen.length} ballots`
  return (
    <BallotDialog title={chosen.length === 1 ? "Your ballot" : "Your ballots"} onClose={votes.back}>
      <div className="dialog__body stack">
        <BallotFacts rules={rules} said={wanted} />
        {wanted.seal !== null && (
          <p className="small">
            Each ballot is sealed in this page, separately for each account. Nobody can read them before the opening;
            then everybody can.
          </p>
        )}
        <dl className="facts">
          {chosen.map(({ account, label, weight }) => (
            <div key={account}>
              <dt>{label}</dt>
              <dd>
                {weightWords(weight)}, {shortAddress(account)}
              </dd>
            </div>
          ))}
        </dl>
        {replaced.length > 0 && (
          <p className="small">
            {replaced.map(({ label }) => label).join(", ")}: this replaces the earlier ballot. Both stay in the record;
            this one counts.
          </p>
        )}
        <Notice tone="open">
          <p>
            Your wallet asks once for each account, one after the other, and only to prove that you own it. The code of
            each ballot is shown next to it while the wallet asks.
          </p>
        </Notice>
      </div>
      <div className="dialog__foot">
        <HydratedButton className="button" onClick={votes.back}>
          Back
        </HydratedButton>
        <HydratedButton className="button" data-kind="primary" onClick={() => void votes.run(sign).then(onEnded)}>
          Sign {count} with my wallet
        </HydratedButton>
      </div>
    </BallotDialog>
  )
}
