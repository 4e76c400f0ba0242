import { ChoiceField } from "~/components/base/forms/fields"
import { Notice } from "~/components/base/parts/notice"
import type { StepProps } from "./deploy-form"

const RECOVERY = [
  { value: "yes", name: "Admins may take unclaimed payments back", hint: "After a date that each payment names." },
  { value: "no", name: "What is paid stays paid", hint: "Unclaimed payments belong to their recipients forever." }
]

export function LockerStep({ edit, errors, values }: StepProps) {
  return (
    <>
      <p>
        A locker keeps payments for people whose accounts do not take deposits from strangers. They withdraw them when
        they like, and nobody else can.
      </p>
      <ChoiceField
        name="recoverable"
        label="Payments that nobody collects"
        hint="This can never be changed."
        value={values.recoverable}
        error={errors.recoverable}
        options={RECOVERY}
        onEdit={(recoverable) => edit({ recoverable: recoverable === "yes" ? "yes" : "no" })}
      />
    </>
  )
}

/** What the ledger will say about the community, so that it and the site name each other. */
export function LinksStep({ page: { id, isPrivate, name, origin } }: StepProps) {
  return (
    <>
      <p>
        The treasury will say on the ledger whose it is. This site names the treasury in turn; both together are the
        mark beside your name that nobody can hand out.
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
            ? "This community is private, and the ledger is not: its name, its line and its payments can be read by everybody there."
            : "The ledger is public, and what is written there can be read by everybody."}
        </p>
      </Notice>
    </>
  )
}
