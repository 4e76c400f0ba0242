/** A press that has a step prepared: asked for once it is, not for what was there before, and anew by each press. */
import { FastCheck } from "effect"
import { assert, describe, it } from "vitest"
import {
  type Answered,
  afterChange,
  type FeatureRequest
} from "~/components/chain/prepared-transactions/feature-request"
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
const idle: Answered = { state: "idle", data: undefined }
const submitting: Answered = { state: "submitting", data: undefined }
const loading: Answered = { state: "loading", data: undefined }

/** The wish of a press, through these stations. */
const through = (stations: ReadonlyArray<Answered>, first = idle): ReadonlyArray<FeatureRequest> => {
  let before = first
  let wish: FeatureRequest = "pressed"
  return stations.map((now) => {
    wish = afterChange(wish, before, now)
    before = now
    return wish
  })
}

describe("a press that has a step prepared", () => {
  it("asks for it once the server has answered and the page has come anew", () => {
    assert.deepStrictEqual(through([submitting, loading, idle]), ["pressed", "pressed", "prepared"])
  })

  it("asks for nothing where the server refused, and again where it refused before", () => {
    const no = reply(false)
    const refused = [submitting, { state: "loading", data: no }, { state: "idle", data: no }] as const
    assert.deepStrictEqual(through(refused), ["pressed", "none", "none"])
    const after = { state: "idle", data: no } as const
    const again = [{ state: "submitting", data: no }, loading, idle] as const
    assert.deepStrictEqual(through(again, after), ["pressed", "pressed", "prepared"])
  })

  it("means nothing by what happens without a press, whatever it is", () => {
    const station = FastCheck.record({
      state: FastCheck.constantFrom("idle" as const, "submitting" as const, "loading" as const),
      data: FastCheck.constantFrom(undefined, reply(true), reply(false))
    })
    FastCheck.assert(
      FastCheck.property(
        station,
        station,
        FastCheck.constantFrom("none" as const, "prepared" as const),
        (before, now, wish) => {
          assert.strictEqual(afterChange(wish, before, now), wish)
        }
      )
    )
  })
})
