/** Texts about payments: paid, due or late, and by how much. Pure. */
import { counted } from "~/effects/base/text/counted"
import { dayText } from "./codes"
import type { PaymentView } from "./views"

/** "5 days late"; undefined if it was on time. */
export const lateText = (daysLate: number): string | undefined =>
  daysLate > 0 ? `${counted(daysLate, "day")} late` : undefined

/** "paid ✓", "paid 5 days late", "scheduled", "due" once it is payable, "late". */
export const statusText = (
  { daysLate, dueAt, status }: Pick<PaymentView, "daysLate" | "dueAt" | "status">,
  now: number
): string => {
  if (status === "due") return dueAt > now ? "scheduled" : "due"
  if (status !== "paid") return status
  const late = lateText(daysLate)
  return late === undefined ? "paid ✓" : `paid ${late}`
}

/** Title in calendars: "GRD-2027A paid its coupon 5 days late, on 7 Feb 2027". */
export const paymentTitle = (
  code: string,
  { daysLate, kind, paidAt, status }: Pick<PaymentView, "daysLate" | "kind" | "paidAt" | "status">
): string => {
  if (status === "paid" && paidAt !== null) {
    const late = lateText(daysLate)
    const what = kind === "coupon" ? `${code} paid its coupon` : `${code} was paid back`
    return `${what}${late === undefined ? "" : ` ${late},`} on ${dayText(paidAt)}`
  }
  if (status === "late") return kind === "coupon" ? `${code} has not paid its coupon` : `${code} has not been paid back`
  return kind === "coupon" ? `${code} pays its coupon` : `${code} matures`
}
