import { Notice } from "./notice"

/** On every page with amounts (D-15). */
export function TestMoney() {
  return <Notice>Test network. Tokens here have no value.</Notice>
}
