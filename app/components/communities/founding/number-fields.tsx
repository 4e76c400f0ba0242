import { SelectField, TextField } from "~/components/base/forms/fields"
import { kindNames, proposalKinds } from "~/effects/access/proposalKinds"
import { FREE_DAYS, SMALL_COMMUNITY } from "~/effects/access/rules"
import { isAlmostTwoThirds, typedSentence } from "~/effects/communities/founding/consequences"
import type { DecisionsValues, Kind } from "~/effects/communities/founding/values"
import type { StepProps } from "./basics-step"

const weightModes = [
  { value: "member", name: "One member, one vote" },
  { value: "assigned", name: "Assigned to each member" },
  { value: "token", name: "By token held" },
  { value: "sqrt", name: "By square root of tokens held" }
]
const proposers = [
  { value: "member", name: "Any member, a day after joining" },
  { value: "moderator", name: "Moderators and the owner" }
]
const results = [
  { value: "always", name: "Always" },
  { value: "afterVote", name: "After a member has voted" },
  { value: "afterClose", name: "After the vote closes" },
  { value: "sealed", name: "After the vote closes; ballots are sealed until then" }
]
const signersPay = [
  { value: "no", name: "Need a vote, like payouts" },
  { value: "yes", name: "Need no vote" }
]
const yesOrNo = [
  { value: "no", name: "The owner decides" },
  { value: "yes", name: "Need a vote" }
]

type Props = StepProps<DecisionsValues> & {
  readonly members: number | undefined
  readonly thirdsHref: ((kind: Kind) => string) | undefined
}

/** All numbers that a template fills in, editable one by one (limits: docs/product/communities.md). */
export function NumberFields(props: Props) {
  const { edit, errors, values } = props
  const about = (name: keyof DecisionsValues) => ({
    name,
    value: values[name],
    error: errors[name],
    onEdit: (value: string) => edit({ [name]: value })
  })
  return (
    <div className="stack" data-gap="l">
      {proposalKinds.map((kind) => (
        <KindNumbers key={kind} kind={kind} {...props} />
      ))}
      <div className="grid">
        <SelectField label="Voting power" options={weightModes} {...about("weightMode")} />
        <SelectField label="Who can propose" options={proposers} {...about("proposerRole")} />
        <SelectField label="When results are shown" options={results} {...about("resultsVisibility")} />
        <SelectField label="Bonds" options={yesOrNo} {...about("bondsNeedVote")} />
        <TextField label="Review before voting" hint="Hours, 0 to 168" numeric {...about("reviewHours")} />
        <TextField label="Membership before voting" hint="Hours, 0 to 720" numeric {...about("minMembershipHours")} />
        <TextField
          label="Payouts without a vote, up to"
          hint={`Total of one token in ${FREE_DAYS} days, for payouts, budgets and multisig payments together. With 0, every payout needs a vote once there are more than ${SMALL_COMMUNITY} members.`}
          numeric
          {...about("freePayout")}
        />
        <SelectField
          label="Multisig payments"
          hint="For a multisig treasury. Payouts and budgets are not affected: the amount next to this applies to them."
          options={signersPay}
          {...about("signersPayWithoutVote")}
        />
        <TextField
          label="Delegation cap"
          hint="%, 0 to 100 of all voting power: the most that one person may use of power delegated to them. With 0, votes cannot be delegated."
          numeric
          {...about("lentLimitPct")}
        />
      </div>
    </div>
  )
}

function KindNumbers({ edit, errors, kind, members, thirdsHref, values }: Props & { readonly kind: Kind }) {
  const sentence = typedSentence(values, kind, members)
  const threshold = `${kind}.thresholdPct` as const
  const about = (number: "periodHours" | "quorumPct" | "thresholdPct") => {
    const name = `${kind}.${number}` as const
    return { name, value: values[name], error: errors[name], onEdit: (value: string) => edit({ [name]: value }) }
  }
  return (
    <fieldset className="field kind">
      <legend>{kindNames[kind]}</legend>
      <div className="kind__numbers">
        <TextField label="Voting time" hint="Hours, 24 to 336" numeric {...about("periodHours")} />
        <TextField label="Quorum" hint="%, 0 to 100" numeric {...about("quorumPct")} />
        <TextField label="Agreement" hint="%, 50 to 100, or 2/3" {...about("thresholdPct")} />
      </div>
      {thirdsHref !== undefined && isAlmostTwoThirds(values[threshold]) && (
        <p className="small">
          66.67% is not quite two thirds: 4 of 6 would fail.{" "}
          <a
            href={thirdsHref(kind)}
            onClick={(event) => {
              event.preventDefault()
              edit({ [threshold]: "2/3" })
            }}
          >
            Use 2/3
          </a>
        </p>
      )}
      <p className="small muted" aria-live="polite">
        {sentence}
      </p>
    </fieldset>
  )
}
