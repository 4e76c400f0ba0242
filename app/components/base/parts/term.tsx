import type { ReactNode } from "react"
import { Help } from "./help"

/** Meanings of docs/glossary.md; tests/components/base/parts/term.test.tsx compares them. */
export const meanings = {
  coupon: "A scheduled payment of interest on each unit.",
  delegation: "A member lets another member vote with their weight; a ballot of their own takes precedence.",
  escrow:
    "An account of its own that holds money set aside for one payout, bond or budget until it is paid or refunded.",
  "multisig treasury": "A treasury that needs the approval of several signers, for example 2 of 3 signers.",
  quorum: "The least participation with which a vote decides.",
  relayer: "The site's key that pays from escrow; it can move what is in escrow and nothing else of a treasury.",
  "reserve coverage": "What the treasury holds of what it owes to holders, as a percentage.",
  "sealed ballot": "A ballot whose choice is encrypted until the vote has closed."
} as const

type Props = { readonly of: keyof typeof meanings; readonly children: ReactNode }

/** A term of the glossary as the page writes it, with its meaning below. */
export const Term = ({ children, of }: Props) => <Help term={children}>{meanings[of]}</Help>
