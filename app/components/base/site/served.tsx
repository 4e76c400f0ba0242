/** Data that the server has while it renders a document. Absent in the browser. */
import type { RemixServerProps } from "@remix-run/react"
import { createContext, useContext } from "react"

export interface Served {
  /** The nonce of this response's policy, for its scripts. */
  readonly nonce: string
  readonly remix: RemixServerProps["context"]
}

const ServedContext = createContext<Served | undefined>(undefined)
export const ServedProvider = ServedContext.Provider

/** On the server only. */
export const useServed = (): Served => {
  const served = useContext(ServedContext)
  if (served === undefined) throw new Error("only the server writes documents")
  return served
}
