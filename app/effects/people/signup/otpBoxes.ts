/**
 * The six boxes of the one-time code (docs/product/people.md): one digit each, and the box that gets the cursor next.
 * Pure.
 *
 * Browsers report the whole new value of a box, so `type` also handles what auto-fill and paste menus put into one box.
 */
import { OTP_LENGTH } from "./forms"

export interface OtpBoxes {
  /** One digit or an empty text per box. */
  readonly digits: ReadonlyArray<string>
  /** The box that should have the cursor. */
  readonly focus: number
}

export type OtpEvent =
  | { readonly type: "type"; readonly index: number; readonly value: string }
  | { readonly type: "key"; readonly index: number; readonly key: string }
  | { readonly type: "paste"; readonly text: string }
  /** A new code was sent: the digits that were there when it was requested are void, those typed since are not. */
  | { readonly type: "codeSent"; readonly before: OtpBoxes }

export const emptyBoxes: OtpBoxes = { digits: Array.from({ length: OTP_LENGTH }, () => ""), focus: 0 }

export const otpText = (boxes: OtpBoxes): string => boxes.digits.join("")

/** The first empty box; the last one if all are filled. */
export const firstEmptyBox = (boxes: OtpBoxes): number => {
  const index = boxes.digits.indexOf("")
  return index === -1 ? OTP_LENGTH - 1 : index
}

const clamp = (index: number) => Math.min(Math.max(index, 0), OTP_LENGTH - 1)
const isDigit = (text: string) => /^[0-9]$/.test(text)
const isCode = (text: string) => text.length <= OTP_LENGTH && /^[0-9]+$/.test(text)

const put = (boxes: OtpBoxes, index: number, digit: string, focus: number): OtpBoxes => ({
  digits: boxes.digits.map((old, at) => (at === index ? digit : old)),
  focus: clamp(focus)
})

const fillFromFirst = (boxes: OtpBoxes, code: string): OtpBoxes => ({
  digits: boxes.digits.map((old, at) => code[at] ?? old),
  focus: clamp(code.length)
})

/** A digit was typed next to the one in the box: the new one counts. */
const replacement = (old: string, value: string): string | undefined =>
  old !== "" && value.length === 2 && value.includes(old) && isCode(value) ? value.replace(old, "") : undefined

const typed = (boxes: OtpBoxes, index: number, value: string): OtpBoxes => {
  if (value === "") return put(boxes, index, "", index)
  const digit = isDigit(value) ? value : replacement(boxes.digits[index] ?? "", value)
  if (digit !== undefined) return put(boxes, index, digit, index + 1)
  return isCode(value) ? fillFromFirst(boxes, value) : boxes
}

const moved = (boxes: OtpBoxes, index: number, key: string): OtpBoxes => {
  if (key === "ArrowLeft" || key === "ArrowUp") return { ...boxes, focus: clamp(index - 1) }
  if (key === "ArrowRight" || key === "ArrowDown") return { ...boxes, focus: clamp(index + 1) }
  if (key === "Backspace" && boxes.digits[index] === "") return { ...boxes, focus: clamp(index - 1) }
  return boxes
}

export const otpReducer = (boxes: OtpBoxes, event: OtpEvent): OtpBoxes => {
  switch (event.type) {
    case "type":
      return typed(boxes, event.index, event.value)
    case "key":
      return moved(boxes, event.index, event.key)
    case "paste":
      return isCode(event.text) ? fillFromFirst(boxes, event.text) : boxes
    case "codeSent":
      return otpText(boxes) === otpText(event.before) ? emptyBoxes : boxes
  }
}
