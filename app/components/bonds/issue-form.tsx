import { Form, useNavigation } from "@remix-run/react"
import { useState } from "react"
import type { IssuePage } from "~/effects/bonds/views"
import { type PageReply, replyTo, typed } from "~/effects/remix/PageReply"
import { FieldError } from "../forms/field-error"
import { PlainField } from "../forms/plain-field"
import { ReplyNotice } from "../forms/reply-notice"

type Props = { readonly page: IssuePage; readonly reply: PageReply | undefined }

/** One plain post: purpose, terms, reserve. What the server finds wrong stands beside its field. */
export function IssueForm({ page: { tokenSymbol, values }, reply: last }: Props) {
  const reply = replyTo(last, "review")
  const isBusy = useNavigation().state !== "idle"
  const [variant, setVariant] = useState(typed(reply, "variant", values.variant))
  const value = (name: string) => typed(reply, name, values[name] ?? "")
  const field = (name: string, label: string, hint?: string, type?: "datetime-local") => (
    <PlainField
      name={name}
      label={label}
      value={value(name)}
      reply={reply}
      {...(hint !== undefined && { hint })}
      {...(type !== undefined && { type })}
    />
  )
  const choice = (
    name: string,
    legend: string,
    options: ReadonlyArray<readonly [string, string]>,
    onPick?: (value: string) => void
  ) => (
    <fieldset className="field">
      <legend className="label">{legend}</legend>
      {options.map(([option, label]) => (
        <label className="check" key={option}>
          <input
            type="radio"
            name={name}
            value={option}
            defaultChecked={value(name) === option}
            onChange={() => onPick?.(option)}
          />
          {label}
        </label>
      ))}
      <FieldError id={`${name}-error`} message={reply?.fields[name]} />
    </fieldset>
  )
  return (
    <Form method="post" noValidate className="narrow stack" data-gap="l" aria-labelledby="issue-bond">
      <h2 id="issue-bond">{values.version === "0" ? "Issue a bond" : "Change the draft"}</h2>
      <ReplyNotice reply={reply} />
      <input type="hidden" name="id" value={values.id ?? ""} />
      <input type="hidden" name="version" value={values.version ?? "0"} />
      <input type="hidden" name="offset" value="0" />
      <h3>Purpose</h3>
      {field("name", "Name", "5 to 80 characters.")}
      <PlainField
        name="purpose"
        label="What the money is for"
        value={value("purpose")}
        reply={reply}
        rows={6}
        hint="Markdown, 50 to 5,000 characters."
      />
      <h3>Terms</h3>
      {choice(
        "variant",
        "How it pays",
        [
          ["zero", "Zero coupon: the face value at maturity, sold for less"],
          ["coupon", "Coupon: interest on the way, the face value at maturity"]
        ],
        setVariant
      )}
      {choice("currency", "Currency", [
        ["xrd", "XRD"],
        ...(tokenSymbol === null ? [] : [["token", tokenSymbol] as const])
      ])}
      {field("faceValue", "Face value of one unit", "0.01 to 1,000,000.")}
      {field(
        "issuePrice",
        "Price of one unit",
        variant === "zero" ? "50 to 99.99 % of the face value." : "90 to 110 % of the face value."
      )}
      {field("units", "Units", "1 to 1,000,000.")}
      {variant === "coupon" && (
        <>
          {field("couponRatePct", "Coupon, per cent a year", "0.01 to 100.")}
          {choice("couponEvery", "Paid", [
            ["monthly", "Every month"],
            ["quarterly", "Every quarter"],
            ["halfyearly", "Every half year"],
            ["atMaturity", "At maturity"]
          ])}
        </>
      )}
      {field("saleOpensAt", "Sale opens", "In UTC.", "datetime-local")}
      {field("saleClosesAt", "Sale closes", "In UTC; 1 to 26 days later.", "datetime-local")}
      {field("maturesAt", "Matures", "In UTC; up to 1,825 days after the sale.", "datetime-local")}
      {field(
        "minRaiseUnits",
        "Minimum raise, units",
        "0: every order settles. Else the series ends where fewer are ordered."
      )}
      {field("minPerBuyer", "Smallest order, units")}
      {field("maxPerBuyer", "Largest order of one buyer, units")}
      {choice("audience", "Who may buy", [
        ["public", "Everyone with a profile"],
        ["members", "Members"]
      ])}
      {choice("settleMode", "When orders settle", [
        ["atClose", "At the close"],
        ["rolling", "Rolling, while the sale is open"]
      ])}
      <h3>Reserve</h3>
      {field(
        "reserveAccount",
        "Reserve account",
        "Its balance is shown against everything owed. Usually the treasury."
      )}
      <div className="row">
        <button className="button" data-kind="primary" type="submit" name="intent" value="review" disabled={isBusy}>
          Save and review
        </button>
      </div>
    </Form>
  )
}
