import { FieldError } from "~/components/base/forms/field-error"
import { AreaField, ChoiceField, fieldId, SelectField, TextField } from "~/components/base/forms/fields"
import { Composer } from "~/components/conversation/discussion/composer"
import { ChoiceRows } from "~/components/governance/votes/choice-rows"
import { TimeRows } from "~/components/governance/votes/time-rows"
import type { GovernanceSettings } from "~/effects/access/Community"
import { kindNames, proposalKinds } from "~/effects/access/proposalKinds"
import { thresholdText } from "~/effects/access/threshold"
import { mayHaveSeats, type ProposalValues, withVoteType } from "~/effects/governance/proposals/values"
import type { ActionView } from "~/effects/governance/proposals/views"
import { listed } from "~/effects/governance/votes/count/words"
import { fixedChoices, voteTypeNames, voteTypes } from "~/effects/governance/votes/proposal/voteTypes"
import { ActionWords } from "./action-block"
import { withKind } from "./form-steps"
import { countingWords, hasThreshold } from "./words"

const seatsHint = {
  approval: "1 to 10. Leave empty for one.",
  ranked:
    "1 to 10. Leave empty for one. Several are filled by the single transferable vote, where every member has one vote."
} as const

export interface PartProps {
  readonly values: ProposalValues
  readonly edit: (change: Partial<ProposalValues>) => void
  readonly errors: Readonly<Record<string, string>>
  readonly governance: GovernanceSettings
}

const kinds = proposalKinds.map((value) => ({
  value,
  name: kindNames[value]
}))
const types = voteTypes.map((value) => ({
  value,
  name: voteTypeNames[value],
  hint: countingWords[value]
}))

const fieldsOf =
  ({ edit, errors, values }: PartProps) =>
  (name: Exclude<keyof ProposalValues, "choices" | "times">) => ({
    name,
    value: values[name],
    error: errors[name],
    onEdit: (value: string) => edit({ [name]: value })
  })

export function TextPart(props: PartProps) {
  const { edit, errors, governance, values } = props
  const field = fieldsOf(props)
  return (
    <>
      <SelectField
        {...field("kind")}
        label="Kind"
        options={kinds}
        hint="Each kind has its own voting time, quorum and agreement."
        onEdit={(typed) => {
          const kind = kinds.find(({ value }) => value === typed)?.value
          if (kind !== undefined) edit(withKind(values, kind, governance))
        }}
      />
      <TextField {...field("title")} label="Title" hint="5 to 140 characters. A question or a sentence." limit={140} />
      <AreaField
        {...field("summary")}
        label="Summary (optional)"
        hint="One or two sentences, for lists."
        limit={280}
        rows={2}
      />
      <div id={fieldId("body")}>
        <Composer
          label="Text"
          value={values.body}
          onChange={(body) => edit({ body })}
          max={20_000}
          rows={12}
          hint="What you propose, why, what it costs, and what happens if it fails. Markdown supported."
          error={errors.body}
        />
      </div>
    </>
  )
}

export function ChoicesPart(props: PartProps) {
  const { edit, errors, governance, values } = props
  const field = fieldsOf(props)
  const { kind, voteType } = values
  const only = fixedChoices(voteType)
  // Quadratic votes need equal members, consent needs objections that everybody sees: offered only where that is so.
  const offered = types.filter(
    ({ value }) =>
      value === voteType ||
      ((value !== "quadratic" || governance.weightMode === "member") &&
        (value !== "consent" || governance.resultsVisibility === "always"))
  )
  return (
    <>
      <ChoiceField
        {...field("voteType")}
        label="How people vote"
        options={offered}
        onEdit={(typed) => {
          const type = types.find(({ value }) => value === typed)?.value
          if (type !== undefined) edit(withVoteType(values, type))
        }}
      />
      {only !== null ? (
        <p className="small muted">
          The choices are {listed(only.map(({ label }) => label))}.
          {voteType === "consent" && " An objection needs a reason, and you answer each."}
        </p>
      ) : voteType === "dates" ? (
        <TimeRows values={values} errors={errors} edit={edit} />
      ) : (
        <ChoiceRows choices={values.choices} error={errors.choices} onEdit={(choices) => edit({ choices })} />
      )}
      {voteType === "approval" && (
        <TextField
          {...field("maxSelections")}
          label="Most choices per ballot (optional)"
          hint="Leave empty for all."
          numeric
        />
      )}
      {mayHaveSeats({ kind, voteType }) && (
        <TextField
          {...field("seats")}
          label="Seats"
          hint={seatsHint[voteType === "ranked" ? "ranked" : "approval"]}
          numeric
        />
      )}
    </>
  )
}

