import { type ClipboardEvent, type Dispatch, type KeyboardEvent, useEffect, useRef } from "react"
import { firstEmptyBox, type OtpBoxes, type OtpEvent } from "~/effects/people/signup/otpBoxes"

type Props = {
  readonly boxes: OtpBoxes
  readonly dispatch: Dispatch<OtpEvent>
  /** The id of the words that say what is wrong; undefined when nothing is. */
  readonly errorId: string | undefined
  readonly isReadOnly: boolean
}

const handled = new Set(["Backspace", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])

/** Six boxes for six digits. Which box has the cursor is decided by the reducer; here it is only carried out. */
export function OtpBoxesField({ boxes, dispatch, errorId, isReadOnly }: Props) {
  const group = useRef<HTMLDivElement>(null)
  const wasDrawn = useRef(false)

  const focus = (index: number) => group.current?.querySelectorAll("input")[index]?.focus()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor follows every answer of the reducer
  useEffect(() => {
    if (wasDrawn.current && group.current?.contains(document.activeElement)) focus(boxes.focus)
    wasDrawn.current = true
  }, [boxes])

  // On arrival, and after a refusal, typing can go on at once: a code that is whole is typed anew from its first digit.
  // The refusal's going away is no such moment: it goes while the person types.
  const isRefused = errorId !== undefined
  const isArriving = !wasDrawn.current
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these two moments
  useEffect(() => {
    if (isArriving || isRefused) focus(boxes.digits.includes("") ? firstEmptyBox(boxes) : 0)
  }, [isRefused])

  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    if (!handled.has(event.key)) return
    event.preventDefault()
    // Wherever the caret stands beside the digit, Backspace takes it away.
    const isEmptying = event.key === "Backspace" && boxes.digits[index] !== ""
    if (!isEmptying) dispatch({ type: "key", index, key: event.key })
    else if (!isReadOnly) dispatch({ type: "type", index, value: "" })
  }
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault()
    if (!isReadOnly) dispatch({ type: "paste", text: event.clipboardData.getData("text") })
  }

  return (
    <div className="otp" ref={group}>
      {boxes.digits.map((digit, index) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          key={index}
          className="input"
          inputMode="numeric"
          autoComplete={index === 0 ? "one-time-code" : "off"}
          aria-label={`Digit ${index + 1} of ${boxes.digits.length}`}
          aria-invalid={errorId !== undefined || undefined}
          aria-describedby={errorId}
          readOnly={isReadOnly}
          value={digit}
          onFocus={(event) => event.target.select()}
          // Not onChange: React leaves that out where a digit was typed over an equal one.
          onInput={(event) => dispatch({ type: "type", index, value: event.currentTarget.value })}
          onKeyDown={onKeyDown(index)}
          onPaste={onPaste}
        />
      ))}
    </div>
  )
}
