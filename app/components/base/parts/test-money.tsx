import { Notice } from "./notice"

/** Shown on every page with amounts. */
export function TestMoney() {
  return <Notice>Test network. Tokens here have no value.</Notice>
}
