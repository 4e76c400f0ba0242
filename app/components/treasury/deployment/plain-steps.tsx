import { ChoiceField } from "~/components/base/forms/fields"
import { Notice } from "~/components/base/parts/notice"
import type { StepProps } from "./step-props"

const RECOVERY = [
  { value: "yes", name: "Admins can take unclaimed payments back", hint: "After a date that each payment names." },
  { value: "no", name: "Unclaimed payments cannot be taken back", hint: "They belong to their recipients forever." }
]

export function LockerStep({ edit, errors, values }: StepProps) {
  return (
    <>
      <p>
        A locker holds payments for people whose accounts do not accept deposits from strangers, until they withdraw
        them.
      </p>
      <ChoiceField
        name="recoverable"
        label="Unclaimed payments"
        hint="You cannot change this later."
        value={values.recoverable}
        error={errors.recoverable}
        options={RECOVERY}
        onEdit={(recoverable) => edit({ recoverable: recoverable === "yes" ? "yes" : "no" })}
      />
    </>
  )
}

/** What the treasury's metadata will say about the community, so that the ledger and this site name each other. */
export function LinksStep({ page: { id, isPrivate, name, origin } }: StepProps) {
  return (
    <>
      <p>
        The treasury's entry on the ledger names your community and this site, and this site names the treasury. When
        the two match, a check mark appears next to your name. Nobody can grant it by hand.
      </p>
      <dl className="facts">
        <div>
          <dt>Name</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>Website</dt>
          <dd className="address">{origin}</dd>
        </div>
        <div>
          <dt>Community</dt>
          <dd className="address">{id}</dd>
        </div>
        <div>
          <dt>Belongs to it</dt>
          <dd>The admin badge, the locker and a new token</dd>
        </div>
      </dl>
      <Notice tone={isPrivate ? "warn" : "open"}>
        <p>
          {isPrivate
            ? "This community is private, but the ledger is public: anyone can read its name, tagline and payments there."
            : "The ledger is public: anyone can read what is written there."}
        </p>
      </Notice>
    </>
  )
}
