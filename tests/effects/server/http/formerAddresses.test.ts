import { expect, it } from "vitest"
import { addressNow } from "~/effects/server/http/formerAddresses"

it("former addresses redirect from earlier releases to today's page, with their query", () => {
  expect(addressNow("/community/detail/c1/keepers")).toBe("/community/detail/c1/signers")
  expect(addressNow("/community/detail/c1/keepers?act=3")).toBe("/community/detail/c1/signers?act=3")
  expect(addressNow("/community/detail/c1/lending?q=ada")).toBe("/community/detail/c1/delegations?q=ada")
  expect(addressNow("/api/keepers/c1/r1/parts/p1?x=1")).toBe("/api/signers/c1/r1/parts/p1?x=1")
  expect(addressNow("/api/ledger-steps/t1")).toBe("/api/prepared-transactions/t1")
  expect(addressNow("/resources/who-keeps-a-rule")).toBe("/resources/who-enforces-each-rule")
  expect(addressNow("/operator/letters?before=9")).toBe("/operator/emails?before=9")
})

it.each([
  "/community/detail/c1/signers",
  "/community/detail/c1/keepersx",
  "/community/detail/c1/x/keepers",
  "//community/detail/c1/keepers",
  "/api/signers/c1/r1/file",
  "/api/prepared-transactions/t1",
  "/api/v1/keepers/c1",
  "//api/keepers/c1/r1/file",
  "/operator/lettersx"
])("former addresses leave every other address alone: %s", (url) => {
  expect(addressNow(url)).toBeUndefined()
})
