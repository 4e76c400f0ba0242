import { Block } from "~/components/base/parts/block"
import { useZone } from "~/components/base/parts/time-pair"
import { momentIn } from "~/effects/base/text/moments"
import type { Terms } from "~/effects/treasury/bonds/views"

/** What happens between an order and its units, by date. */
export function AfterOrder({ series: { maturesAt, saleClosesAt, settleBy, settleMode } }: { readonly series: Terms }) {
  const zone = useZone()
  const day = (at: number) => (
    <time dateTime={new Date(at).toISOString()}>
      {momentIn("shortDay", at, zone)} {new Date(at).getUTCFullYear()}
    </time>
  )
  return (
    <Block id="after-order" title="After you order">
      <ol className="dated">
        <li>
          {day(saleClosesAt)}
          <span>
            {settleMode === "atClose"
              ? "The sale closes. Until then you can withdraw, and nothing leaves your wallet."
              : "The sale closes. Orders are swapped as they come in; one that waits can be withdrawn until now."}
          </span>
        </li>
        <li>
          {day(settleBy)}
          <span>
            By now it was swapped in one step, and you have the units and a receipt; or it expired unused, and you have
            your money.
          </span>
        </li>
        <li>
          {day(maturesAt)}
          <span>Your units mature: you give them back on the page My bonds and get their face value.</span>
        </li>
      </ol>
    </Block>
  )
}
