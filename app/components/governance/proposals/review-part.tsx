import { CopyButton } from "~/components/base/parts/copy-button"
import { useZone } from "~/components/base/parts/time-pair"
import { useRootData } from "~/components/base/site/root-data"
import { readThreshold } from "~/effects/access/exactThreshold"
import { kindNames } from "~/effects/access/proposalKinds"
import { thresholdWords } from "~/effects/access/threshold"
import type { ProposalFormPage } from "~/effects/governance/proposals/pageViews"
import { readTimes } from "~/effects/governance/proposals/times"
import type { ProposalValues } from "~/effects/governance/proposals/values"
import { timeWords } from "~/effects/governance/votes/proposal/pollTimes"
import { hasOwnChoices, voteTypeNames } from "~/effects/governance/votes/proposal/voteTypes"
import { hasThreshold } from "./words"

type Props = { readonly page: ProposalFormPage; readonly values: ProposalValues }

/** A summary before signing, and the address for readers of the draft. */
export function ReviewPart({ page, values }: Props) {
  const { action, isStored, reviewPath, threadNumber } = page
  const { origin } = useRootData()
  const agreement = readThreshold(values.thresholdPct)
  const choices = values.choices.map(({ label }) => label.trim()).filter((label) => label !== "")
  const zone = useZone()
  const typed = { ...values, timeZone: values.timeZone === "" ? zone : values.timeZone }
  const times = values.voteType === "dates" ? readTimes(typed).times.map((time) => timeWords(time, zone)) : []
  return (
    <>
      <dl className="facts">
        <Fact name="Kind" fact={kindNames[values.kind]} />
        <Fact name="Title" fact={values.title.trim() === "" ? "–" : values.title} />
        <Fact name="Vote" fact={voteTypeNames[values.voteType]} />
        {values.voteType === "dates" && <Fact name="Times" fact={times.length === 0 ? "–" : times.join("; ")} />}
        {hasOwnChoices(values.voteType) && (
          <Fact name="Choices" fact={choices.length === 0 ? "–" : choices.join(", ")} />
        )}
        <Fact name="Review" fact={`${values.reviewHours} h`} />
        <Fact name="Voting time" fact={`${values.periodHours} h`} />
        <Fact name="Quorum" fact={`${values.quorumPct}%`} />
        {hasThreshold(values.voteType) && (
          <Fact name="Agreement" fact={agreement === null ? values.thresholdPct : thresholdWords(agreement)} />
        )}
        <Fact
          name="Action"
          fact={action !== null ? "As prepared" : values.manifest.trim() === "" ? "None" : "A manifest"}
        />
        {threadNumber !== null && <Fact name="From" fact={`Thread ${threadNumber}`} />}
      </dl>
      <p className="small muted">
        During the review you may change the text; everybody can see what changed. When voting opens, text, choices and
        rules are locked.
      </p>
      {reviewPath !== null && (
        <section className="card" aria-labelledby="draft-link">
          <h3 className="h4" id="draft-link">
            Address for readers of this draft
          </h3>
          <p className="small">
            Anyone with this address can read and comment on the saved draft. Nobody else can find it.
          </p>
          <p className="digest">
            {origin}
            {reviewPath}
          </p>
          <CopyButton text={`${origin}${reviewPath}`} what="the address of this draft" />
        </section>
      )}
      {isStored && (
        <p>
          <button className="link-button small" type="submit" name="intent" value="discard">
            Discard this draft
          </button>
        </p>
      )}
    </>
  )
}

function Fact({ fact, name }: { readonly name: string; readonly fact: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{fact}</dd>
    </div>
  )
}
