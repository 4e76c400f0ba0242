import { Block } from "~/components/base/parts/block"
import { Icon } from "~/components/base/parts/icon"
import { Notice } from "~/components/base/parts/notice"
import { Term } from "~/components/base/parts/term"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFresh } from "~/components/base/site/use-fresh"
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"
import type { SealedView } from "~/effects/governance/proposals/sealedViews"
import { isBeingOpened, isOpenNow } from "~/effects/governance/proposals/stateWords"
import type { ProposalView } from "~/effects/governance/proposals/views"

type Props = { readonly proposal: ProposalView; readonly now: number }
type Known = Props & { readonly sealed: SealedView }

/** Milliseconds between two reads of the opening's progress. */
const LOOK_MS = 5_000
/** A round may be signed and still arrive this many milliseconds late. */
const LATE_MS = 60_000
const DAYS = 14
const DAY_MS = 86_400_000

/** The sealed vote: what sealing means, then the progress of the opening, and what opened it. */
export function SealedPart({ now, proposal }: Props) {
  const { sealed, status } = proposal
  if (sealed === null) return null
  if (status === "cancelled") return <Cancelled sealed={sealed} now={now} />
  if (isOpenNow(proposal, now)) return <Meaning sealed={sealed} proposal={proposal} now={now} />
  if (isBeingOpened(proposal, now)) return <BeingOpened sealed={sealed} proposal={proposal} now={now} />
  return status === "uncountable" ? <Uncountable sealed={sealed} now={now} /> : <OpenedWith sealed={sealed} now={now} />
}

function Meaning({ now, sealed }: Known) {
  const at = <TimePair at={sealed.until} now={now} short />
  return (
    <Block
      id="sealed"
      title="What sealed means"
      more={
        <div className="small muted state-line">
          <Icon name="lock" />
          <Term of="sealed ballot">Sealed</Term>
        </div>
      }
    >
      <div className="stack" data-gap="s">
        <p className="status-line">
          Nobody, not even the operator of this site, can read a ballot before the beacon signs. Then everybody can:{" "}
          {at}
        </p>
        <details className="disclosure" data-kind="link">
          <summary>How sealing works, and its limits</summary>
          <div className="stack" data-gap="s">
            <ol>
              <li>This page encrypts your choice and your reason with a key made for this one ballot.</li>
              <li>
                It encrypts that key for a signature that does not exist yet: round {grouped(sealed.beacon.round)} of a
                public beacon, which publishes one round at a time. Many independent organisations make each signature
                together.
              </li>
              <li>When it is published, any browser can open every ballot, with or without this site.</li>
            </ol>
            <p>
              <b>What others see now:</b> that you voted, when, and with how much voting power. All sealed ballots of
              this vote have the same size, so their length reveals nothing.
            </p>
            <p>
              <b>What sealing does not cover:</b> if most of the organisations behind the beacon secretly worked
              together, they could read ballots early. After the opening your ballot is public, with your name. A ballot
              you replaced is not counted and not opened here; it stays in the ballot file, and anyone can open it from
              there once the beacon has signed.
            </p>
            <p>
              <b>If the vote is cancelled</b>, its ballots are no longer published, and this site never opens them.
              Anyone who downloaded them before can still open them then.
            </p>
            <p>
              <b>Your receipt</b> can show what you sealed. You can download it after voting; this browser does not
              store it. Nobody can make it without you, but somebody could demand it from you.
            </p>
          </div>
        </details>
      </div>
    </Block>
  )
}

const STEPS = ["Voting closed", "Beacon’s signature", "Ballots opened", "Counted"] as const

function BeingOpened({ now, proposal, sealed }: Known) {
  useFresh(true, LOOK_MS)
  const total = proposal.participation?.ballots ?? 0
  const at = sealed.signature === null ? 1 : sealed.opened < total ? 2 : 3
  return (
    <Block id="sealed" title="Closed, being opened">
      <div className="stack">
        <ol className="steps" aria-label="From the close to the result">
          {STEPS.map((name, place) => (
            <li
              key={name}
              data-state={place < at ? "done" : undefined}
              aria-current={place === at ? "step" : undefined}
            >
              {name}
            </li>
          ))}
        </ol>
        {sealed.signature === null ? (
          <Awaited sealed={sealed} proposal={proposal} now={now} />
        ) : (
          <>
            <p className="status-line" role="status">
              Opened up to ballot {grouped(sealed.opened)} of {grouped(total)}.
            </p>
            <progress max={Math.max(1, total)} value={sealed.opened} aria-label="Ballots opened" />
            <p className="small muted">No results are shown before all of them are open.</p>
          </>
        )}
      </div>
    </Block>
  )
}

function Awaited({ now, proposal, sealed }: Known) {
  const at = <TimePair at={sealed.until} now={now} short />
  const ballots = counted(proposal.participation?.ballots ?? 0, "ballot")
  const round = grouped(sealed.beacon.round)
  if (now < sealed.until + LATE_MS && sealed.tries === 0) {
    return (
      <p className="status-line" role="status">
        Voting is closed with {ballots}. Round {round} of the beacon comes at {at} and opens them all together. This
        page updates automatically.
      </p>
    )
  }
  return (
    <>
      <Notice tone="warn">
        <p>
          <b>The beacon’s signature is late.</b> It was due {at}
          {sealed.tries > 0 && `; we have requested it ${counted(sealed.tries, "time")}`}, and we try again at least
          every five minutes.
        </p>
      </Notice>
      <p>
        The {ballots} stay sealed: nobody can read them, and nobody knows the result. No ballot can be added or changed.
        Nothing can be executed before the count. Without the signature the vote cannot be counted from{" "}
        <TimePair at={proposal.closesAt + DAYS * DAY_MS} now={now} short /> on.
      </p>
      <p className="small">
        When the beacon publishes this round, every browser can open the ballots:{" "}
        <code className="digest">
          {sealed.beacon.chain}/public/{sealed.beacon.round}
        </code>
      </p>
    </>
  )
}

function Uncountable({ now, sealed }: { readonly sealed: SealedView; readonly now: number }) {
  return (
    <Block id="sealed" title="Could not be counted">
      <Notice tone="warn">
        <p>
          The ballots were sealed to round {grouped(sealed.beacon.round)} of the beacon, and its signature did not
          arrive within {DAYS} days of the close (it was due <TimePair at={sealed.until} now={now} short />
          ). No ballots were counted, and this vote has no effect. It can be held again.
        </p>
      </Notice>
    </Block>
  )
}

function Cancelled({ now, sealed }: { readonly sealed: SealedView; readonly now: number }) {
  return (
    <Block id="sealed" title="The sealed ballots">
      <p>
        They are no longer published, and this site never opens them. Anyone who downloaded them while voting was open
        can open them from <TimePair at={sealed.until} now={now} short /> on: the beacon publishes round{" "}
        {grouped(sealed.beacon.round)} in any case.
      </p>
    </Block>
  )
}

function OpenedWith({ now, sealed }: { readonly sealed: SealedView; readonly now: number }) {
  return (
    <Block id="sealed" title="Opened with">
      <dl className="facts">
        <div>
          <dt>Beacon</dt>
          <dd className="digest">{sealed.beacon.chain}</dd>
        </div>
        <div>
          <dt>Round</dt>
          <dd>{grouped(sealed.beacon.round)}</dd>
        </div>
        <div>
          <dt>Published</dt>
          <dd>
            <TimePair at={sealed.until} now={now} short />
          </dd>
        </div>
        <div>
          <dt>Signature</dt>
          <dd className="digest">{sealed.signature}</dd>
        </div>
      </dl>
    </Block>
  )
}
