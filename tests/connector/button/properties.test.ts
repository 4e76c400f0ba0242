import { existsSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { defineConnectButton } from "~/connector/button/define"
import { emitFrom, listen } from "~/connector/button/events"
import { buttonProperties, personaLines } from "~/connector/button/properties"
import { loadingSnapshot, type SharedWalletData } from "~/connector/WalletHandle"

const file = new URL("../../../../shared/vectors/wallet-vectors.json", import.meta.url)
interface Vector {
  readonly walletData: Partial<SharedWalletData>
  readonly expected: Record<"accounts" | "personaLabel" | "connected" | "personaData", unknown>
}
const vectors = existsSync(file)
  ? (JSON.parse(readFileSync(file, "utf8")) as { readonly walletDataToConnectButton: ReadonlyArray<Vector> })
  : undefined

const name = { givenNames: "Ada", familyName: "Lovelace", nickname: "" }

describe("the properties of the button", () => {
  it("equal the published vectors", ({ skip }) => {
    if (vectors === undefined) return skip("the shared vectors are not here")
    for (const { expected, walletData } of vectors.walletDataToConnectButton) {
      const { accounts, connected, personaData, personaLabel } = buttonProperties({
        ...loadingSnapshot,
        accounts: walletData.accounts ?? [],
        persona: walletData.persona ?? null,
        personaData: walletData.personaData ?? []
      })
      assert.deepStrictEqual<unknown>({ accounts, connected, personaData, personaLabel }, expected)
    }
  })

  it.each([
    ["western", "", "Ada Lovelace"],
    ["western", "Countess", `Ada "Countess" Lovelace`],
    ["eastern", "", "Lovelace Ada"],
    ["eastern", "Countess", `Lovelace "Countess" Ada`]
  ] as const)("show a %s name with nickname %j as %s", (variant, nickname, value) => {
    assert.deepStrictEqual(personaLines([{ entry: "fullName", fields: { ...name, variant, nickname } }]), [
      { field: "fullName", value }
    ])
  })

  it("show the first e-mail and phone only, and leave out blanks", () => {
    const lines = personaLines([
      { entry: "emailAddresses", fields: ["a@b.c", "d@e.f"] },
      { entry: "phoneNumbers", fields: [" "] }
    ])
    assert.deepStrictEqual(lines, [{ field: "emailAddress", value: "a@b.c" }])
  })

  it("show nobody as connected before the first wallet data", () => {
    assert.isFalse(buttonProperties(loadingSnapshot).connected)
  })
})

describe("the element's entry point", () => {
  it("does nothing without a document, any number of times", async () => {
    await defineConnectButton()
    await defineConnectButton()
    assert.isUndefined(globalThis.customElements)
  })

  it("delivers an event with its detail until the listener stops", () => {
    const button = new EventTarget()
    const heard: Array<string> = []
    const stop = listen(button, "cancel-request-item", ({ interactionId }) => heard.push(interactionId))
    emitFrom(button)("cancel-request-item", { interactionId: "one" })
    emitFrom(button)("connect")
    stop()
    emitFrom(button)("cancel-request-item", { interactionId: "two" })
    assert.deepStrictEqual(heard, ["one"])
  })
})
