import { AreaField, ChoiceField, TextField } from "~/components/base/forms/fields"
import type { PeopleValues } from "~/effects/communities/founding/values"
import type { StepProps } from "./basics-step"

const policies = [
  { value: "open", name: "Open", hint: "Anyone who accepts the house rules can join." },
  { value: "approval", name: "By approval", hint: "People write a note; moderators say yes or no." },
  { value: "token", name: "By token", hint: "Anyone who holds enough of a token can join." },
  { value: "invite", name: "By invitation", hint: "Only with a link from you or a moderator." }
]

type Props = StepProps<PeopleValues> & { readonly isPrivate: boolean }

export function PeopleStep({ edit, errors, isPrivate, values }: Props) {
  return (
    <>
      <ChoiceField
        name="joinPolicy"
        label="How people join"
        value={values.joinPolicy}
        onEdit={(joinPolicy) => edit({ joinPolicy })}
        error={errors.joinPolicy}
        hint={
          isPrivate ? "While the community is private, people join by invitation whatever you choose here." : undefined
        }
        options={policies}
      />
      {/* With JavaScript, hidden until the policy is by token; without JavaScript, always shown. */}
      <div className="stack token-fields" data-shown={values.joinPolicy === "token"}>
        <TextField
          name="tokenResource"
          label="Token address (by token only)"
          value={values.tokenResource}
          onEdit={(tokenResource) => edit({ tokenResource })}
          error={errors.tokenResource}
          hint="Begins with resource_tdx_2_"
          mono
        />
        <TextField
          name="tokenAmount"
          label="Amount to hold (by token only)"
          value={values.tokenAmount}
          onEdit={(tokenAmount) => edit({ tokenAmount })}
          error={errors.tokenAmount}
          numeric
        />
      </div>
      <AreaField
        name="rules"
        label="House rules"
        value={values.rules}
        onEdit={(rules) => edit({ rules })}
        error={errors.rules}
        hint="Everybody accepts them when joining. Markdown works here."
        limit={5_000}
        rows={8}
      />
    </>
  )
}
