import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { Icon } from "~/components/base/parts/icon"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { counted } from "~/effects/base/text/counted"
import { badgesHref } from "~/effects/communities/communities/hrefs"
import type { PlanView } from "~/effects/treasury/keepers/views"

/** Who was chosen at the founding, and step by step what is left until the treasury opens for them alone. */
export function PlanPart({ plan: { needed, people } }: { readonly plan: PlanView }) {
  const { id } = useFrame()
  const missing = people.filter(({ badge }) => badge === null).length
  return (
    <Block id="plan" title={`Chosen at the founding: ${needed} of ${people.length} signers`}>
      <div className="stack">
        <p>
          {missing === 0
            ? "Everybody has a badge. One transaction is left: protect the treasury below."
            : `${counted(missing, "badge")} to hand out, then one transaction that protects the treasury.`}
        </p>
        <ol className="checklist">
          {people.map(({ account, badge, name }) => (
            <li key={account} data-tone={badge === null ? undefined : "ok"}>
              <Icon name={badge === null ? "circle" : "check"} />
              <span>
                {badge === null ? "A badge for " : "Badge of "}
                {name ?? shortAddress(account)}
                {badge !== null && <span className="visually-hidden"> (done)</span>}
              </span>
              {badge === null && (
                <Link
                  className="button"
                  data-size="s"
                  to={`${badgesHref(id)}&to=${account}`}
                  aria-label={`Give a badge to ${name ?? shortAddress(account)}`}
                >
                  Give
                </Link>
              )}
              <small>{badge === null ? "One transaction of yours makes it." : badge}</small>
            </li>
          ))}
          <li>
            <Icon name="circle" />
            <span>Protect the treasury</span>
            <small>
              From then on the ledger asks for {needed} of {people.length}. Until then any one badge opens it.
            </small>
          </li>
        </ol>
      </div>
    </Block>
  )
}
