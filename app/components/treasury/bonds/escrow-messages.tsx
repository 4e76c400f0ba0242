import type { ReactNode } from "react"
import { PlainField } from "~/components/base/forms/plain-field"
import { Notice } from "~/components/base/parts/notice"
import { Term } from "~/components/base/parts/term"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { EscrowPanel, Terms } from "~/effects/treasury/bonds/views"

export interface OfSeries {
  readonly isSale: boolean
  readonly series: Terms
}

/** What is in escrow, with its unit: "60 units", "15,000 XRD". */
export const escrowText = ({ isSale, series }: OfSeries, amount: string): string =>
  isSale ? counted(Number(amount), "unit") : `${moneyText(amount)} ${series.symbol}`

interface TrustProps extends OfSeries {
  readonly total: string
  readonly fees: string
  /** How it is returned. */
  readonly children: ReactNode
}

/** Explains the most that the relayer could do wrong. */
export function BondTrust({ children, fees, total, ...of }: TrustProps) {
  return (
    <Notice>
      <p>
        <strong>Who can do what with the money.</strong> The site's relayer key could send what is in escrow to the
        wrong accounts: at most {escrowText(of, total)} and {moneyText(fees)} XRD for fees. This page, the activity and
        a message to the admins would name it within about a minute, and the site would settle nothing more. The key
        cannot change what a buyer or holder signed, and it reaches nothing else in the treasury. {children}
      </p>
      <div className="row small">
        <Term of="escrow">What is escrow?</Term>
        <Term of="relayer">What is the relayer key?</Term>
      </div>
    </Notice>
  )
}

interface FieldProps {
  readonly offer: NonNullable<EscrowPanel["offer"]>
  readonly symbol: string
  readonly reply: PageReply | undefined
}

/** For how many units the face value goes into escrow. */
export function UnitsField({ offer, reply, symbol }: FieldProps) {
  return (
    <PlainField
      name="units"
      label="Units to cover from escrow"
      hint={`1 to ${offer.units}. All of them: ${moneyText(offer.total)} ${symbol}.`}
      maxLength={9}
      value={typed(reply, "units") || String(offer.units)}
      reply={reply}
    />
  )
}
