import { assert, describe, it } from "@effect/vitest"
import { holderWarning, lossWarning } from "~/components/treasury/deployment/badge-warnings"

const held = (address: string, name: string | null, ...ids: ReadonlyArray<string>) => ({ address, name, ids })
const ada = held("account_tdx_2_1ada", "ada", "#1#")
const stranger = held("account_tdx_2_1stranger", null, "#2#")
const component = held("component_tdx_2_1vault", null, "#3#", "#4#")

describe("warnings about admin badges", () => {
  it("explain for each holder who cannot spend from the treasury here why", () => {
    assert.isNull(holderWarning(ada))
    assert.match(holderWarning(stranger) ?? "", /^This account belongs to nobody with an active profile here/)
    assert.match(holderWarning(component) ?? "", /^These badges are in no account/)
  })

  it("warn before one more loss locks the treasury, and not while everybody can spend", () => {
    assert.isNull(lossWarning([ada]))
    assert.isNull(lossWarning([held("account_tdx_2_1ada", "ada", "#1#", "#5#"), stranger]))
    assert.match(lossWarning([ada, stranger]) ?? "", /^Badge #1# is the only one that a member holds/)
    assert.match(lossWarning([stranger, component]) ?? "", /^No member holds a badge/)
  })
})
