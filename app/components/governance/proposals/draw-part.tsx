import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"
import type { DrawView } from "~/effects/governance/proposals/sealedViews"
import type { ProposalView } from "~/effects/governance/proposals/views"

type Props = { readonly proposal: ProposalView; readonly draw: DrawView; readonly now: number }

const DAYS = 14
const DAY_MS = 86_400_000

/** A tie of a ranked vote that only a draw decides: what it waits for, then what it was made with. */
export function DrawPart({ draw, now, proposal }: Props) {
  const { beacon, signature, tries, until } = draw
  const round = grouped(beacon.round)
  if (signature !== null) {
    return (
      <Block id="draw" title="A draw decided a tie">
        <dl className="facts">
          <div>
            <dt>Beacon</dt>
            <dd className="digest">{beacon.chain}</dd>
          </div>
          <div>
            <dt>Round</dt>
            <dd>{round}</dd>
          </div>
          <div>
            <dt>Published</dt>
            <dd>
              <TimePair at={until} now={now} short />
            </dd>
          </div>
          <div>
            <dt>Signature</dt>
            <dd className="digest">{signature}</dd>
          </div>
        </dl>
      </Block>
    )
  }
  const at = <TimePair at={until} now={now} short />
  if (proposal.status === "uncountable") {
    return (
      <Block id="draw" title="Could not be counted">
        <Notice tone="warn">
          <p>
            A draw with round {round} of the beacon had to decide a tie, and the round’s signature did not come within{" "}
            {DAYS} days of the close (it was due {at}). Nothing follows from this vote. It can be held again.
          </p>
        </Notice>
      </Block>
    )
  }
  return (
    <Block id="draw" title="Closed, a draw decides a tie">
      <div className="stack">
        <p className="standing" role="status">
          Choices are level, and no earlier round tells them apart. Who leaves is decided by a draw with round {round}{" "}
          of the public beacon, which is published {at}. Nobody can know it before, and anybody can repeat the draw.
        </p>
        {tries > 0 && (
          <Notice tone="warn">
            <p>
              <b>The beacon’s signature is late.</b> It was asked for {counted(tries, "time")}, and is asked for again
              every five minutes at the latest. Without it the vote becomes uncountable{" "}
              <TimePair at={proposal.closesAt + DAYS * DAY_MS} now={now} short />.
            </p>
          </Notice>
        )}
      </div>
    </Block>
  )
}
