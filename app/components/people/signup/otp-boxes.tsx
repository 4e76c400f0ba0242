import { type ClipboardEvent, type Dispatch, type KeyboardEvent, useEffect, useRef } from "react"
import { firstEmptyBox, type OtpBoxes, type OtpEvent } from "~/effects/people/signup/otpBoxes"

type Props = {
  readonly boxes: OtpBoxes
  readonly dispatch: Dispatch<OtpEvent>
  /** Id of the error message; undefined if there is no error. */
  readonly errorId: string | undefined
  readonly isReadOnly: boolean
}

const handled = new Set(["Backspace", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])

/** Six boxes for six digits. The reducer decides which box has the cursor; this component only moves the focus. */
export function OtpBoxesField({ boxes, dispatch, errorId, isReadOnly }: Props) {
  const group = useRef<HTMLDivElement>(null)
  const wasDrawn = useRef(false)

  const focus = (index: number) => group.current?.querySelectorAll("input")[index]?.focus()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor follows every answer of the reducer
  useEffect(() => {
    if (wasDrawn.current && group.current?.contains(document.activeElement)) focus(boxes.focus)
    wasDrawn.current = true
  }, [boxes])

  // Sets the focus on arrival and after a refusal, so that typing can start immediately: in the first empty box, or in
  // the first box if all are filled. Not when a refusal disappears: that happens while the person types.
  const isRefused = errorId !== undefined
  const isArriving = !wasDrawn.current
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these two moments
  useEffect(() => {
    if (isArriving || isRefused) focus(boxes.digits.includes("") ? firstEmptyBox(boxes) : 0)
  }, [isRefused])

  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    if (!handled.has(event.key)) return
    event.preventDefault()
    // Backspace removes the digit, on whichever side of it the caret is.
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
          // Not onChange: React does not call it if a digit is replaced by an equal one.
          onInput={(event) => dispatch({ type: "type", index, value: event.currentTarget.value })}
          onKeyDown={onKeyDown(index)}
          onPaste={onPaste}
        />
      ))}
    </div>
  )
}
