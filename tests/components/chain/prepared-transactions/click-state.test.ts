/**
 * A click that prepares a transaction: the wallet is asked once it is prepared, not for an earlier one, and again for
 * each click.
 */
import { FastCheck } from "effect"
import { assert, describe, it } from "vitest"
import {
  afterChange,
  type ClickState,
  type FetcherState
} from "~/components/chain/prepared-transactions/use-prepared-click"
import type { PageReply } from "~/effects/base/remix/PageReply"

const reply = (ok: boolean): PageReply => ({
  intent: "withdraw",
  ok,
  code: ok ? "" : "E-STATE",
  message: "",
  fields: {},
  sent: {},
  requestId: "",
  stored: null
})
const idle: FetcherState = { state: "idle", data: undefined }
const submitting: FetcherState = { state: "submitting", data: undefined }
const loading: FetcherState = { state: "loading", data: undefined }

/** The request that a click makes, through these states. */
const through = (stations: ReadonlyArray<FetcherState>, first = idle): ReadonlyArray<ClickState> => {
  let before = first
  let click: ClickState = "clicked"
  return stations.map((now) => {
    click = afterChange(click, before, now)
    before = now
    return click
  })
}

describe("a click that prepares a transaction", () => {
  it("asks the wallet once the server has responded and the page was reloaded", () => {
    assert.deepStrictEqual(through([submitting, loading, idle]), ["clicked", "clicked", "prepared"])
  })

  it("asks nothing if the server refused, and again after an earlier refusal", () => {
    const no = reply(false)
    const refused = [submitting, { state: "loading", data: no }, { state: "idle", data: no }] as const
    assert.deepStrictEqual(through(refused), ["clicked", "none", "none"])
    const after = { state: "idle", data: no } as const
    const again = [{ state: "submitting", data: no }, loading, idle] as const
    assert.deepStrictEqual(through(again, after), ["clicked", "clicked", "prepared"])
  })

  it("is not implied by anything that happens without a click", () => {
    const station = FastCheck.record({
      state: FastCheck.constantFrom("idle" as const, "submitting" as const, "loading" as const),
      data: FastCheck.constantFrom(undefined, reply(true), reply(false))
    })
    FastCheck.assert(
      FastCheck.property(
        station,
        station,
        FastCheck.constantFrom("none" as const, "prepared" as const),
        (before, now, click) => {
          assert.strictEqual(afterChange(click, before, now), click)
        }
      )
    )
  })
})
