import { Link } from "@remix-run/react"
import { Seal } from "~/components/base/parts/seal"
import { RuleCard } from "~/components/communities/communities/rule-card"
import type { GovernanceSettings } from "~/effects/access/Community"
import { policyNames } from "~/effects/communities/communities/words"
import { EXAMPLE, quorumSentence } from "~/effects/communities/founding/consequences"
import type { WizardValues } from "~/effects/communities/founding/wizard"
import { createHref } from "~/effects/communities/founding/wizard"
import { visibilities } from "./visibilities"

type Props = {
  readonly values: WizardValues
  readonly governance: GovernanceSettings | null
  readonly draft: string | null
}

const nameOf = (options: ReadonlyArray<{ readonly value: string; readonly name: string }>, value: string) =>
  options.find((option) => option.value === value)?.name ?? value

const isPolicy = (text: string): text is keyof typeof policyNames => Object.hasOwn(policyNames, text)

/** Preview of the community as others will see it. */
export function ReviewStep({ draft, governance, values }: Props) {
  return (
    <>
      <article className="card" aria-label="Preview">
        <div className="with-seal">
          <Seal community={{ id: draft, name: values.name, logo: values.logo === "" ? null : values.logo }} size="l" />
          <div className="stack" data-gap="s">
            <h3>{values.name}</h3>
            <p className="muted">{values.tagline}</p>
          </div>
        </div>
        <dl className="facts">
          <Fact name="Address" fact={`/explore/${values.slug}`} to={createHref("basics", draft)} />
          <Fact name="Tags" fact={values.tags.join(", ")} to={createHref("basics", draft)} />
          <Fact name="Visibility" fact={nameOf(visibilities, values.visibility)} to={createHref("basics", draft)} />
          <Fact
            name="Joining"
            fact={isPolicy(values.joinPolicy) ? policyNames[values.joinPolicy] : ""}
            to={createHref("people", draft)}
          />
        </dl>
      </article>
      {governance !== null && (
        <>
          <RuleCard governance={governance} members={1} />
          <p className="small muted">{quorumSentence(governance.weightMode, governance.kinds.decision, EXAMPLE)}</p>
        </>
      )}
      <p>
        Only you can see a draft. Once it is published, people can find it and join; the address can't change after the
        first member has joined.
      </p>
    </>
  )
}

function Fact({ fact, name, to }: { readonly name: string; readonly fact: string; readonly to: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {fact}{" "}
        <Link className="small" to={to} aria-label={`Change: ${name.toLowerCase()}`}>
          Change
        </Link>
      </dd>
    </div>
  )
}
