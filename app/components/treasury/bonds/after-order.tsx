import { Block } from "~/components/base/parts/block"
import { useZone } from "~/components/base/parts/time-pair"
import { momentIn } from "~/effects/base/text/moments"
import type { Terms } from "~/effects/treasury/bonds/views"

/** Dated list of what happens from an order to its units. */
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
              : "The sale closes. Orders are swapped as they come in; you can withdraw one that still waits until now."}
          </span>
        </li>
        <li>
          {day(settleBy)}
          <span>
            By this date the swap has happened and you hold the units and a receipt, or your order has expired and you
            still have your money.
          </span>
        </li>
        <li>
          {day(maturesAt)}
          <span>Your units mature: redeem them on the page My bonds to get their face value.</span>
        </li>
      </ol>
    </Block>
  )
}
