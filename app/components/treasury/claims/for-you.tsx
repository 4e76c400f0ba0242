import { Link } from "@remix-run/react"
import { shortAddress } from "~/components/base/text/short-address"
import { claimsHref } from "~/effects/communities/communities/hrefs"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { WaitingSum } from "~/effects/treasury/claims/views"

/** Money that the reader can withdraw in any community; draws nothing if there is none. */
export function ForYou({ waiting }: { readonly waiting: ReadonlyArray<WaitingSum> }) {
  if (waiting.length === 0) return null
  return (
    <section className="block" aria-labelledby="for-you">
      <h2 id="for-you" className="h3 block__head">
        For you
      </h2>
      <ul className="entries">
        {waiting.map(({ amount, community, communityId, key, symbol, treasury }) => (
          <li key={key} className="row" data-apart>
            <div>
              <p>
                <b>
                  {moneyText(amount)} {symbol}
                </b>
              </p>
              <p className="meta">
                {community !== null && <span>waits for you in {community}</span>}
                {community === null && (
                  <span>waits for you{treasury !== null && `, from the treasury ${shortAddress(treasury)}`}</span>
                )}
              </p>
            </div>
            <Link className="button" to={claimsHref(communityId)}>
              Withdraw{" "}
              <span className="visually-hidden">
                {moneyText(amount)} {symbol}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
