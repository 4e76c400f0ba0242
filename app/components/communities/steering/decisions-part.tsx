import { Link } from "@remix-run/react"
import { Notice } from "~/components/base/parts/notice"
import { useFrame } from "~/components/base/site/use-frame"
import { RuleCard } from "~/components/communities/communities/rule-card"
import { DecisionsStep } from "~/components/communities/founding/decisions-step"
import { replyTo } from "~/effects/base/remix/PageReply"
import { templatesHref } from "~/effects/communities/communities/hrefs"
import { ruleChangeNeedsVote, settingsHref } from "~/effects/communities/steering/parts"
import type { PartProps } from "./part-props"
import { SettingsForm } from "./settings-form"
import { usePart } from "./use-part"

/** The decision rules. With more than three members, changing them takes a vote itself. */
export function DecisionsPart({ page, reply: last }: PartProps) {
  const reply = replyTo(last, "save-decisions")
  const { edit, isChanged, values } = usePart("decisions", page.decisions, page.version, reply)
  const { id } = useFrame()
  const isVote = ruleChangeNeedsVote(page.members)
  return (
    <div className="stack" data-gap="l">
      <RuleCard governance={page.governance} members={page.members} />
      <p>
        <Link to={templatesHref(id)}>Proposal templates</Link>
      </p>
      <p className="small muted">These rules are version {page.governanceVersion}. Every version is kept.</p>
      {isVote && (
        <Notice tone="open">
          <p>This will be put to a vote.</p>
        </Notice>
      )}
      <SettingsForm
        intent="save-decisions"
        part="decisions"
        page={page}
        reply={reply}
        typed={values}
        isChanged={isChanged}
        word={isVote ? "Put to a vote" : "Save"}
      >
        <DecisionsStep
          values={values}
          edit={edit}
          errors={reply?.fields ?? {}}
          hasToken={page.hasToken}
          members={page.members}
          thirdsHref={(kind) => `${settingsHref(id, "decisions")}&thirds=${kind}`}
        />
      </SettingsForm>
    </div>
  )
}
