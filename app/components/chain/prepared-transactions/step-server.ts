/** Requests of a page to the server about a prepared transaction: /api/prepared-transactions/{id}. */
import { isRecord } from "~/effects/base/text/unknown"
import type { PreparedTransactionView } from "./states"

export type Reported = { readonly view: PreparedTransactionView } | { readonly message: string }

type Said =
  | { readonly transactionIntentHash: string }
  | { readonly ask: string; readonly takeOver: boolean }
  | { readonly release: string }

/** Requests the state of the transaction; reports `said` first, if given. */
export const notifyStep = async (id: string, said?: Said): Promise<Reported> => {
  try {
    const response = await fetch(`/api/prepared-transactions/${id}`, {
      ...(said !== undefined && {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(said)
      })
    })
    const body: unknown = await response.json()
    if (response.ok) return { view: body as PreparedTransactionView } // all errors of our server have this shape
    return {
      message: isRecord(body) && typeof body.message === "string" ? body.message : "The server did not respond."
    }
  } catch {
    return { message: "The server could not be reached. This page keeps trying." }
  }
}

/** The transaction that the wallet submitted, stored until the server knows it, so that a reload does not lose it. */
export const sentTransaction = {
  key: (id: string) => `ledger-step/${id}`,
  read: (id: string) => sessionStorage.getItem(sentTransaction.key(id)),
  write: (id: string, txId: string) => sessionStorage.setItem(sentTransaction.key(id), txId),
  forget: (id: string) => sessionStorage.removeItem(sentTransaction.key(id))
}

const HOLDER = "ledger-step-holder"

/** Random name of this tab for leases. It survives a reload; every other tab or device has another one. */
export const holderName = (): string => {
  const stored = sessionStorage.getItem(HOLDER)
  if (stored !== null) return stored
  const made = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0"))
  sessionStorage.setItem(HOLDER, made.join(""))
  return made.join("")
}
