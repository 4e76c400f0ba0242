import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"
import type { DrawView } from "~/effects/governance/proposals/sealedViews"
import type { ProposalView } from "~/effects/governance/proposals/views"
import { hasTransfers } from "~/effects/governance/votes/proposal/voteTypes"

type Props = { readonly proposal: ProposalView; readonly draw: DrawView; readonly now: number }

const DAYS = 14
const DAY_MS = 86_400_000

/** The draw that decides a tie in a ranked vote: what it waits for, and later the values it was made with. */
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
            A draw with round {round} of the beacon had to decide a tie, and the round’s signature did not arrive within{" "}
            {DAYS} days of the close (it was due {at}). This vote has no result and no effect. It can be held again.
          </p>
        </Notice>
      </Block>
    )
  }
  return (
    <Block id="draw" title="Closed; a draw decides a tie">
      <div className="stack">
        <p className="status-line" role="status">
          Choices are tied, and no earlier round tells them apart. A draw with round {round} of the public beacon,
          published {at}, decides {hasTransfers(proposal) ? "whose votes transfer next" : "which one is eliminated"}.
          Nobody can know it before, and anybody can repeat the draw.
        </p>
        {tries > 0 && (
          <Notice tone="warn">
            <p>
              <b>The beacon’s signature is late.</b> We have requested it {counted(tries, "time")} and try again at
              least every five minutes. Without it the vote cannot be counted from{" "}
              <TimePair at={proposal.closesAt + DAYS * DAY_MS} now={now} short /> on.
            </p>
          </Notice>
        )}
      </div>
    </Block>
  )
}