type RulesProps = PartProps & { readonly isHydrated: boolean }

export function RulesPart({ isHydrated, ...props }: RulesProps) {
  const { governance, values } = props
  const field = fieldsOf(props)
  const floor = governance.kinds[values.kind]
  return (
    <>
      <p className="small muted">
        These are the community's minimums for this kind. You can ask for more, never for less.
      </p>
      <div className="grid">
        <TextField
          {...field("reviewHours")}
          label="Review before voting"
          hint={`Hours, ${governance.reviewHours} to 168`}
          numeric
        />
        <TextField {...field("periodHours")} label="Voting time" hint={`Hours, ${floor.periodHours} to 336`} numeric />
        <TextField {...field("quorumPct")} label="Quorum" hint={`%, ${floor.quorumPct} to 100`} numeric />
        {hasThreshold(values.voteType) ? (
          <TextField
            {...field("thresholdPct")}
            label="Agreement"
            hint={`${thresholdText(floor.thresholdPct)} or more: a percentage, or a fraction such as 2/3. 50 means more than half`}
          />
        ) : (
          <div>
            <p className="label">Agreement</p>
            <p className="small muted">This way of counting uses no threshold.</p>
            <input type="hidden" name="thresholdPct" value={values.thresholdPct} />
          </div>
        )}
      </div>
      <OpeningTime {...props} isHydrated={isHydrated} />
    </>
  )
}

/** When voting opens: right after the review, or at a chosen time. */
function OpeningTime({ isHydrated, ...props }: RulesProps) {
  const { edit, values } = props
  const field = fieldsOf(props)
  return (
    <>
      <ChoiceField
        {...field("when")}
        label="Voting opens"
        options={[
          { value: "now", name: "As soon as the review is over" },
          { value: "later", name: "At a time", hint: "Within the next 30 days" }
        ]}
        onEdit={(when) => edit({ when: when === "later" ? "later" : "now" })}
      />
      {(values.when === "later" || !isHydrated) && (
        <div className="field">
          <label htmlFor={fieldId("opensAt")}>Opens at</label>
          <input
            className="input"
            id={fieldId("opensAt")}
            type="datetime-local"
            name="opensAt"
            value={values.opensAt}
            onChange={(event) => edit({ opensAt: event.currentTarget.value })}
            aria-describedby={`${fieldId("opensAt")}-hint`}
            aria-invalid={props.errors.opensAt === undefined ? undefined : true}
          />
          <p className="field__foot" id={`${fieldId("opensAt")}-hint`}>
            {isHydrated ? "In your own time zone." : "In UTC; only if voting opens at a chosen time."}
          </p>
          <FieldError id={`${fieldId("opensAt")}-error`} message={props.errors.opensAt} />
        </div>
      )}
    </>
  )
}

export function ActionPart({ action, ...props }: PartProps & { readonly action: ActionView | null }) {
  const field = fieldsOf(props)
  if (action !== null) return <ActionWords action={action} isFixed={false} />
  if (props.values.voteType === "dates" && props.values.manifest === "") {
    return <p className="small muted">A poll for a date executes nothing. The chosen time goes into the calendar.</p>
  }
  return (
    <>
      <p className="small muted">
        Most proposals execute nothing: leave this empty. With a manifest, the people who control the treasury sign
        exactly what was voted, and everyone can check it afterwards.
      </p>
      <AreaField {...field("manifest")} label="Transaction manifest (optional)" rows={8} />
    </>
  )
}
