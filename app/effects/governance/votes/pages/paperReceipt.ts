/** The code on a printed receipt, which opens /verify?receipt=R-…&check=… on a phone (docs/product/votes.md). */
import { RECEIPT_NUMBER } from "../file/bondReceipt"

export interface PaperReceipt {
  readonly number: string
  readonly check: string
}

/** Null for anything that is not on our receipts. */
export const paperReceiptIn = ({ searchParams }: URL): PaperReceipt | null => {
  const [number, check] = [searchParams.get("receipt") ?? "", searchParams.get("check") ?? ""]
  return RECEIPT_NUMBER.test(number) && /^[0-9a-f]{16}$/.test(check) ? { number, check } : null
}
