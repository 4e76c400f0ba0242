import { shortAddress } from "~/components/base/text/short-address"
import type { SignerView } from "~/effects/treasury/multisig/views"

export const nameOf = ({ account, name }: Pick<SignerView, "account" | "name">): string =>
  name ?? (account === null ? "Nobody" : shortAddress(account))

const words = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]

export const inWords = (n: number): string => words[n] ?? String(n)
