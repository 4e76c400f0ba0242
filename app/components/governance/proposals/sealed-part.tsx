import { useRevalidator } from "@remix-run/react"
import { useEffect } from "react"
import { Block } from "~/components/base/parts/block"
import { Icon } from "~/components/base/parts/icon"
import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"
import type { SealedView } from "~/effects/governance/proposals/sealedViews"
import { isBeingOpened, isOpenNow } from "~/effects/governance/proposals/stateWords"
import type { ProposalView } from "~/effects/governance/proposals/views"

type Props = { readonly proposal: ProposalView; readonly now: number }
type Known = Props & { readonly sealed: SealedView }

/** How often the page looks how far the opening is. */
const LOOK_MS = 5_000
/** A round that is signed now and then comes some seconds late. */
const LATE_MS = 60_000
const DAYS = 14
const DAY_MS = 86_400_000

/** Of a sealed vote: what sealed means, then how far its opening is, and what it was opened with. */
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
        <span className="small muted state-line">
          <Icon name="lock" />
          Sealed
        </span>
      }
    >
      <div className="stack" data-gap="s">
        <p className="standing">
          Nobody on earth, not even who runs this site, can read a ballot before the beacon signs. Then everybody can:{" "}
          {at}
        </p>
        <details className="disclosure" data-kind="link">
          <summary>How sealing works, and its limits</summary>
          <div className="stack" data-gap="s">
            <ol>
              <li>This page locks your choice and your reason with a key made for this one ballot.</li>
              <li>
                It locks that key to a signature that does not exist yet: round {grouped(sealed.beacon.round)} of a
                public beacon, which publishes one at a time. Many independent organisations make each together.
              </li>
              <li>When it is published, any browser can open every ballot, with this site or without it.</li>
            </ol>
            <p>
              <b>What others see now:</b> that you voted, when, and with which weight. All sealed ballots of this vote
              have one size, so length tells nothing.
            </p>
            <p>
              <b>What sealing does not cover:</b> if most of the organisations behind the beacon worked together in
              secret, they could read early. After the opening your ballot is public, with your name. A ballot you
              replaced is not counted and not opened here; it stays in the ballot file, and anyone can open it from
              there once the beacon has signed.
            </p>
            <p>
              <b>If the vote is cancelled</b>, its ballots are published no longer, and this site never opens them. Who
              downloaded them before can still open them then.
            </p>
            <p>
              <b>Your receipt</b> can show what you sealed. You can download it when you have voted; this browser keeps
              nothing of it. Nobody can make it without you, but somebody can demand it from you.
            </p>
          </div>
        </details>
      </div>
    </Block>
  )
}

/** Looks again by itself while something is about to happen. */
function useLookAgain() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(revalidate, LOOK_MS)
    return () => clearInterval(timer)
  }, [revalidate])
}

const STEPS = ["Voting closed", "Beacon’s signature", "Ballots opened", "Counted"] as const

function BeingOpened({ now, proposal, sealed }: Known) {
  useLookAgain()
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
            <p className="standing" role="status">
              Opened up to ballot {grouped(sealed.opened)} of {grouped(total)}.
            </p>
            <progress max={Math.max(1, total)} value={sealed.opened} aria-label="Ballots opened" />
            <p className="small muted">No standings are shown before all of them are open.</p>
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
      <p className="standing" role="status">
        Voting is closed with {ballots}. Round {round} of the beacon comes at {at} and opens them all at once. This page
        updates automatically.
      </p>
    )
  }
  return (
    <>
      <Notice tone="warn">
        <p>
          <b>The beacon’s signature is late.</b> It is awaited since {at}
          {sealed.tries > 0 && `; it was asked for ${counted(sealed.tries, "time")}`}, and is asked for again every five
          minutes at the latest.
        </p>
      </Notice>
      <p>
        The {ballots} stay sealed: nobody can read them, and nobody knows the result. No ballot can be added or changed.
        Nothing can be carried out before the count. Without the signature the vote becomes uncountable{" "}
        <TimePair at={proposal.closesAt + DAYS * DAY_MS} now={now} short />.
      </p>
      <p className="small">
        When the beacon answers for this round, every browser can open the ballots:{" "}
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
          The ballots were sealed to round {grouped(sealed.beacon.round)} of the beacon, and its signature did not come
          within {DAYS} days of the close (it was due <TimePair at={sealed.until} now={now} short />
          ). Nothing was counted, and nothing follows from this vote. It can be held again.
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
        can open them from <TimePair at={sealed.until} now={now} short /> on: round {grouped(sealed.beacon.round)} of
        the beacon comes whatever becomes of the vote.
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
