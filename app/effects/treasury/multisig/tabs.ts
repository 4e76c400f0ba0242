/** Tabs of the page of requests, by state. Pure; pages load this file. */
import type { RequestState } from "./ApprovalRequest"

export const tabStates = {
  waiting: ["waiting", "sent"],
  signed: ["committed", "mismatch"],
  refused: ["refused", "withdrawn"],
  expired: ["expired", "failed", "void"]
} as const satisfies Readonly<Record<string, ReadonlyArray<RequestState>>>

export type StateTab = keyof typeof tabStates
export type Tab = StateTab | "signers"
export const stateTabs = Object.keys(tabStates) as ReadonlyArray<StateTab> // as they are written above

export const tabIn = (text: string | null): Tab =>
  text === "signers" ? text : (stateTabs.find((tab) => tab === text) ?? "waiting")

const waiting: ReadonlyArray<RequestState> = tabStates.waiting
export const isOpen = ({ state }: { readonly state: RequestState }): boolean => waiting.includes(state)
