import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import {
  emptyBoxes,
  firstEmptyBox,
  type OtpBoxes,
  type OtpEvent,
  otpReducer,
  otpText
} from "~/effects/people/signup/otpBoxes"

const boxes = (text: string, focus = 0): OtpBoxes => ({ digits: [...text].map((c) => (c === "_" ? "" : c)), focus })
const play = (start: OtpBoxes, ...events: ReadonlyArray<OtpEvent>) => events.reduce(otpReducer, start)
const shown = ({ digits, focus }: OtpBoxes) => `${digits.map((digit) => digit || "_").join("")}@${focus}`

const index = fc.integer({ min: 0, max: 5 })
const event: fc.Arbitrary<OtpEvent> = fc.oneof(
  fc.record({
    type: fc.constant("type" as const),
    index,
    value: fc.oneof(fc.string(), fc.stringMatching(/^\d{0,8}$/))
  }),
  fc.record({
    type: fc.constant("key" as const),
    index,
    key: fc.constantFrom("Backspace", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "7", "Tab")
  }),
  fc.record({ type: fc.constant("paste" as const), text: fc.oneof(fc.string(), fc.stringMatching(/^\d{0,8}$/)) })
)
const anyBoxes = fc.array(event, { maxLength: 20 }).map((events) => play(emptyBoxes, ...events))

describe("otpReducer", () => {
  it.each<[name: string, start: OtpBoxes, event: OtpEvent, result: string]>([
    ["a digit moves on", boxes("______"), { type: "type", index: 0, value: "4" }, "4_____@1"],
    ["a digit in the last box stays there", boxes("12345_"), { type: "type", index: 5, value: "6" }, "123456@5"],
    ["a letter is ignored", boxes("1_____", 1), { type: "type", index: 1, value: "a" }, "1_____@1"],
    ["a letter beside a digit is ignored", boxes("1_____", 0), { type: "type", index: 0, value: "1a" }, "1_____@0"],
    ["a sign is ignored", boxes("______"), { type: "type", index: 0, value: "-" }, "______@0"],
    ["a digit of another script is ignored", boxes("______"), { type: "type", index: 0, value: "٣" }, "______@0"],
    ["a second digit behind replaces", boxes("12____", 1), { type: "type", index: 1, value: "27" }, "17____@2"],
    ["a second digit before replaces", boxes("12____", 1), { type: "type", index: 1, value: "72" }, "17____@2"],
    ["the same digit twice stays one", boxes("12____", 1), { type: "type", index: 1, value: "22" }, "12____@2"],
    ["emptying a box keeps the cursor", boxes("12____", 1), { type: "type", index: 1, value: "" }, "1_____@1"],
    ["auto-fill into one box fills all", boxes("______"), { type: "type", index: 0, value: "123456" }, "123456@5"],
    ["auto-fill starts at the first box", boxes("______", 3), { type: "type", index: 3, value: "123" }, "123___@3"],
    [
      "Backspace on an empty box goes back",
      boxes("12____", 2),
      { type: "key", index: 2, key: "Backspace" },
      "12____@1"
    ],
    ["Backspace in the first box stays", boxes("______"), { type: "key", index: 0, key: "Backspace" }, "______@0"],
    ["Backspace on a digit does not move", boxes("12____", 1), { type: "key", index: 1, key: "Backspace" }, "12____@1"],
    ["left goes back", boxes("123___", 2), { type: "key", index: 2, key: "ArrowLeft" }, "123___@1"],
    ["right goes on", boxes("123___", 2), { type: "key", index: 2, key: "ArrowRight" }, "123___@3"],
    ["left stops at the first", boxes("123___", 0), { type: "key", index: 0, key: "ArrowLeft" }, "123___@0"],
    ["right stops at the last", boxes("123456", 5), { type: "key", index: 5, key: "ArrowRight" }, "123456@5"],
    ["other keys do nothing", boxes("123___", 2), { type: "key", index: 2, key: "Enter" }, "123___@2"],
    ["a pasted code fills all", boxes("______", 3), { type: "paste", text: "123456" }, "123456@5"],
    ["a short code fills from the first", boxes("999999", 5), { type: "paste", text: "123" }, "123999@3"],
    ["seven digits are ignored", boxes("1_____", 1), { type: "paste", text: "1234567" }, "1_____@1"],
    ["digits with spaces are ignored (D6)", boxes("1_____", 1), { type: "paste", text: "12 34 56" }, "1_____@1"],
    ["letters are ignored", boxes("1_____", 1), { type: "paste", text: "12a456" }, "1_____@1"],
    ["an empty paste is ignored", boxes("1_____", 1), { type: "paste", text: "" }, "1_____@1"]
  ])("%s", (_, start, given, result) => {
    assert.strictEqual(shown(otpReducer(start, given)), result)
  })

  it("always contain six boxes of at most one digit, with the cursor in one of them", () =>
    fc.assert(
      fc.property(anyBoxes, ({ digits, focus }) => {
        assert.strictEqual(digits.length, 6)
        for (const digit of digits) assert.match(digit, /^[0-9]?$/)
        assert.isTrue(Number.isInteger(focus) && focus >= 0 && focus <= 5)
      })
    ))

  it("accept a paste exactly when it is one to six digits", () =>
    fc.assert(
      fc.property(anyBoxes, fc.oneof(fc.string(), fc.stringMatching(/^\d{1,8}$/)), (start, text) => {
        const next = otpReducer(start, { type: "paste", text })
        if (/^\d{1,6}$/.test(text)) {
          assert.isTrue(next.digits.join("").startsWith(text))
          assert.deepStrictEqual(next.digits.slice(text.length), start.digits.slice(text.length))
        } else assert.deepStrictEqual(next, start)
      })
    ))

  it("spell the code that is typed one digit after another", () =>
    fc.assert(
      fc.property(fc.stringMatching(/^\d{6}$/), (code) => {
        const typed = [...code].reduce(
          (state, value) => otpReducer(state, { type: "type", index: state.focus, value }),
          emptyBoxes
        )
        assert.strictEqual(otpText(typed), code)
      })
    ))

  it("spell a new code that is typed over another from its first digit", () =>
    fc.assert(
      fc.property(fc.stringMatching(/^\d{6}$/), fc.stringMatching(/^\d{6}$/), fc.boolean(), (old, code, isBeside) => {
        const typed = [...code].reduce((state, digit) => {
          const value = isBeside ? `${state.digits[state.focus]}${digit}` : digit
          return otpReducer(state, { type: "type", index: state.focus, value })
        }, boxes(old))
        assert.strictEqual(otpText(typed), code)
      })
    ))

  it("are empty after a new code was sent", () => {
    const old = boxes("123456", 5)
    assert.deepStrictEqual(otpReducer(old, { type: "codeSent", before: old }), emptyBoxes)
    // The e-mail was faster than the response, and its code has been typed.
    assert.deepStrictEqual(otpReducer(old, { type: "codeSent", before: emptyBoxes }), old)
  })

  it("never change a digit on navigation keys", () =>
    fc.assert(
      fc.property(anyBoxes, index, fc.string(), (start, at, key) => {
        assert.deepStrictEqual(otpReducer(start, { type: "key", index: at, key }).digits, start.digits)
      })
    ))

  it("focus the first empty box", () => {
    assert.strictEqual(firstEmptyBox(boxes("12_4__")), 2)
    assert.strictEqual(firstEmptyBox(boxes("123456")), 5)
  })
})
