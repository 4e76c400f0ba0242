import { ChoiceField, fieldId, type Option, TextField } from "~/components/base/forms/fields"
import { ZonedTimeField } from "~/components/base/forms/zoned-time-field"
import { Composer } from "~/components/conversation/discussion/composer"
import type { SeriesField, SeriesValues } from "~/effects/treasury/bonds/formSteps"
import { PURPOSE } from "~/effects/treasury/bonds/limits"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { IssuePage } from "~/effects/treasury/bonds/views"

export interface PartProps {
  readonly values: SeriesValues
  readonly edit: (change: Partial<SeriesValues>) => void
  readonly errors: Readonly<Record<string, string>>
  readonly isHydrated: boolean
}

const fieldsOf =
  ({ edit, errors, values }: PartProps) =>
  (name: SeriesField, label: string, hint?: string) => ({
    name,
    label,
    value: values[name],
    error: errors[name],
    onEdit: (value: string) => edit({ [name]: value }),
    ...(hint !== undefined && { hint })
  })

export function PurposePart(props: PartProps) {
  const { edit, errors, values } = props
  return (
    <>
      <TextField
        {...fieldsOf(props)("name", "Name", "5 to 80 characters. Say in a few words what it pays for.")}
        limit={80}
      />
      <div id={fieldId("purpose")}>
        <Composer
          label="What the money is for"
          name="purpose"
          value={values.purpose}
          onChange={(purpose) => edit({ purpose })}
          max={PURPOSE.max}
          rows={8}
          hint="Where the money goes, and how it will be paid back. Markdown, at least 50 characters."
          error={errors.purpose}
        />
      </div>
    </>
  )
}

const variants: ReadonlyArray<Option> = [
  { value: "zero", name: "Zero coupon", hint: "Sold below its face value, which is paid at maturity." },
  { value: "coupon", name: "Coupon", hint: "Pays interest until maturity, then its face value." }
]
const everies: ReadonlyArray<Option> = [
  { value: "monthly", name: "Every month" },
  { value: "quarterly", name: "Every quarter" },
  { value: "halfyearly", name: "Every half year" },
  { value: "atMaturity", name: "At maturity" }
]
const audiences: ReadonlyArray<Option> = [
  { value: "public", name: "Everyone with a profile" },
  { value: "members", name: "Members" }
]
const modes: ReadonlyArray<Option> = [
  { value: "atClose", name: "At the close" },
  { value: "rolling", name: "Rolling", hint: "While the sale is open. Only without a minimum raise." }
]

export function TermsPart({ tokenSymbol, ...props }: PartProps & { readonly tokenSymbol: string | null }) {
  const { isHydrated, values } = props
  const field = fieldsOf(props)
  const isCoupon = values.variant === "coupon"
  const currencies: ReadonlyArray<Option> = [
    { value: "xrd", name: "XRD" },
    ...(tokenSymbol === null ? [] : [{ value: "token", name: tokenSymbol }])
  ]
  return (
    <>
      <ChoiceField {...field("variant", "How it pays")} options={variants} />
      <ChoiceField {...field("currency", "Currency")} options={currencies} />
      <div className="grid">
        <TextField {...field("faceValue", "Face value of one unit", "0.01 to 1,000,000.")} numeric />
        <TextField
          {...field(
            "issuePrice",
            "Price of one unit",
            isCoupon ? "90 to 110% of the face value." : "50 to 99.99% of the face value."
          )}
          numeric
        />
        <TextField {...field("units", "Units", "1 to 1,000,000.")} numeric />
        {(isCoupon || !isHydrated) && (
          <TextField {...field("couponRatePct", "Coupon, percent per year", "0.01 to 100.")} numeric />
        )}
      </div>
      {(isCoupon || !isHydrated) && <ChoiceField {...field("couponEvery", "Paid")} options={everies} />}
      <div className="grid">
        <ZonedTimeField {...field("saleOpensAt", "Sale opens")} isHydrated={isHydrated} />
        <ZonedTimeField {...field("saleClosesAt", "Sale closes", "1 to 26 days later.")} isHydrated={isHydrated} />
        <ZonedTimeField
          {...field("maturesAt", "Matures", "At most 1,825 days after the sale.")}
          isHydrated={isHydrated}
        />
      </div>
      <div className="grid">
        <TextField {...field("minRaiseUnits", "Minimum raise, units", "0: all orders are settled.")} numeric />
        <TextField {...field("minPerBuyer", "Smallest order, units", "At least 1.")} numeric />
        <TextField {...field("maxPerBuyer", "Most units for one buyer", "Over all their orders.")} numeric />
      </div>
      <p className="small muted">
        If fewer units than the minimum raise are ordered, the series ends and nothing is sold.
      </p>
      <ChoiceField {...field("audience", "Who may buy")} options={audiences} />
      <ChoiceField {...field("settleMode", "When orders settle")} options={modes} />
    </>
  )
}

type ReserveProps = PartProps & { readonly treasuryTokens: IssuePage["treasuryTokens"] }

export function ReservePart({ treasuryTokens, ...props }: ReserveProps) {
  const { isHydrated, values } = props
  const field = fieldsOf(props)
  if (treasuryTokens.length === 0 && values.collateral === "") return <ReserveField {...props} />
  const tokens: ReadonlyArray<Option> = [
    { value: "", name: "None", hint: "The bonds are a promise of the community." },
    ...treasuryTokens.map(({ amount, resource, symbol }) => ({
      value: resource,
      name: symbol,
      hint: `The treasury holds ${moneyText(amount)}.`
    })),
    ...(values.collateral === "" || treasuryTokens.some(({ resource }) => resource === values.collateral)
      ? []
      : [{ value: values.collateral, name: `…${values.collateral.slice(-6)}` }])
  ]
  return (
    <>
      <ReserveField {...props} />
      <ChoiceField
        {...field("collateral", "Collateral", "Locked for each bond when the series is issued, up to 10 bonds.")}
        options={tokens}
      />
      {(values.collateral !== "" || !isHydrated) && (
        <div className="grid">
          <TextField
            {...field("collateralAmount", "Collateral of each bond", "Nobody can take it back before the date.")}
            numeric
          />
          <TextField
            {...field("graceDays", "Days from maturity", "3 to 90. Then holders who were not paid can take it.")}
            numeric
          />
        </div>
      )}
    </>
  )
}

function ReserveField(props: PartProps) {
  return (
    <TextField
      {...fieldsOf(props)(
        "reserveAccount",
        "Reserve account",
        "Its balance is shown against everything owed. Usually this is the treasury."
      )}
      mono
    />
  )
}
