/**
 * What the code on a printed receipt says when it is opened with a phone: /verify?receipt=R-…&check=…
 * (docs/product/votes.md, 3.6.7).
 */
import { RECEIPT_NUMBER } from "../file/bondReceipt"

export interface PaperReceipt {
  readonly number: string
  readonly check: string
}

/** Null for anything that no receipt of ours carries. */
export const paperReceiptIn = ({ searchParams }: URL): PaperReceipt | null => {
  const [number, check] = [searchParams.get("receipt") ?? "", searchParams.get("check") ?? ""]
  return RECEIPT_NUMBER.test(number) && /^[0-9a-f]{16}$/.test(check) ? { number, check } : null
}
