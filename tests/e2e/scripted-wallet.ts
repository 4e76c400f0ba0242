/**
 * A wallet for the journeys: responds over the extension's window events, signs in Node with real keys, and treats each
 * request as the test chose, approving by default. It survives reloads and serves every tab of `page`.
 *
 * `const wallet = await installScriptedWallet(page, { label: "Ada Main", seed: "ada" })`, then `wallet.next("refuse")`.
 */
import type { BrowserContext, Page } from "@playwright/test"
import { type ScriptedFlags, type ScriptedWindow, speakAsExtension } from "./scripted-wallet.browser"
import { type Holder, keyFromSeed, makeHolder } from "./scripted-wallet.keys"
import { type Behaviour, type HeardInteraction, makeResponse } from "./scripted-wallet.response"

export type { Approval, Behaviour, HeardInteraction } from "./scripted-wallet.response"

const NETWORK_ID = 2

/** A request that reached the phone and waits for the test. */
export interface HeldRequest {
  readonly release: (behaviour?: Behaviour) => void
}

export interface ScriptedWallet {
  /** The first account. */
  readonly address: string
  readonly accounts: ReadonlyArray<Holder>
  readonly persona: Holder
  /** Behaviours for the next requests, in order. */
  readonly next: (...behaviours: ReadonlyArray<Behaviour>) => void
  readonly hold: () => HeldRequest
  /** Every request so far, oldest first. */
  readonly requests: () => ReadonlyArray<HeardInteraction>
  /** Ids of the interactions that the page cancelled. */
  readonly cancelled: () => ReadonlyArray<string>
  /** How often the page requested the pairing code. */
  readonly popupsOpened: () => number
  /** Without a linked phone the extension ignores requests, as the real one does. */
  readonly setLinked: (linked: boolean) => Promise<void>
  /** False: nothing responds, not even `receivedByExtension`. */
  readonly setPresent: (present: boolean) => Promise<void>
  /** False: an older extension, which does not announce sessions. */
  readonly setSessions: (sessions: boolean) => Promise<void>
  /** Sends any message as the extension would, to every open page. */
  readonly say: (message: object) => Promise<void>
}

const listedAs = (label: string) => (label.endsWith(" Main") ? label.replace(/Main$/, "Savings") : `${label} Savings`)

export interface ScriptedWalletMade {
  readonly label: string
  readonly seed: string
  /** Of the first account, for a person who exists already. */
  readonly secret?: Uint8Array
  /** Further accounts of a person who exists already, instead of the savings account. */
  readonly others?: ReadonlyArray<{ readonly label: string; readonly secret: Uint8Array }>
}

export const installScriptedWallet = async (
  target: Page | BrowserContext,
  { label, others = [], secret, seed }: ScriptedWalletMade
): Promise<ScriptedWallet> => {
  const own = others.length === 0 ? [label, listedAs(label)] : [label]
  const accounts = [
    ...own.map((name, index) =>
      makeHolder("account", name, (index === 0 && secret) || `${seed}/account/${index}`, NETWORK_ID)
    ),
    ...others.map((other) => makeHolder("account", other.label, other.secret, NETWORK_ID))
  ]
  const persona = makeHolder("identity", label, `${seed}/persona`, NETWORK_ID)
  const respond = makeResponse({ accounts, persona, foreign: keyFromSeed(`${seed}/foreign`) })
  const main = accounts[0]
  if (main === undefined) throw new Error("a wallet has an account")

  const script: Array<Behaviour | Promise<Behaviour>> = []
  const heard: Array<HeardInteraction> = []
  const cancelled: Array<string> = []
  let popups = 0
  let flags: ScriptedFlags = { present: true, linked: true, sessions: true }

  const openPages = () => ("pages" in target ? target.pages() : [target]).filter((page) => !page.isClosed())

  const deliver = async (page: Page, message: object) => {
    const hand = () => page.evaluate((said) => (window as ScriptedWindow).scriptedWallet?.say(said), message)
    // A page that is being reloaded gets the message afterwards, as with the real extension.
    await hand().catch(() => page.waitForLoadState("domcontentloaded").then(hand))
  }

  const hear = async (page: Page, message: unknown) => {
    const said = message as { discriminator?: string; interactionId: string; interaction?: HeardInteraction } & Partial<
      Pick<HeardInteraction, "items" | "metadata">
    >
    if (said.discriminator === "openPopup") {
      popups += 1
      return
    }
    if (said.discriminator === "cancelWalletInteraction" || said.items?.discriminator === "cancelRequest") {
      cancelled.push(said.interactionId)
      return
    }
    const asked = said.interaction ?? (said as HeardInteraction)
    if (!flags.linked || heard.some(({ interactionId }) => interactionId === asked.interactionId)) return
    // The extension knows which page sent the request, whatever the message claims.
    const interaction = { ...asked, metadata: { ...asked.metadata, origin: new URL(page.url()).origin } }
    heard.push(interaction)

    const planned = script.shift() ?? "approve"
    if (planned !== "silent") {
      await deliver(page, { eventType: "receivedByWallet", interactionId: interaction.interactionId })
    }
    const reply = respond(interaction, await planned)
    if (reply !== undefined) await deliver(page, reply)
  }

  const turn = async (change: Partial<ScriptedFlags>) => {
    flags = { ...flags, ...change }
    await target.addInitScript(speakAsExtension, flags)
    await Promise.all(
      openPages().map((page) =>
        page.evaluate((now) => {
          const { scriptedWallet } = window as ScriptedWindow
          if (scriptedWallet === undefined) return
          scriptedWallet.flags = now
          scriptedWallet.announce()
        }, flags)
      )
    )
  }

  await target.exposeBinding("scriptedWalletHears", ({ page }, message: unknown) => {
    // The page must not wait for the person at the phone.
    void hear(page, message).catch((error: unknown) => {
      if (!page.isClosed()) throw error
    })
  })
  await target.addInitScript(speakAsExtension, flags)

  return {
    address: main.address,
    accounts,
    persona,
    next: (...behaviours) => {
      script.push(...behaviours)
    },
    hold: () => {
      let release: (behaviour: Behaviour) => void = () => undefined
      script.push(
        new Promise<Behaviour>((resolve) => {
          release = resolve
        })
      )
      return { release: (behaviour = "approve") => release(behaviour) }
    },
    requests: () => heard,
    cancelled: () => cancelled,
    popupsOpened: () => popups,
    setLinked: (linked) => turn({ linked }),
    setPresent: (present) => turn({ present }),
    setSessions: (sessions) => turn({ sessions }),
    say: async (message) => {
      await Promise.all(openPages().map((page) => deliver(page, message)))
    }
  }
}
