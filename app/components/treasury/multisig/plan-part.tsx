import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { Icon } from "~/components/base/parts/icon"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { counted } from "~/effects/base/text/counted"
import { badgesHref } from "~/effects/communities/communities/hrefs"
import type { PlanView } from "~/effects/treasury/multisig/views"

/** The signers chosen at the founding, and the steps left until the treasury needs their approval. */
export function PlanPart({ plan: { needed, people } }: { readonly plan: PlanView }) {
  const { id } = useFrame()
  const missing = people.filter(({ badge }) => badge === null).length
  return (
    <Block id="plan" title={`Chosen at the founding: ${needed} of ${people.length} signers`}>
      <div className="stack">
        <p>
          {missing === 0
            ? "Everyone has a badge. One transaction is left: protect the treasury below."
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
              <small>{badge === null ? "You sign one transaction for it." : badge}</small>
            </li>
          ))}
          <li>
            <Icon name="circle" />
            <span>Protect the treasury</span>
            <small>
              From then on {needed} of {people.length} must approve. Until then any one badge is enough.
            </small>
          </li>
        </ol>
      </div>
    </Block>
  )
}
